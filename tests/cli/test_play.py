"""`kibitz play` as a person types it."""

import io
import json
import sys
import time

import pytest

from kibitz.cli.session import _result as result_said
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from tests.cli.shell import check_refused, interrupted, kibitz, started


@pytest.fixture
def typed(monkeypatch):
    """Play with these lines typed."""

    def play(lines, *args):
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        return kibitz("play", *args)

    return play


def test_a_won_game_of_nim_is_played_to_its_end(typed):
    won = typed(["1:1"], "nim", "--start", "1", "--seed", "1")
    assert won.code == 0
    assert "You win." in won.out
    assert "You lose" not in won.out
    lost = typed(["1:1"], "nim", "--start", "1,1", "--seed", "1")
    assert "You lose." in lost.out
    assert "You win" not in lost.out


def test_help_moves_and_hint_do_not_use_up_the_turn(typed):
    answer = typed(["help", "moves", "hint", "board", "", "quit"], "nim(1,2)")
    assert "list the legal moves" in answer.out
    assert "1:1  2:1  2:2" in answer.out
    assert "leaves nim-sum 0 and wins" in answer.out
    assert "You left the table." in answer.out


def test_enter_plays_the_only_move_and_nothing_where_there_is_a_choice(typed):
    won = typed([""], "nim", "--start", "1", "--seed", "1")
    assert "(or Enter)" in won.out
    assert "You win." in won.out
    asked = typed(["", "quit"], "nim(1,2)")
    assert "(or Enter)" not in asked.out
    assert "You left the table." in asked.out


MOVES = ["b2", "a1", "a3", "c1", "c2", "a2", "b1", "b3", "c3", *["random"] * 5]


def test_a_game_is_left_and_resumed_where_it_was(typed):
    whole = typed(MOVES, "tictactoe", "--seed", "5")
    left = typed([MOVES[0], "quit"], "tictactoe", "--seed", "5")
    name = left.out.split("--resume ")[1].split()[0]
    rest = typed(MOVES[1:], "--resume", name)
    assert _end(whole.out) == _end(rest.out)
    check_refused(typed([], "--resume", name), f"no sitting '{name}'")
    check_refused(typed([], "--resume"), "no game to resume")


def test_the_last_game_that_was_left_is_resumed_without_a_name(typed):
    typed(["1:1", "quit"], "nim", "--seed", "5")
    typed([MOVES[0], "quit"], "tictactoe", "--seed", "5")
    assert "Tic-tac-toe" in typed(["quit"], "--resume").out
    assert "Nim" in typed(["quit"], "nim", "--resume", "").out


def _end(out):
    """The final board and the result."""
    return out.rstrip().splitlines()[-8:]


def test_who_resigns_loses_and_the_record_says_so(typed, tmp_path):
    file = tmp_path / "games.jsonl"
    answer = typed(["b2", "resign"], "tictactoe", "--save", str(file))
    assert "You lose." in answer.out
    record = Record.from_json(file.read_text())
    assert record.result == (-1.0, 1.0)
    assert record.tags == {"ended": "resigned"}
    record.replay()


def test_two_people_share_a_keyboard_and_see_their_own_cards_only(typed):
    lines = ["", "random", "", "random", "quit"]
    out = typed(lines, "kuhn", "--against", "person", "--seed", "3").out
    screens = out.split("press Enter when only you can see this.")
    assert len(screens) >= 2
    assert "at one keyboard" in screens[0]


def test_ten_hands_are_played_in_one_sitting_with_a_bankroll(typed, tmp_path):
    file = tmp_path / "hands.jsonl"
    lines = ["random"] * 40
    answer = typed(lines, "leduc", "--hands", "10", "--seed", "8", "--save", str(file))
    assert answer.code == 0
    assert "After 10 hands: you" in answer.out
    records = [Record.from_json(line) for line in file.read_text().splitlines()]
    assert len(records) == 10
    assert [r.players.index("person") for r in records] == [0, 1] * 5
    won = sum(r.result[r.players.index("person")] for r in records if r.result)
    assert f"you {won:+g}" in answer.out


def test_a_mistyped_move_is_explained_and_asked_again(typed):
    answer = typed(["a9", "b2", "quit"], "tictactoe")
    assert "'a9' is not a cell" in answer.out
    assert "O takes" in answer.out


def test_a_move_can_be_taken_back(typed, tmp_path):
    file = tmp_path / "games.jsonl"
    answer = typed(
        ["undo", "a1", "undo", "b2", "quit"], "tictactoe", "--seed", "2", "--save", str(file)
    )
    assert "You have no move to take back" in answer.out
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
    out, err = interrupted(process)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "You left the table" in out


@pytest.mark.parametrize(
    ("game", "paid", "you", "other"),
    [
        ("nim", 1.0, "You win.", "Bob wins."),
        ("nim", -1.0, "You lose.", "Bob loses."),
        ("tictactoe", 0.0, "A draw.", "A draw."),
        ("holdem", 1.0, "You win 1 big blind.", "Bob wins 1 big blind."),
        ("holdem", 1.5, "You win 1.5 big blinds.", "Bob wins 1.5 big blinds."),
        ("kuhn", -1.0, "You lose 1 chip.", "Bob loses 1 chip."),
        ("bluff", -1 / 3, "You lose.", "Bob loses."),
        ("bluff", 1 / 3, "You share the win.", "Bob shares the win."),
        ("cribbage(players=3)", -0.5, "You lose.", "Bob loses."),
        ("cribbage(2,skunks=true)", -2.0, "You lose 2 wins.", "Bob loses 2 wins."),
        ("cribbage(3,skunks=true)", -1.0, "You lose 2 wins.", "Bob loses 2 wins."),
    ],
)
def test_a_result_is_a_win_or_a_loss_whatever_that_pays_and_one_of_a_unit_is_singular(
    game, paid, you, other
):
    assert result_said(make_game(game), "You", paid) == you
    assert result_said(make_game(game), "Bob", paid) == other
