"""Sequels: levels play on as they do in games, and options meet the same luck."""

import numpy as np
import pytest

from kibitz.core.game import OVER, payoff, turn, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import child, stream
from kibitz.games.bluff.game import BluffGame
from kibitz.games.bluff.gaps import DRAWN, MADE, decisions_of, gaps_of, mixed
from kibitz.games.bluff.layout import opened
from kibitz.games.bluff.sequel import KNOWN, sequels

pytestmark = pytest.mark.compiled


def won_in_games(game, p, names, count):
    """What seat 0 wins when the levels themselves play on: the slow twin of sequels."""
    levels, won = [game.levels[name] for name in names], []
    for number in range(count):
        q, luck, ply = p, stream(number), 0
        while turn(q) != OVER:
            seat, ply = int(turn(q)), ply + 1
            level, key = levels[seat], child(number, ply)
            q = game.play(
                q, level.choice.choose(level.analyst, game, view(q, seat), seat, key, luck)
            )
        won.append(game.chance_to_win(float(payoff(q, 0))))
    return np.array(won)


@pytest.mark.parametrize(
    "names",
    [
        ("intermediate", "beginner", "beginner"),
        ("beginner", "beginner", "advanced"),
    ],
)
def test_levels_win_in_sequels_as_often_as_they_do_in_games(names):
    """Within four errors; which seat wins hangs on its slips and on whom it calls."""
    game = make_game("bluff(3,turns=40)")
    p = game.play(game.start(), 11)
    move = game.legal_moves(p)[0]
    quick = sequels(opened(p), 0, [move], names, 4000, 3)[:, 0]
    slow = won_in_games(game, game.play(p, move), names, 25)
    error = np.hypot(quick.std() / 4000**0.5, max(slow.std(), 0.1) / 25**0.5)
    assert abs(quick.mean() - slow.mean()) < 4 * error


def test_a_better_level_wins_more_from_the_same_position():
    game = BluffGame(4)
    p = game.play(game.start(), 12)
    move = game.legal_moves(p)[0]
    others = ("advanced", "intermediate", "beginner")
    won = [
        sequels(opened(p), 0, [move], (name, *others), 60, 1).mean()
        for name in ("random", "intermediate", "expert")
    ]
    assert won == sorted(won)
    assert won[0] + 0.15 < won[2]
    assert set(KNOWN) >= set(game.levels)


def test_the_same_move_has_the_same_luck_and_another_seed_has_another():
    game = make_game("bluff(3)")
    p = game.play(game.start(), 5)
    move, names = game.legal_moves(p)[3], ("intermediate", "beginner", "beginner")
    won = sequels(opened(p), 0, [move, move], names, 200, 1)
    assert (won[:, 0] == won[:, 1]).all()
    assert won.tolist() == sequels(opened(p), 0, [move, move], names, 200, 1).tolist()
    assert won.tolist() != sequels(opened(p), 0, [move, move], names, 200, 2).tolist()


def test_options_of_one_decision_are_won_and_lost_together():
    """By the same luck: their results go together, and the difference varies less."""
    game = make_game("bluff(3,turns=30)")
    p = game.play(game.start(), 5)
    moves, names = game.legal_moves(p)[:2], ("intermediate", "beginner", "beginner")
    won = sequels(opened(p), 0, moves, names, 3000, 1)
    assert np.asarray(np.corrcoef(won.T))[0, 1] > 0.15


def test_a_last_play_that_is_true_wins_in_every_sequel():
    game = make_game("bluff(2)")
    rest = "AAAA" + "".join(rank * 4 for rank in "23456789TJQ") + "KK"
    text = f"KK,{rest} -,- K 0@12 -,-/-,- 0.0.0.0,0.0.0.0 0.0.0.0.0,0.0.0.0.0 0.0.0,0.0.0 -,- -,- -"
    p = game.parse_position(text)
    names = ("advanced", "advanced")
    assert sequels(opened(p), 0, [game.parse_move(p, "KK")], names, 50, 1).min() == 1.0


def test_gaps_are_of_moves_that_were_made_or_drawn_and_repeat_with_the_seed():
    found = list(gaps_of(2, 3, 5, 0.3, 2))
    assert found == list(gaps_of(2, 3, 5, 0.3, 2)) != list(gaps_of(2, 3, 6, 0.3, 2))
    assert {one.kind for one in found} <= {MADE, DRAWN}
    assert all(one.share <= one.best_share for one in found)
    game = BluffGame(2)
    seed, names = child(5, 2, 3), mixed(game, 3)
    seats = {d.ply: d.seat for d in decisions_of(game, names, seed)}
    assert found
    assert all(one.level == names[seats[one.ply]] for one in found)
