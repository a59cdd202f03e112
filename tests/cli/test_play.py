"""`kibitz play` as a person types it."""

import io
import json
import sys
import time

import pytest

from kibitz.core.record import Record
from tests.cli.shell import interrupted, kibitz, started


@pytest.fixture
def typed(monkeypatch):
    """Play with these lines typed."""

    def play(lines, *args):
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        return kibitz("play", *args)

    return play


def test_a_won_game_of_nim_is_played_to_its_end(typed):
    answer = typed(["1:2", "2:2"], "nim(2,2)", "--start", "2,2", "--seat", "1", "--seed", "1")
    assert answer.code == 0
    assert "You win" in answer.out or "You lose" in answer.out


def test_help_moves_and_hint_do_not_use_up_the_turn(typed):
    answer = typed(["help", "moves", "hint", "board", "", "quit"], "nim(1,2)")
    assert "list the legal moves" in answer.out
    assert "1:1  2:1  2:2" in answer.out
    assert "leaves nim-sum 0 and wins" in answer.out
    assert "You left the table." in answer.out


def test_a_mistyped_move_is_explained_and_asked_again(typed):
    answer = typed(["a9", "b2", "quit"], "tictactoe")
    assert "'a9' is no cell" in answer.out
    assert "O plays" in answer.out


def test_a_move_can_be_taken_back(typed, tmp_path):
    file = tmp_path / "games.jsonl"
    answer = typed(
        ["undo", "a1", "undo", "b2", "quit"], "tictactoe", "--seed", "2", "--save", str(file)
    )
    assert "no move of yours" in answer.out
    assert "Taken back." in answer.out
    record = Record.from_json(file.read_text())
    assert record.moves[0] == "b2"
    assert len(record.moves) == 2
    record.replay()


def test_with_json_the_record_alone_goes_to_stdout(typed):
    answer = typed(["1:1"], "nim(1)", "--json")
    record = json.loads(answer.out)
    assert record["moves"] == ["1:1"]
    assert record["result"] == [1.0, -1.0]
    assert "You win" in answer.err


def test_hints_before_every_move_if_wanted(typed):
    assert "leaves nim-sum 0" in typed(["quit"], "nim(3,4,5)", "--hint").out


def test_the_same_seed_and_moves_give_the_same_game(typed):
    lines = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "quit"]
    first, second = (typed(lines, "tictactoe", "--seed", "5").out for _ in range(2))
    assert first == second


def test_ctrl_c_leaves_cleanly():
    process = started("play", "nim")
    assert process.stdout is not None
    while "heap 3" not in process.stdout.readline():
        time.sleep(0.01)
    time.sleep(0.3)
    _, err = interrupted(process)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "interrupted" in err
