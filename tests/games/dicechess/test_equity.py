"""Equity against plain simulation, exact values and symmetry."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.core.stream import below
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Best, Choice
from kibitz.games.dicechess.analysts import Greedy
from kibitz.games.dicechess.chance import king_risk
from kibitz.games.dicechess.continuation import (
    OVER_PATHS,
    OVER_PATHS_BY_WALK,
    OVER_POSITIONS,
)
from kibitz.games.dicechess.dice import ORDERED
from kibitz.games.dicechess.equity import BATCH, STRONG, EquityOptions, equities, equity
from kibitz.games.dicechess.game import DiceChessGame
from kibitz.games.dicechess.notation import START, parse_dfen
from kibitz.games.dicechess.played import played_equities, played_equity
from kibitz.games.dicechess.rollout import draw_turns
from kibitz.games.dicechess.turnlist import TurnList
from kibitz.games.dicechess.turns import new_walk
from tests.naive import dicechess as naive
from tests.strangers import StrangeHands

# name: (position, chance of White by an independent program)
PUBLISHED = {
    "KRvK": ("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1", 0.973),
    "KQvKR": ("4k3/8/8/8/8/8/3q4/R3K3 w - - 0 1", 0.341),
    "sharp knights": ("4k3/2N5/8/8/8/8/2n5/4K3 w - - 0 1", 0.688),
    "endgame": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 0.593),
}


def four_sigma(first, second):
    return 4 * math.hypot(first.white_error, second.white_error)


@pytest.mark.compiled
@pytest.mark.parametrize("name", PUBLISHED)
def test_equity_agrees_with_plain_simulation_and_the_published_value(name):
    text, published = PUBLISHED[name]
    p = parse_dfen(text)
    fast = equity(p, EquityOptions(rollouts=4000), seed=1)
    plain = equity(p, EquityOptions(rollouts=4000, plain=True), seed=2)
    assert abs(fast.white_win - plain.white_win) < four_sigma(fast, plain)
    assert abs(fast.white_win - published) < 4 * fast.white_error + 0.0005  # its last digit
    assert fast.white_win + fast.black_win + fast.undecided == pytest.approx(1, abs=1e-12)
    assert fast.variance_ratio > 2
    assert plain.variance_ratio == pytest.approx(1, rel=0.01)


@pytest.mark.compiled
def test_the_ways_to_sample_agree():
    p = parse_dfen(PUBLISHED["endgame"][0])
    usual = equity(p, EquityOptions(rollouts=3000), seed=3)
    for options in (
        EquityOptions(rollouts=3000, is_stratified=False),
        EquityOptions(rollouts=2000, roulette=0.0),
        EquityOptions(rollouts=3000, roulette=0.9),
    ):
        other = equity(p, options, seed=4)
        assert abs(usual.white_win - other.white_win) < four_sigma(usual, other), options
    over = [
        equity(p, EquityOptions(rollouts=1000, turns="positions", plain=plain), seed=5)
        for plain in (False, True)
    ]
    assert abs(over[0].white_win - over[1].white_win) < four_sigma(*over)


def exact(state, plies, memo):
    """The chances (mover wins, other wins) within some plies, by the slow twin, over paths."""
    if plies == 0:
        return 0.0, 0.0
    key = state.text(), plies
    if key not in memo:
        won = lost = 0.0
        for dice in naive.MULTISETS:
            chance = naive.weight(dice) / ORDERED
            found = naive.legal_turns(state, dice)
            if any(took for _, _, took, _ in found):
                won += chance
                continue
            ends = [naive.end_turn(end) for *_, end in found] or [naive.end_turn(state)]
            for end in ends:
                theirs, mine = exact(end, plies - 1, memo)
                won += chance * mine / len(ends)
                lost += chance * theirs / len(ends)
        memo[key] = won, lost
    return memo[key]


@pytest.mark.parametrize("text", ["8/8/8/3k4/8/3K4/8/8 w - - 0 1", "7k/8/6N1/8/8/8/8/K7 b - - 0 1"])
def test_equity_agrees_with_exact_values_of_short_games(text):
    plies = 2
    state = naive.State.parse(text)
    won, lost = exact(state, plies, {})
    white, black = (won, lost) if state.white else (lost, won)
    options = EquityOptions(rollouts=8000 if COMPILED else 200, max_plies=plies)
    found = equity(parse_dfen(text), options, seed=6)
    assert abs(found.white_win - white) <= 4 * found.white_error + 1e-12
    assert abs(found.black_win - black) <= 4 * found.black_error + 1e-12
    assert found.undecided == pytest.approx(1 - found.white_win - found.black_win)


def with_colours_swapped(text):
    """The DFEN with ranks mirrored and colours and side swapped; without castling or targets."""
    placement, side, rest = text.split(" ", 2)
    mirrored = "/".join(reversed(placement.swapcase().split("/")))
    return f"{mirrored} {'b' if side == 'w' else 'w'} {rest}"


@pytest.mark.parametrize("name", PUBLISHED)
def test_swapped_colours_have_mirrored_chances_to_the_bit(name):
    text = PUBLISHED[name][0]
    options = EquityOptions(rollouts=200 if COMPILED else 2)
    mine = equity(parse_dfen(text), options, seed=7)
    mirrored = equity(parse_dfen(with_colours_swapped(text)), options, seed=7)
    assert (mirrored.black_win, mirrored.white_win) == (mine.white_win, mine.black_win)
    assert (mirrored.black_error, mirrored.white_error) == (mine.white_error, mine.black_error)


@pytest.mark.parametrize("plain", [False, True])
def test_threads_do_not_change_a_bit(plain):
    p = parse_dfen(PUBLISHED["KQvKR"][0])
    count = 5 * BATCH + 3 if COMPILED else 3
    answers = {
        equity(p, EquityOptions(rollouts=count, threads=threads, plain=plain), seed=8)
        for threads in (1, 2, 3)
    }
    assert len(answers) == 1
    assert answers.pop().rollouts == count


def test_rollouts_of_others_do_not_change_a_bit():
    p, count = parse_dfen(PUBLISHED["KQvKR"][0]), 5 * BATCH + 3 if COMPILED else 3
    for way in ({}, {"plain": True}, {"target_error": 0.2, "min_rollouts": 2}):
        options = EquityOptions(rollouts=count, **way)
        assert list(equities(p, options, 8, StrangeHands())) == list(equities(p, options, 8))
    players = (DiceChessGame(), p, Greedy(), Best(), EquityOptions(rollouts=7, max_plies=6), 8)
    assert list(played_equities(*players, StrangeHands())) == list(played_equities(*players))


@pytest.mark.compiled
def test_rollouts_of_the_judge_by_others_do_not_change_a_bit():
    p, options = parse_dfen(PUBLISHED["KQvKR"][0]), replace(STRONG, rollouts=2 * BATCH + 1)
    assert list(equities(p, options, 8, StrangeHands())) == list(equities(p, options, 8))


def test_a_position_that_every_roll_wins_is_exactly_won():
    found = equity(parse_dfen("8/4R3/5K2/Q3k3/3P4/5N2/7B/8 w - - 0 1"), seed=1)
    assert (found.white_win, found.black_win, found.undecided, found.error) == (1, 0, 0, 0)
    assert found.is_exact
    assert found.variance_ratio == math.inf
    over = equity(parse_dfen("8/8/8/8/8/8/8/4K3 b - - 0 1"), seed=1)
    assert (over.white_win, over.is_exact) == (1, True)


@pytest.mark.compiled
def test_work_stops_at_the_target_error_and_not_before_the_least():
    p = parse_dfen(PUBLISHED["sharp knights"][0])
    options = EquityOptions(rollouts=100_000, target_error=0.006, min_rollouts=200)
    found = equity(p, options, seed=9)
    assert found.error <= 0.006
    assert found.stopped_by == "target_error"
    assert 200 <= found.rollouts < 3000
    easy = equity(p, EquityOptions(rollouts=5000, target_error=0.5, min_rollouts=1000), seed=9)
    assert easy.rollouts == 1000


def is_even(counts, cells):
    """Whether counts over `cells` cells are uniform, within 4 sigma of chi squared."""
    expected = sum(counts.values()) / cells
    chi2 = sum((n - expected) ** 2 / expected for n in counts.values())
    chi2 += (cells - len(counts)) * expected
    return chi2 < cells - 1 + 4 * math.sqrt(2 * cells)


def drawn(p, over, count):
    paths = np.empty(count, np.int64)
    draw_turns(p, over, new_walk(), stream(10), paths)
    return paths.tolist()


@pytest.mark.parametrize(
    "text",
    [
        "4k3/P7/8/1P6/8/8/3N4/4K3 w - - 0 1 PPN",
        "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1 PRK",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 PNK",
    ],
)
def test_a_drawn_turn_is_uniform_over_paths_or_over_positions(text):
    p = parse_dfen(text)
    found = TurnList.of(p)
    ends = dict(zip(found.paths.tolist(), found.first_equal.tolist(), strict=True))
    assert not len(found.captures)
    if not COMPILED:
        for over in range(3):
            assert set(drawn(p, over, 2)) <= set(ends)
        return
    for over in (OVER_PATHS, OVER_PATHS_BY_WALK):
        counts = Counter(drawn(p, over, (30 if over == OVER_PATHS else 5) * len(ends)))
        assert set(counts) <= set(ends)
        assert is_even(counts, len(ends))
    boards = Counter(ends[path] for path in drawn(p, OVER_POSITIONS, 10 * len(found.distinct)))
    assert is_even(boards, len(found.distinct))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rollouts": 0}, "rollouts 0"),
        ({"max_plies": 0}, "max_plies 0"),
        ({"target_error": 0.0}, "target_error 0.0"),
        ({"target_error": math.nan}, "target_error nan"),
        ({"threads": 0}, "threads 0"),
        ({"roulette": 1.0}, "roulette 1.0"),
        ({"turns": "moves"}, "'moves'"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, words):
    with pytest.raises(BadValue, match=words):
        EquityOptions(**options)


def test_rolled_dice_have_no_equity_before_the_roll():
    with pytest.raises(BadValue, match="rolled dice"):
        equity(parse_dfen(START + " PNB"))


class Anything(Choice):
    """Every micro-move as likely."""

    def pick(self, analysis, stream):
        return analysis.options[int(below(stream, len(analysis.options)))].move


@pytest.mark.compiled
@pytest.mark.compiled
def test_seconds_end_an_estimate_that_would_go_on():
    p = parse_dfen(START)
    random = equity(p, EquityOptions(rollouts=10**9, seconds=1e-6), seed=1)
    assert random.stopped_by == "seconds"
    assert random.rollouts <= 2 * BATCH
    played = EquityOptions(rollouts=10**9, seconds=1e-6)
    *_, found = played_equities(DiceChessGame(), p, Greedy(), Best(), played, seed=1)
    assert (found.stopped_by, found.rollouts) == ("seconds", 2)


def test_players_make_the_turns_where_they_are_asked_to():
    game, p = DiceChessGame(), parse_dfen(PUBLISHED["sharp knights"][0])
    first = played_equity(game, p, Greedy(), Best(), 6, seed=1)
    assert first == played_equity(game, p, Greedy(), Best(), 6, seed=1)
    assert first.white_win + first.black_win + first.undecided == pytest.approx(1)
    assert first.white_error > 0
    # one ply adds exactly the chance of the first roll, whoever plays
    short = played_equity(game, p, Greedy(), Anything(), 2, max_plies=1, seed=2)
    assert short.white_win == king_risk(p, 1) / ORDERED
    assert short.white_error == 0.25  # two equal lines are no proof


def test_players_need_a_position_before_a_roll_and_two_lines():
    game = DiceChessGame()
    with pytest.raises(BadValue, match="not about to roll"):
        played_equity(game, parse_dfen(START + " PNB"), Greedy(), Best(), 2)
    with pytest.raises(BadValue, match="at least 2"):
        played_equity(game, parse_dfen(START), Greedy(), Best(), 1)


def test_an_equity_settles_look_by_look_to_the_same_answer(monkeypatch):
    p, options = parse_dfen("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1"), EquityOptions(rollouts=3 * BATCH)
    at_once = equity(p, options, seed=1)
    monkeypatch.setattr("kibitz.games.dicechess.equity.LOOK", 1)
    looks = list(equities(p, options, seed=1))
    assert [look.rollouts for look in looks] == [BATCH, 2 * BATCH, 3 * BATCH]
    assert [look.stopped_by for look in looks] == ["", "", "rollouts"]
    assert looks[-1] == at_once
    fewer = EquityOptions(rollouts=50 * BATCH, target_error=0.05, min_rollouts=BATCH)
    *_, stopped = equities(p, fewer, seed=1)
    monkeypatch.undo()
    assert stopped == equity(p, fewer, seed=1)
    assert stopped.stopped_by == "target_error"
