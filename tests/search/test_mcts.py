"""Monte Carlo tree search against a slow twin, tactics and what is known of Kuhn poker."""

import math

import pytest

from kibitz.core.game import turn
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.estimate.estimate import Kind
from kibitz.games.kuhn.game import KuhnGame
from kibitz.games.kuhn.rules import BET, HIDDEN, PASS, Kuhn
from kibitz.games.nim.game import NimGame
from kibitz.games.tictactoe.game import TicTacToeGame
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.mcts import Mcts, can_prove
from kibitz.search.tree import log
from tests.naive.ismcts import grown
from tests.toys.race import Race, RaceGame
from tests.toys.trio import Trio, TrioGame

TICTACTOE = TicTacToeGame()
JACK, QUEEN, KING = 1, 2, 3
CASES = [
    (TICTACTOE, TICTACTOE.parse_position("X.O/.X./..O"), 0),
    (KuhnGame(), Kuhn(QUEEN, HIDDEN, 1), 0),
    (KuhnGame(), Kuhn(HIDDEN, QUEEN, 0b11), 1),
    (RaceGame(), Race(2, 3, 1, 2, 4), 1),
    (TrioGame(), Trio(6, 1), 1),
]


@pytest.mark.parametrize(("game", "view", "seat"), CASES, ids=lambda case: str(case)[:40])
@pytest.mark.parametrize(("plies", "proofs"), [(None, False), (1, False), (None, True), (1, True)])
def test_the_flat_tree_visits_what_a_dictionary_would(game, view, seat, plies, proofs):
    iterations = 600 if COMPILED else 150
    analyst = Mcts(iterations=iterations, playout_plies=plies, megabytes=1, proofs=proofs)
    analysis = analyst.analyse(game, view, seat, 11)
    cut = -1 if plies is None else plies
    proving = proofs and can_prove(game)
    root = grown(game, view, seat, iterations, 1.4, cut, stream(11), proving)
    span = game.greatest_payoff - game.least_payoff
    assert {o.move: o.estimate.samples for o in analysis.options} == {
        move: node.visits for (_, move), node in root.children.items()
    }
    for option in analysis.options:
        node = root.children[seat, option.move]
        mean = node.total / node.visits if node.proof is None else node.proof
        assert option.value == pytest.approx(game.least_payoff + span * mean)
        assert option.estimate.is_exact == (node.proof is not None)
    assert analysis.samples == root.visits
    assert analysis.stopped_by == ("iterations" if root.proof is None else "complete")


@pytest.mark.parametrize("text", ["X.O/.X./..O", "XO./.../...", "X.O/.X./..."])
def test_proven_values_are_those_of_alphabeta(text):
    p = TICTACTOE.parse_position(text)
    seat = int(turn(p))
    proven = Mcts(iterations=200_000).analyse(TICTACTOE, p, seat, 2)
    truth = AlphaBeta(megabytes=1).analyse(TICTACTOE, p, seat, 2)
    assert proven.stopped_by == "complete"
    assert {o.move: o.value for o in proven.options} == {o.move: o.value for o in truth.options}
    assert proven.is_exact


def test_nothing_is_proven_where_there_is_chance_a_secret_or_a_third_seat():
    assert can_prove(TICTACTOE)
    assert can_prove(NimGame(1, 2))
    assert not any(can_prove(game) for game in (KuhnGame(), RaceGame(), TrioGame()))


@pytest.mark.parametrize(
    ("position", "seat", "best"),
    [
        ("XX./OO./...", 0, "c1"),  # win
        ("XX./O../...", 1, "c1"),  # block
        ("X../.O./..X", 1, {"b1", "a2", "c2", "b3"}),  # an edge: a corner loses
    ],
)
def test_tactics_of_tictactoe_are_found(position, seat, best):
    p = TICTACTOE.parse_position(position)
    found = Mcts(iterations=3000).analyse(TICTACTOE, p, seat, 3).best
    assert found.text in best


def test_the_winning_move_of_nim_is_found_and_its_value_nears_a_win():
    game = NimGame(1, 2, 4)
    best = Mcts(iterations=20_000 if COMPILED else 1500).analyse(game, game.start(), 0, 5).best
    assert best.text == "3:1"
    assert best.value > (0.9 if COMPILED else 0.4)


