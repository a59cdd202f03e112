"""Analysts and levels: whole lists, honest parts, and nothing seen that is hidden."""

from typing import Any

import numpy as np
import pytest

from kibitz.core.coached import coached
from kibitz.core.game import CHANCE, OVER, play, sample, turn, view, world
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadValue, UnknownName
from kibitz.games.cribbage.advice.analyst import Counsel
from kibitz.players.roster import make_player

GAME = coached(make_game("cribbage"))
WORLDS = 12 if COMPILED else 2
PLAYING = "phase=play dealer=1 seat=0 scores=0-0 starter=2c hands=5h4s9dKc/???? thrown=AhAd/??"
THROWING = "phase=throw dealer=1 seat=0 scores=0-0 hands=5h5s6d7cKhQs/??????"


def decisions(game, count, seed):
    """Positions of a random game in which a seat has a choice."""
    p, random, out = game.start(), stream(seed), game.scratch()
    found: list[Any] = []
    while turn(p) != OVER and len(found) < count:
        if turn(p) != CHANCE and len(game.legal_moves(p)) > 1:
            found.append(p)
        p = play(p, sample(p, out, random))
    return found


@pytest.mark.parametrize("level", ["beginner", "intermediate", "advanced", "expert"])
def test_no_level_plays_differently_when_only_hidden_cards_differ(level):
    player, luck = make_player(level, GAME), stream(71)
    for number, p in enumerate(decisions(GAME, 14 if COMPILED else 3, 72)):
        v = view(p, p.seat)
        move = player.move(v, p.seat, number)
        assert move in GAME.legal_moves(p)
        for _ in range(WORLDS):
            other = view(world(v, p.seat, luck), p.seat)
            assert player.move(other, p.seat, number) == move


def test_the_parts_of_a_throw_add_up_to_its_value_and_leave_winning_out():
    v = GAME.parse_position(THROWING)
    analysis = Counsel(worlds=2).analyse(GAME, v, 0, 1)
    assert analysis.unit == "points"
    assert len(analysis.options) == 15
    assert not analysis.is_exact  # what is pegged is learned
    assert Counsel(throw="uniform", worlds=2).analyse(GAME, v, 0, 1).is_exact
    for option in analysis.options:
        points = option.parts["hand"] + option.parts["crib"] + option.parts["pegging"]
        assert option.value == pytest.approx(points)
        assert option.parts["crib"] < 0  # pone throws into the other's crib
        assert option.win is not None
        assert 0 <= option.win.value <= 1
    assert analysis.best.text in ("KhQs", "QsKh")


def test_near_the_end_an_aware_analyst_counts_in_wins():
    for line in (THROWING, PLAYING):
        v = GAME.parse_position(line.replace("0-0", "110-100"))
        aware = Counsel(iterations=40, worlds=2, aware=35).analyse(GAME, v, 0, 1)
        assert aware.unit == "wins"
        assert all(-1 <= option.value <= 1 for option in aware.options)
        assert Counsel(iterations=40, worlds=2).analyse(GAME, v, 0, 1).unit == "points"


def test_equal_ranks_are_worth_the_same_and_get_the_same_error():
    v = GAME.parse_position(PLAYING.replace("9dKc", "5dKc"))
    for play_method in ("careful", "tree", "search", "greedy"):
        analysis = Counsel(play=play_method, iterations=40).analyse(GAME, v, 0, 3)
        fives = [o.estimate for o in analysis.options if o.text[0] == "5"]
        assert fives[0] == fives[1]
        assert len(analysis.options) == 4


@pytest.mark.compiled
def test_a_card_that_wins_the_game_is_certain_to_win():
    line = "phase=play dealer=1 seat=0 scores=119-120 starter=2c hands=5h3s/?? played=9dKc/KhQs "
    v = GAME.parse_position(line + "thrown=AhAd/?? pile=K")
    analysis = Counsel(iterations=400, aware=35).analyse(GAME, v, 0, 1)
    assert analysis.best.text == "5h"
    assert analysis.best.value == pytest.approx(1, abs=1e-12)


def test_phases_and_hands_are_told_to_the_coach():
    first = decisions(GAME, 1, 75)[0]
    assert GAME.phase(first) == "throw"
    assert GAME.hand(first) == 0
    assert GAME.phase(GAME.parse_position(PLAYING)) == "play"


def test_bad_settings_are_refused():
    with pytest.raises(UnknownName, match="exakt"):
        Counsel(throw="exakt")
    with pytest.raises(UnknownName, match="psychic"):
        Counsel(play="psychic")
    with pytest.raises(BadValue, match="iterations 0"):
        Counsel(iterations=0)


def test_an_analyst_is_made_again_from_its_text():
    from kibitz.players.roster import make_analyst

    made = Counsel(throw="uniform", play="search", iterations=80, worlds=0)
    assert make_analyst(made.text, GAME) == made
    assert np.isfinite(made.c)
