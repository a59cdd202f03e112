"""`kibitz analyse`, `games` and `perft`: what programs and people get."""

import subprocess
import sys

import pytest

from kibitz import __version__
from kibitz.core.kernel import COMPILED
from tests.cli.shell import check_refused, kibitz


def test_nim_3_4_5_is_exact_with_its_winning_move_first():
    answer = kibitz("analyse", "nim", "3,4,5", "--json").json
    assert answer["schema"] == "analysis/2"
    assert (answer["game"], answer["position"], answer["seat"]) == ("nim", "3,4,5", 0)
    assert answer["exact"] is True
    assert answer["best"] == "1:2"
    assert answer["version"] == __version__
    assert answer["options"][0] == {
        "move": "1:2",
        "value": 1.0,
        "error": 0.0,
        "exact": True,
        "kind": "exact",
        "by": "",
        "samples": 0,
        "loss": 0.0,
        "too_close_to_call": False,
        "parts": {},
        "win": None,
        "win_error": None,
        "frequency": None,
        "facts": {"nim_sum": 0},
        "reason": "leaves nim-sum 0 and wins",
    }
    assert [option["value"] for option in answer["options"]] == [1.0] + [-1.0] * 11


def test_misere_ones_are_all_lost():
    answer = kibitz("analyse", "nim(1,1,1,misere=true)", "1,1,1", "--json").json
    assert {option["value"] for option in answer["options"]} == {-1.0}


def test_the_empty_tic_tac_toe_board_is_a_draw_for_every_move():
    answer = kibitz("analyse", "tictactoe", ".../.../...", "--json").json
    assert [option["value"] for option in answer["options"]] == [0.0] * 9
    assert answer["exact"] is True


def test_the_same_seed_gives_the_same_analysis():
    command = ("analyse", "tictactoe", "X../.O./...", "--analyst", "mcts", "--iterations", "300")
    first, second = (kibitz(*command, "--seed", "7", "--json").json for _ in range(2))
    assert first == second
    assert first["samples"] == 300
    assert first["seconds"] is None
    assert kibitz(*command, "--times", "--json").json["seconds"] > 0


def test_a_budget_is_that_of_a_review():
    command = ("analyse", "tictactoe", "X../.O./...", "--analyst", "rollout", "--seed", "7")
    worth = {"fast": 1_000, "coaching": 8_000, "exact": 50_000}
    for budget, samples in list(worth.items())[: 3 if COMPILED else 0]:
        assert kibitz(*command, "--budget", budget, "--json").json["samples"] == samples
    check_refused(kibitz(*command, "--budget", "fast", "--iterations", "5"), "not both")


@pytest.mark.compiled
def test_several_share_the_work_on_a_decision_where_the_analyst_can():
    command = ("analyse", "tictactoe", "X../.O./...", "--seed", "7", "--json")
    rollouts = (*command, "--analyst", "rollout", "--looks", "--iterations", "1700")
    assert kibitz(*rollouts, "--workers", "2").out == kibitz(*rollouts).out
    told = "alphabeta cannot share the work on one decision; rollout can"
    check_refused(kibitz(*command, "--analyst", "alphabeta", "--workers", "2"), told)
    check_refused(kibitz(*command, "--analyst", "alphabeta", "--cluster", "local:2"), told)
    for way in (("--workers", "2"), ("--cluster", "local:2")):
        answer = kibitz(*command, "--analyst", "rollout", "--seconds", "1", *way)
        check_refused(answer, f"--seconds excludes {way[0]}")


def test_what_a_tree_says_is_judged_and_has_no_error():
    command = ("analyse", "tictactoe", ".../.../...", "--analyst", "mcts", "--iterations", "50")
    said = kibitz(*command, "--seed", "1", "--json").json
    assert (said["kind"], said["basis"]) == ("judged", "judged, 50 iterations")
    assert {(o["kind"], o["error"]) for o in said["options"]} == {("judged", None)}
    assert "±" not in kibitz(*command, "--seed", "1").out


def test_a_seat_may_be_given_where_the_text_does_not_say_whose_turn_it_is():
    assert kibitz("analyse", "nim", "3,4,5", "--seat", "2", "--json").json["seat"] == 1


def test_people_get_a_board_and_a_table():
    out = kibitz("analyse", "nim", "3,4,5").out
    assert "heap 1  ●●●" in out
    assert "leaves nim-sum 0 and wins" in out
    assert "\x1b[" not in out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["analyse", "nmi", "3"], ["unknown game 'nmi'", "did you mean 'nim'"]),
        (["analyse", "nim", "3,x"], ["'x'", "column 3"]),
        (["analyse", "nim", "-1,2"], ["'-1,2'", "negative"]),
        (["analyse", "nim", "200"], ["200 stones"]),
        (["analyse", "nim", "0"], ["nothing to decide", "over"]),
        (["analyse", "tictactoe", "XXX/XX./..."], ["5 X and 0 O"]),
        (["analyse", "tictactoe", "X../.../...", "--seat", "1"], ["X is not to move"]),
        (["analyse", "nim", "3", "--analyst", "alfabeta"], ["'alfabeta'", "'alphabeta'"]),
        (["analyse", "nim", "3", "--seat", "7"], ["nim has only 2 seats"]),
        (["analyse", "nim", "3", "--seed", "-4"], ["seed -4"]),
        (["analyse", "nim", "3", "--iterations", "0"], ["iterations 0"]),
        (["analyse", "nim", "3", "--bogus"], ["--bogus"]),
        (["review", "x", "--bogus"], ["--bogus"]),
        (["analyse", "nim"], ["POSITION"]),
        (["perft", "nim", "x"], ["'x'"]),
        (["plya"], ["unknown command 'plya'", "'play'"]),
        (["play", "nim", "--seat", "3"], ["nim has only 2 seats"]),
        (["show", "nim", "--seat", "0"], ["--seat", "0 is not in the range x>=1"]),
        (["play", "nim", "--against", "nobody"], ["'nobody'"]),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(args, words):
    check_refused(kibitz(*args), *words)


def test_perft_counts_the_tic_tac_toe_tree():
    answer = kibitz("perft", "tictactoe", "5", "--json").json
    assert answer["counts"] == [1, 9, 72, 504, 3024, 15120]
    assert answer["nodes"] == 15120
    assert "15,120" in kibitz("perft", "tictactoe", "5").out


def test_the_list_of_games_names_levels_and_options():
    listed = {row["name"]: row for row in kibitz("games", "--json").json["games"]}
    options = [(option["name"], option["usual"]) for option in listed["nim"]["options"]]
    assert options == [("heaps...", ""), ("misere", "false"), ("limit", "0")]
    levels = [level["name"] for level in listed["tictactoe"]["levels"]]
    assert levels == ["beginner", "intermediate", "advanced", "expert"]
    assert "tictactoe" in kibitz("games").out


def test_help_loads_neither_numba_nor_numpy():
    script = (
        "import sys; from kibitz.cli.main import run; code = run(['--help']);"
        "sys.exit(code or ('numba' in sys.modules) + 2 * ('numpy' in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_version_is_told():
    assert kibitz("--version").out.strip() == f"kibitz, version {__version__}"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(shell):
    answer = kibitz("--completion", shell)
    assert answer.code == 0
    assert "_KIBITZ_COMPLETE" in answer.out
