"""Play-outs against means that can be worked out."""

import numpy as np
import pytest
from benchmarks.random_games import play_random_games

from kibitz.core.game import OVER, Game, Position, payoff, play, turn, weight
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.games.kuhn.game import KuhnGame
from kibitz.games.kuhn.rules import BET, HIDDEN, PASS, Kuhn
from kibitz.games.tictactoe.game import TicTacToeGame
from kibitz.search import rollout
from kibitz.search.playout import TO_THE_END
from kibitz.search.rollout import Rollout, add_up, roll
from tests.strangers import StrangeHands
from tests.toys.race import RUN, STAY, Race, RaceGame

TICTACTOE = TicTacToeGame()


def random_mean(game: Game, p: Position, seat: int) -> float:
    """What `seat` gets on average if every move is random."""
    if turn(p) == OVER:
        return float(payoff(p, seat))
    legal = game.legal_moves(p)
    weights = [int(weight(p, m)) if turn(p) == -1 else 1 for m in legal]
    means = [random_mean(game, play(p, m), seat) for m in legal]
    return float(np.dot(weights, means)) / sum(weights)


@pytest.mark.parametrize(
    ("game", "p"),
    [
        (TICTACTOE, TICTACTOE.parse_position("X.O/.X./..O")),
        (RaceGame(), Race(2, 3, 1, 2, 3)),
    ],
)
def test_each_option_is_worth_the_mean_of_random_play(game, p):
    seat = int(turn(p))
    analysis = Rollout(samples=4000 if COMPILED else 1000).analyse(game, p, seat, 2)
    for option in analysis.options:
        truth = random_mean(game, play(p, option.move), seat)
        assert abs(option.value - truth) <= 4 * option.estimate.error  # 4 sigma


def test_hidden_cards_are_drawn_by_their_chance():
    game = KuhnGame()
    analysis = Rollout(samples=2000).analyse(game, Kuhn(HIDDEN, 2, 0b11), 1, 3)
    assert analysis.option(PASS).value == -1.0
    call = analysis.option(BET)  # with the Queen the other card is King or Jack, evenly
    assert abs(call.value) <= 4 * call.estimate.error
    assert call.estimate.error == pytest.approx(2.0 / np.sqrt(2000), rel=0.01)


def test_equal_moves_have_equal_values_bit_for_bit():
    legal, totals, products = np.array([RUN, STAY, RUN]), np.zeros(3), np.zeros((3, 3))
    luck, choice = np.empty(4, np.uint64), np.empty(4, np.uint64)
    work = (np.empty(3), totals, products, RaceGame().scratch(), stream(8), luck, choice)
    roll(Race(3, 1, 0, 1, 6), 0, 300, TO_THE_END, legal, *work)
    assert totals[0] == totals[2] != totals[1]
    assert products[0, 0] == products[2, 2] == products[2, 0]


def test_shared_luck_makes_the_error_of_a_difference_small():
    game = RaceGame()
    analysis = Rollout(samples=1000).analyse(game, Race(3, 1, 0, 1, 5), 0, 1)
    best, other = analysis.options
    apart = np.hypot(best.estimate.error, other.estimate.error)
    assert best.loss_error == 0.0
    assert 0.0 < (other.loss_error or 0.0) < apart


def test_the_same_seed_gives_the_same_answer_and_a_time_limit_says_so():
    p = TICTACTOE.start()
    first, again = (Rollout(samples=200).analyse(TICTACTOE, p, 0, 9) for _ in range(2))
    assert first.options == again.options
    assert (first.samples, first.stopped_by) == (200, "samples")
    assert Rollout(seconds=0.02).analyse(TICTACTOE, p, 0, 9).stopped_by == "seconds"


@pytest.mark.parametrize("plies", [None, 1])
def test_blocks_played_by_others_change_no_bit(plies, monkeypatch):
    monkeypatch.setattr(rollout, "BLOCK", 30)
    game, p = RaceGame(), Race(3, 1, 0, 1, 5)
    for samples in (7, 30, 135):
        analyst = Rollout(samples=samples, playout_plies=plies)
        alone = analyst.analyse(game, p, 0, 9)
        shared = analyst.analyse_by(StrangeHands(), game, p, 0, 9)
        assert shared.options == alone.options
        assert (shared.samples, shared.stopped_by) == (samples, "samples")
    with pytest.raises(BadValue, match="seconds 1 of rollout are counted by one process"):
        Rollout(seconds=1).analyse_by(StrangeHands(), game, p, 0, 9)


def test_a_longer_run_goes_on_with_the_worlds_of_a_shorter_one(monkeypatch):
    monkeypatch.setattr(rollout, "BLOCK", 8)
    game, p = RaceGame(), Race(3, 1, 0, 1, 5)
    runs = [Rollout(samples=n).analyse(game, p, 0, 9) for n in range(1, 18)]
    totals = [[run.samples * run.option(move).value for move in (RUN, STAY)] for run in runs]
    steps = np.diff(totals, axis=0).round(6)
    assert set(steps.flat) <= {-1.0, -0.5, 0.0, 0.5, 1.0}  # what one more game gave
    assert (steps[:7] != steps[8:15]).any()  # a block has a stream of its own


def test_with_many_options_only_the_squares_are_kept():
    row, totals, products = np.arange(100.0), np.zeros(100), np.zeros((100, 1))
    add_up(row, totals, products)
    add_up(row, totals, products)
    assert np.array_equal(totals, 2 * row)
    assert np.array_equal(products[:, 0], 2 * row**2)


def test_a_cut_off_play_out_takes_the_guess_of_the_game():
    race, p = RaceGame(), Race(4, 0, 0, 1, 4)
    analysis = Rollout(samples=5, playout_plies=0).analyse(race, p, 0, 1)
    assert analysis.basis == "judged, play-outs of 0 plies"
    assert [o.value for o in analysis.options] == pytest.approx([5 / 12, 4 / 12])


def test_random_games_of_tictactoe_are_won_by_the_first_seat_as_often_as_counted():
    games = 20_000 if COMPILED else 1500
    mean = 737 / 1260 - 121 / 420  # chances of X and of O when both play at random
    totals = np.zeros(2)
    p = TICTACTOE.start()
    plies = int(play_random_games(p, games, TICTACTOE.scratch(), totals, stream(1)))
    assert totals[0] == -totals[1]
    assert abs(totals[0] / games - mean) < 4 / np.sqrt(games)
    assert 5 * games <= plies <= 9 * games
