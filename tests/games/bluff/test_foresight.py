"""Foresight in bluff: habits from records, worlds by the claim, and options played on."""

from math import comb

import numpy as np
import pytest

from kibitz.core.game import view
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.bluff.analysts import Foresight
from kibitz.games.bluff.contest import FORESIGHT, contest
from kibitz.games.bluff.habits import DOUBTING, HABITS, TRUTHFUL, WILD, habit_chances
from kibitz.games.bluff.layout import (
    CALLED,
    FIELDS,
    PLAYED,
    RANKS,
    SEATS,
    SHOWN,
    STOOD,
    WRONG,
    count_of,
    opened,
)
from kibitz.games.bluff.rules import cards_of
from kibitz.games.bluff.shortlist import list_worthwhile
from kibitz.games.bluff.values import HONEST, NAIVE
from kibitz.games.bluff.world import redeal
from tests.cli.shell import check_refused, kibitz


def dealt(players=4, seed=4):
    game = make_game(f"bluff({players})")
    return game, game.play(game.start(), seed)


def likeliest(v, seat=1):
    chances = np.empty(HABITS)
    habit_chances(v, seat, chances)
    assert chances.sum() == pytest.approx(1)
    return int(chances.argmax())


def test_a_seat_is_taken_for_what_it_was_seen_to_do():
    v = opened(dealt()[1])
    for slot, record, habit in (
        (CALLED, 2 << 8 * WRONG, DOUBTING),
        (CALLED, 2 << 8 * STOOD, TRUTHFUL),
        (SHOWN, 2 << 8 * 3, WILD),  # two lies with three false cards
    ):
        seen = v.copy()
        seen[slot + 1] = record
        assert likeliest(seen) == habit


@pytest.mark.parametrize("seed", range(5))
def test_the_shortlist_has_legal_plays_in_order_and_every_size_of_claim(seed):
    game, p = dealt(seed=seed)
    out = game.scratch()
    listed = out[: int(list_worthwhile(opened(p), out))].tolist()
    assert listed == sorted(set(listed))
    assert set(listed) <= set(game.legal_moves(p))
    assert len(listed) < len(game.legal_moves(p)) / 10
    held = game.position_text(p).split(",")[0]
    assert game.parse_move(p, "A" * held.count("A") or held[-1]) in listed
    assert {len(game.move_text(p, move)) for move in listed} == {1, 2, 3, 4}


def test_worlds_hold_a_lie_as_often_as_bayes_rule_says_of_a_truthful_seat():
    """It claims all it has of the rank; without any it claims one: 0 or 1 of K among U cards."""
    game, p = dealt()
    v = opened(view(game.play(p, game.legal_moves(p)[-1]), 1))  # one card, claimed to be an ace
    mine = count_of(v[1], 0)
    unseen, matching, hand = 39, 4 - mine, 13
    ways = [comb(matching, n) * comb(unseen - matching, hand - n) for n in (0, 1)]
    expected = ways[0] / sum(ways)
    w, worlds, lies = np.empty(FIELDS, np.int64), 4000 if COMPILED else 100, 0
    scratch, luck = (np.empty(RANKS, np.int64), np.empty(52, np.int64)), stream(3)
    for _ in range(worlds):
        redeal(v, 1, np.full(SEATS, TRUTHFUL), w, *scratch, luck)
        lies += count_of(w[PLAYED], 0) == 0
    error = (expected * (1 - expected) / worlds) ** 0.5
    assert abs(lies / worlds - expected) < 4 * error


def test_a_last_lie_is_called_and_a_last_truth_is_played():
    """Seat 0 holds two kings and is asked for kings: the end; a lie would end it as well."""
    game = make_game("bluff(2)")
    rest = "AAAA" + "".join(rank * 4 for rank in "23456789TJQ") + "KK"
    text = f"KK,{rest} -,- K 0@12 -,-/-,- 0.0.0.0,0.0.0.0 0.0.0.0.0,0.0.0.0.0 0.0.0,0.0.0 -,- -,- -"
    p = game.parse_position(text)
    found = Foresight(20).analyse(game, view(p, 0), 0, 1)
    assert found.best.text == "KK"
    assert found.best.value == 1
    lie = game.play(game.parse_position(text.replace(" K 0@12", " A 0@13")), found.best.move)
    answer = Foresight(20).analyse(game, view(lie, 1), 1, 1)
    assert answer.best.text == "challenge"
    assert answer.options[1].value < answer.best.value  # to let it stand loses


def test_every_play_is_valued_and_those_not_looked_at_come_last():
    game, p = dealt()
    found = Foresight(40).analyse(game, view(p, 0), 0, 1)
    assert sorted(option.move for option in found.options) == game.legal_moves(p)
    looked_at = [option for option in found.options if option.estimate.samples]
    least = min(option.value for option in looked_at)
    assert all(o.value == least for o in found.options if not o.estimate.samples)
    assert sum(o.estimate.samples for o in looked_at) == found.samples
    assert all(cards_of(option.move) for option in looked_at)


@pytest.mark.compiled
def test_foresight_beats_an_honest_and_a_naive_player():
    start = make_game("bluff(3)").start()
    found = contest(start, (FORESIGHT, HONEST, NAIVE), 30, seed=10, playouts=150)
    assert found.means[0] - 4 * found.errors[0] > 0


def test_a_number_of_samples_that_is_none_is_refused():
    check_refused(kibitz("bluff", "calibration", "foresight", "naive", "--samples", "0"), "samples")