def test_in_kuhn_poker_the_king_is_worth_more_than_the_jack():
    game, analyst = KuhnGame(), Mcts(iterations=4000 if COMPILED else 800)
    jack, queen, king = (
        analyst.analyse(game, Kuhn(card, HIDDEN, 1), 0, 7).best.value
        for card in (JACK, QUEEN, KING)
    )
    assert king > 0.8 > queen > -0.8 > jack


def test_in_kuhn_poker_a_king_calls_and_a_jack_folds_to_a_bet():
    game = KuhnGame()
    call = Mcts(iterations=800).analyse(game, Kuhn(HIDDEN, KING, 0b11), 1, 7)
    fold = Mcts(iterations=800).analyse(game, Kuhn(HIDDEN, JACK, 0b11), 1, 7)
    assert (call.best.move, call.best.value) == (BET, 2.0)
    assert (fold.best.move, fold.best.value) == (PASS, -1.0)
    assert fold.option(BET).value == -2.0


def test_each_of_three_seats_plays_for_itself():
    game = TrioGame()
    assert Mcts(iterations=200).analyse(game, Trio(2, 2), 2, 1).best.value > 1.9
    lost = Mcts(iterations=2000).analyse(game, Trio(3, 0), 0, 1)  # the next seat takes the rest
    assert lost.option(1).value < -0.9


def test_every_option_is_tried_even_with_one_iteration():
    game = NimGame(20, 20)
    analysis = Mcts(iterations=1).analyse(game, game.start(), 0, 1)
    assert [o.estimate.samples for o in analysis.options] == [1] * 40
    assert all((o.loss_error or 0.0) >= math.sqrt(2) for o in analysis.options)  # nothing is known


def test_values_of_a_growing_tree_are_judged_and_close_ones_too_close_to_call():
    start = TICTACTOE.start()
    judged = Mcts(iterations=300, proofs=False).analyse(TICTACTOE, start, 0, 1)
    assert {(o.estimate.kind, o.estimate.by) for o in judged.options} == {
        (Kind.JUDGED, "300 iterations")
    }
    assert judged.basis == "judged, 300 iterations"
    assert judged.is_too_close_to_call(judged.options[1].move)  # eight of nine lead to a draw


@pytest.mark.parametrize("cut", [1, 7, 1000])
def test_what_is_remembered_of_a_tree_does_not_depend_on_how_its_work_is_cut(cut, monkeypatch):
    whole = Mcts(iterations=500).analyse(TICTACTOE, TICTACTOE.start(), 0, 4)
    pieces = [min(cut, 500 - done) for done in range(0, 500, cut)]
    monkeypatch.setattr("kibitz.search.mcts.blocks", lambda most, seconds: iter(pieces))
    assert Mcts(iterations=500).analyse(TICTACTOE, TICTACTOE.start(), 0, 4).options == whole.options


def test_the_same_seed_gives_the_same_answer_and_another_seed_another():
    first, again, other = (
        Mcts(iterations=300).analyse(TICTACTOE, TICTACTOE.start(), 0, seed) for seed in (4, 4, 5)
    )
    assert first.options == again.options
    assert first.options != other.options


def test_a_full_tree_still_takes_samples(monkeypatch):
    monkeypatch.setattr("kibitz.search.tree.NODE_BYTES", 1 << 16)  # room for 16 nodes
    game, p = TICTACTOE, TICTACTOE.parse_position("XX./OO./...")
    analysis = Mcts(iterations=500, megabytes=1).analyse(game, p, 0, 1)
    assert sum(o.estimate.samples for o in analysis.options) == 500
    assert analysis.best.text == "c1"


def test_a_time_limit_ends_the_search():
    analysis = Mcts(seconds=0.05).analyse(TICTACTOE, TICTACTOE.start(), 0, 1)
    assert analysis.stopped_by == "seconds"
    assert analysis.samples > 16


def test_the_logarithm_of_the_table_is_right():
    for n in (1, 2, 10, 4095, 4096, 10_000, 1 << 20, (1 << 30) + 12345):
        assert float(log(n)) == pytest.approx(math.log(n), abs=3e-4)


def test_settings_that_make_no_sense_are_refused():
    with pytest.raises(BadValue, match="iterations 0 of mcts is not positive"):
        Mcts(iterations=0)
    with pytest.raises(BadValue, match=r"c -1.0 of mcts is negative"):
        Mcts(c=-1.0)
