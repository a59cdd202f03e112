"""Alpha-beta against plain minimax and against the theory of nim."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from kibitz.core.game import Game, Position, play, sample, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.errors import BadValue, WrongKind
from kibitz.estimate.estimate import Analysis
from kibitz.games.nim.game import NimGame
from kibitz.games.nim.theory import NimTheory
from kibitz.games.tictactoe.game import TicTacToeGame
from kibitz.games.ultimate.game import UltimateGame
from kibitz.search.alphabeta import AlphaBeta
from tests.naive.minimax import option_outcomes
from tests.toys.grab import Grab, GrabGame

TICTACTOE = TicTacToeGame()
ULTIMATE = UltimateGame()


def analysed(game: Game, p: Position, **settings) -> Analysis:
    return AlphaBeta(megabytes=1, **settings).analyse(game, p, int(turn(p)), 0)


def found_outcomes(analysis: Analysis) -> dict[int, tuple[float, int]]:
    return {o.move: (o.value, int(o.facts.get("plies", 0))) for o in analysis.options}


def random_position(game: Game, plies: int, seed: int) -> Position:
    """A position after so many random moves, or one before the game ended."""
    p, luck, out = game.start(), stream(seed, plies), game.scratch()
    for _ in range(plies):
        after = play(p, sample(p, out, luck))
        if turn(after) < 0:
            break
        p = after
    return p


@pytest.mark.parametrize("seed", range(40 if COMPILED else 12))
def test_every_option_of_tictactoe_is_worth_what_minimax_says_and_ends_as_soon(seed):
    p = random_position(TICTACTOE, 3 + seed % 5, seed)
    analysis = analysed(TICTACTOE, p)
    assert analysis.is_exact
    assert analysis.stopped_by == "complete"
    assert found_outcomes(analysis) == option_outcomes(TICTACTOE, p)


def test_every_first_move_of_tictactoe_draws():
    analysis = analysed(TICTACTOE, TICTACTOE.start())
    assert [(o.value, o.reason) for o in analysis.options] == [(0.0, "draws")] * 9
    assert analysis.is_exact


@pytest.mark.parametrize(("misere", "limit"), [*product([False, True], [0, 2, 3])])
def test_every_option_of_nim_is_worth_what_theory_says(misere, limit):
    game = NimGame(3, 3, 3, misere=misere, limit=limit)
    every = list(combinations_with_replacement(range(5 if COMPILED else 3), 3))[1:]
    for heaps in every:
        p = game.parse_position(",".join(map(str, heaps)))
        truth = NimTheory().analyse(game, p, 0, 0)
        found = analysed(game, p)
        assert found.is_exact
        assert {o.move: o.value for o in found.options} == {o.move: o.value for o in truth.options}


@pytest.mark.parametrize("misere", [False, True])
def test_a_proof_of_nim_ends_as_soon_as_minimax_says(misere):
    game = NimGame(3, 3, 2, misere=misere)
    positions = ["3,3,2", "3,2,1", "4,2,1"] if COMPILED else ["3,3,2"]
    for p in map(game.parse_position, positions):
        assert found_outcomes(analysed(game, p)) == option_outcomes(game, p)


@pytest.mark.parametrize("stones", range(1, 12))
def test_a_seat_that_moves_again_keeps_its_point_of_view(stones):
    game, p = GrabGame(), Grab(stones, 1, stones % 2)
    analysis = analysed(game, p)
    assert analysis.is_exact
    assert found_outcomes(analysis) == option_outcomes(game, p)


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_a_limited_depth_gives_the_values_of_minimax_to_that_depth(depth):
    game = GrabGame()
    for stones, seat in product([6, 11, 14], [0, 1]):
        p = Grab(stones, 0, seat)
        analysis = analysed(game, p, depth=depth)
        truth = {move: value for move, (value, _) in option_outcomes(game, p, depth).items()}
        assert {o.move: o.value for o in analysis.options} == truth
        assert not analysis.is_exact
        assert analysis.basis == f"judged, {depth} {'ply' if depth == 1 else 'plies'}"
        assert analysis.stopped_by == "depth"


def test_the_fastest_win_and_the_slowest_loss_stand_first():
    p = TICTACTOE.parse_position("X.O/.X./O..")  # X wins at once in the corner
    assert analysed(TICTACTOE, p).best.reason == "wins in 1 ply"
    game = NimGame(3, 3)  # lost, whatever one does
    analysis = analysed(game, game.start())
    assert [(o.value, o.reason) for o in analysis.options][:2] == [(-1.0, "loses in 6 plies")] * 2
    plies = [int(o.facts["plies"]) for o in analysis.options]
    assert plies == sorted(plies, reverse=True)
    assert plies[-1] == 2  # take a whole heap, lose the other


def test_a_proven_option_is_exact_though_the_depth_is_limited():
    p = TICTACTOE.parse_position("XX./OO./...")
    analysis = analysed(TICTACTOE, p, depth=2)
    won = analysis.best
    assert (won.text, won.value, won.estimate.is_exact) == ("c1", 1.0, True)
    assert not analysis.is_exact


def test_a_node_limit_stops_with_the_last_finished_depth_and_is_repeatable():
    p = TICTACTOE.start()
    first, again = (analysed(TICTACTOE, p, nodes=500) for _ in range(2))
    assert first.stopped_by == "nodes"
    assert first.samples <= 500
    assert first.options == again.options
    depth = int(first.notes[0].split()[1])
    assert first.options == analysed(TICTACTOE, p, depth=depth).options


def test_one_node_still_values_every_option():
    analysis = analysed(TICTACTOE, TICTACTOE.start(), nodes=1)
    assert len(analysis.options) == 9


def test_a_table_is_no_larger_than_the_search_can_fill():
    assert AlphaBeta(depth=1).table_megabytes(TICTACTOE) == 1
    assert AlphaBeta(nodes=300_000).table_megabytes(TICTACTOE) == 3
    assert AlphaBeta(nodes=10**9).table_megabytes(TICTACTOE) == 32
    assert AlphaBeta(megabytes=5).table_megabytes(TICTACTOE) == 5


def test_a_time_limit_stops_a_search_that_would_not_end():
    game = NimGame(40, 41, 42, 43)
    analysis = analysed(game, game.start(), seconds=0.2)
    assert analysis.stopped_by == "seconds"
    assert len(analysis.options) == 166
    assert analysis.samples > 166


def test_a_tiny_table_changes_no_value(monkeypatch):
    monkeypatch.setattr(
        "kibitz.search.alphabeta.new_table", lambda megabytes: np.zeros((8, 4), np.int64)
    )
    p = random_position(TICTACTOE, 3, 5)
    assert found_outcomes(analysed(TICTACTOE, p)) == option_outcomes(TICTACTOE, p)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"has_chance": True}, "alphabeta cannot play grab: it has chance"),
        ({"has_secrets": True}, "alphabeta cannot play grab: it has hidden cards or pieces"),
        ({"seats": 3}, "alphabeta cannot play grab: it has 3 seats, not two"),
        ({"least_payoff": 0.0}, "alphabeta cannot play grab: its payoffs do not sum to zero"),
        ({"most_plies": 10_000}, "alphabeta cannot play grab: it lasts too many plies"),
    ],
)
def test_a_game_of_another_kind_is_refused_by_name(change, why):
    game = GrabGame()
    vars(game).update(change)
    with pytest.raises(WrongKind, match=why):
        AlphaBeta().analyse(game, game.start(), 0, 0)


def test_settings_and_seats_that_make_no_sense_are_refused():
    with pytest.raises(BadValue, match="depth 0 of alphabeta is not positive"):
        AlphaBeta(depth=0)
    with pytest.raises(BadValue, match="O is not to move"):
        AlphaBeta().analyse(TICTACTOE, TICTACTOE.start(), 1, 0)
    over = TICTACTOE.parse_position("XXX/OO./...")
    with pytest.raises(BadValue, match="is over"):
        AlphaBeta().analyse(TICTACTOE, over, 1, 0)


def check_best(full: Analysis, narrow: Analysis) -> None:
    """Hold a search of the best option alone to one of all options."""
    values = {o.move: o.value for o in full.options}
    best = narrow.options[0]
    assert best.value == full.options[0].value == values[best.move]
    for option in narrow.options[1:]:
        assert option.rank < best.rank or option.estimate.is_exact
        # one that is as good stands a millionth below, so that nobody plays an unproven bound
        assert option.value >= values[option.move] - 1.1e-6


@pytest.mark.parametrize("seed", range(30 if COMPILED else 6))
@pytest.mark.parametrize("depth", [2, 3, 5])
def test_the_best_option_alone_is_worth_what_it_is_among_all(seed, depth):
    p = random_position(ULTIMATE, 2 * seed, seed)
    settings = {"depth": depth if COMPILED else 2}
    full = analysed(ULTIMATE, p, **settings)
    check_best(full, analysed(ULTIMATE, p, only_best=True, **settings))


@pytest.mark.parametrize("game", [TICTACTOE, NimGame(2, 3, 4), GrabGame()])
def test_a_best_option_that_is_proven_ends_as_soon_as_among_all(game):
    full = analysed(game, game.start())
    narrow = analysed(game, game.start(), only_best=True)
    check_best(full, narrow)
    assert narrow.options[0].estimate.is_exact
    assert narrow.options[0].facts == full.options[0].facts


@pytest.mark.parametrize("nodes", [1, 40, 200, 1000])
def test_a_stopped_search_of_the_best_option_has_a_value_for_it(nodes):
    p = random_position(ULTIMATE, 12, 1)
    narrow = analysed(ULTIMATE, p, only_best=True, nodes=nodes)
    assert all(-1.0 <= option.value <= 1.0 for option in narrow.options)
    assert narrow.options[0].rank > narrow.options[1].rank


def test_the_best_option_alone_takes_a_fraction_of_the_positions():
    full, narrow = (
        analysed(ULTIMATE, ULTIMATE.start(), depth=4, only_best=only) for only in (False, True)
    )
    assert narrow.samples < full.samples / 3
