"""`kibitz bench decisions`: everything is measured, and what is called exact is."""

import pytest

from kibitz.core.kernel import COMPILED
from kibitz.errors import WrongKind
from kibitz.estimate.trial import Trial, root_mean_square, timed
from kibitz.games.tictactoe.game import TicTacToeGame
from kibitz.lab.figures import duration
from kibitz.search.minimax import minimax
from tests.cli.shell import check_refused, kibitz
from tests.naive.minimax import option_outcomes
from tests.toys.grab import Grab, GrabGame

WANTED = ["minimax", "alpha-beta", "Monte Carlo", "tree search", "SO-ISMCTS", "CFR+", "nim-sum"]
WANTED += ["Grundy", "opponent model", "density map", "posterior", "all deals", "sets of rolls"]


@pytest.mark.compiled
def test_every_algorithm_is_measured_and_what_is_exact_has_no_error():
    trials = kibitz("bench", "decisions", "--quick", "--seed", "5", "--json").json["trials"]
    names = " ".join(trial["algorithm"] for trial in trials)
    assert all(name in names for name in WANTED)
    assert all(trial["seconds"] > 0 and trial["work"] >= 1 for trial in trials)
    assert all(trial["error"] == 0 for trial in trials if trial["exact"])
    assert all(trial["against"] for trial in trials)
    plain = next(trial for trial in trials if trial["algorithm"] == "minimax")
    assert plain["work"] == 549_946  # positions of tic-tac-toe by every order of moves
    chances = [t for t in trials if "sampled boards" in t["algorithm"]]
    assert all(0 < trial["error"] < 4 * 0.5 / trial["work"] ** 0.5 for trial in chances)  # 4 sigma


def test_minimax_values_every_option_as_the_slow_twin_does():
    game = TicTacToeGame()
    for text in ("X.O/.X./..O", "XOX/.O./...", "X../.O./..X")[: 3 if COMPILED else 1]:
        p = game.parse_position(text)
        truth = {move: value for move, (value, _) in option_outcomes(game, p).items()}
        assert minimax(game, p)[0] == truth
    grab = GrabGame()  # a seat may move again
    stones = Grab(8, 0, 1)
    truth = {move: value for move, (value, _) in option_outcomes(grab, stones).items()}
    assert minimax(grab, stones)[0] == truth


def test_minimax_counts_every_position():
    game = TicTacToeGame()
    assert minimax(game, game.parse_position("XOX/OXO/.X."))[1] == 5  # it, two, and two full


def test_minimax_refuses_games_of_another_kind():
    from kibitz.core.registry import make_game

    game = make_game("kuhn")
    with pytest.raises(WrongKind, match="minimax cannot play kuhn"):
        minimax(game, game.start())


def test_a_trial_says_what_its_answer_is_worth():
    exact = Trial("d", "a", 1.0, 1, "nodes", True, 0.0, "truth")
    assert exact.worth == "exact; truth"
    guess = Trial("d", "a", 1.0, 1, "nodes", False, 0.125, "values", 0.5)
    assert guess.worth == "off by 0.12, 50% right; values"
    assert root_mean_square([3.0, -4.0]) == pytest.approx(12.5**0.5)
    assert timed(lambda: 7, calls=3)[0] == 7


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (3e-8, "30 ns"),
        (4.2e-6, "4.2 µs"),
        (0.01234, "12.3 ms"),
        (0.17, "170 ms"),
        (0.9996, "1 s"),
        (2.5, "2.5 s"),
        (59.97, "1 min 0 s"),
        (3599.7, "1 h 0 min"),
    ],
)
def test_durations_are_told_in_a_fitting_unit(seconds, text):
    assert duration(seconds) == text


def test_bad_options_are_refused_in_one_sentence():
    check_refused(kibitz("bench", "decisions", "--seed", "x"), "x")
    check_refused(kibitz("bench", "decision"), "decision")


def test_no_duration_is_ever_written_with_an_exponent():
    texts = [
        duration(mantissa * 10.0**power) for power in range(-9, 6) for mantissa in (1.7, 9.999)
    ]
    assert not [text for text in texts if "e" in text]
