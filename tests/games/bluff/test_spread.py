"""How unseen cards are spread: in agreement with all counts, with combinatorics, with hands."""

from math import comb, log

import numpy as np
import pytest

from kibitz.core.game import play, view
from kibitz.core.registry import make_game
from kibitz.games.bluff.kept import unknown_cards
from kibitz.games.bluff.layout import ACTOR, CLAIMED, PILED, PLAYERS, RANK, opened
from kibitz.games.bluff.spread import fit_spread, none_to_one, spread_signs, weigh_hands, weigh_pile
from kibitz.games.bluff.unseen import unseen_by, unseen_of_rank
from kibitz.games.bluff.values import HONEST, NAIVE
from tests.games.bluff.walks import walked_claims


def fitted(v, seat):
    """The spread as the listener sees it, with what its rows and columns should add up to."""
    table, margins = np.empty((7, 13)), np.empty(7)
    unseen = np.array([float(unseen_of_rank(v, seat, rank)) for rank in range(13)])
    weigh_hands(v, seat, table, margins)
    weigh_pile(v, seat, table, margins)
    rows = int(v[PLAYERS]) + 1
    fit_spread(table, margins, unseen, rows)
    return table[:rows], margins[:rows], unseen


@pytest.mark.compiled
def test_hands_pile_and_ranks_add_up_to_what_is_unseen():
    far = []
    for v, seat, _ in walked_claims(4, (HONEST, NAIVE, HONEST, NAIVE), 5):
        table, margins, unseen = fitted(v, seat)
        piled = sum(int(v[PILED + s]) for s in range(4) if s != seat) - int(v[CLAIMED])
        hands = [0 if s == seat else int(unknown_cards(v, seat, s)) for s in range(4)]
        assert margins.tolist() == [*hands, piled]
        assert unseen.sum() == margins.sum() == unseen_by(v, seat)
        assert table.sum(1) == pytest.approx(margins, abs=1e-9)
        far.append(np.abs(table.sum(0) - unseen).max())
    assert len(far) > 50
    assert np.median(far) < 0.02  # rows are scaled last, columns before them
    assert max(far) < 1.0


def test_in_a_fresh_deal_the_odds_are_those_of_the_hypergeometric_law():
    game = make_game("bluff(4)")
    p = game.play(game.start(), 3)
    p = play(p, game.legal_moves(p)[-1])
    v = opened(view(p, 1))
    matching = int(unseen_of_rank(v, 1, int(v[RANK])))
    none, one = (comb(matching, n) * comb(39 - matching, 13 - n) for n in (0, 1))
    odds, others, piled = spread_signs(v, 1)
    assert odds == pytest.approx(log(none / one))
    assert (others, piled) == pytest.approx((matching * 26 / 39, 0))


def test_a_hand_that_holds_more_of_a_rank_is_less_likely_to_have_none():
    odds = [none_to_one(share, 2.0, 8.0) for share in (0.0, 0.1, 0.5, 1.0)]
    assert odds == sorted(odds, reverse=True)
    assert none_to_one(0.5, 1.0, 8.0) > odds[2]  # fewer cards of the rank


@pytest.mark.compiled
def test_the_odds_tell_lies_from_truths_better_than_hands_drawn_at_random():
    """Single cards claimed at honest tables: more pairs of a lie and a truth in the right order."""
    found = []
    for seed in range(6):
        for v, seat, lie in walked_claims(4, (HONEST,) * 4, seed):
            if v[CLAIMED] == 1 and unseen_of_rank(v, seat, v[RANK]) > 0:
                drawn = unknown_cards(v, seat, int(v[ACTOR]))
                alike = none_to_one(drawn / unseen_by(v, seat), matching_of(v, seat), drawn)
                found.append((spread_signs(v, seat)[0], alike, lie))
    ours, alike, lies = np.array(found, float).T
    assert ordered(ours, lies) > ordered(alike, lies) + 0.02


def matching_of(v, seat):
    return float(unseen_of_rank(v, seat, v[RANK]))


def ordered(odds, lies):
    """How often a lie has higher odds than a truth; ties count half."""
    gaps = odds[lies == 1][:, None] - odds[lies == 0][None, :]
    return float((gaps > 0).mean() + (gaps == 0).mean() / 2)
