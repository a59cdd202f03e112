"""Luck card by card: what is named, and that it is zero over all cards that could come."""

import numpy as np
import pytest

from kibitz.coach.luck import luck_of
from kibitz.core.cards import parse_cards
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.games.holdem.cards.combos import COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.solved.holdings import StreetHoldings

pytestmark = pytest.mark.compiled


def test_over_all_rivers_the_equity_stays_what_it_was():
    """Each pair of hands sees 44 rivers; a river counts by the range that it leaves."""
    board, (a, b) = tuple(parse_cards("9hKdAc2d")), parse_cards("Kc7c")
    theirs, combo = np.random.default_rng(2).random(COMBOS), int(COMBO[a, b])
    theirs[np.isin(COMBO_CARDS, board).any(axis=1)] = 0.0
    apart = ~np.isin(COMBO_CARDS, (a, b)).any(axis=1)
    before = StreetHoldings(board).equities(theirs)[combo] * (theirs * apart).sum()
    after = 0.0
    for card in set(range(52)) - {*board, a, b}:
        left = theirs * ~np.isin(COMBO_CARDS, card).any(axis=1)
        after += StreetHoldings((*board, card)).equities(left)[combo] * (left * apart).sum()
    assert after / 44 == pytest.approx(before, rel=1e-4)


def test_every_street_that_was_dealt_has_its_luck():
    game = make_game("holdem(raises=few)")
    moves = ["#77", *"cccccccc"]  # checked down
    start = game.position_text(game.start())
    replay = Record(game.text, start, ("a", "b"), 0, tuple(moves), None).replay()
    luck = luck_of(replay)
    assert luck is not None
    assert [event.text.split()[0] for event in luck.events] == ["the", "flop", "turn", "river"]
    assert all(abs(seat) < 3 for event in luck.events for seat in event.luck)
    assert luck.total == pytest.approx(np.sum([event.luck for event in luck.events], axis=0))
