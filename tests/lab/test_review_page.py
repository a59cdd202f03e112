"""What the page of a review says of a game as a whole."""

import pytest

from kibitz.core.record import Record
from kibitz.lab.review.page import review_facts, review_page
from kibitz.lab.review.request import ReviewRequest

X_WINS = "a1 b1 a2 b2 a3"
DRAWN = "a1 b1 c1 b2 a2 c2 b3 a3 c3"
HALF = "a1 b1"
EMPTY = ".../.../..."


def reviewed(tmp_path, game, start, moves, result):
    record = Record(game, start, ("Ann", "Bob"), 1, tuple(moves.split()), result)
    (tmp_path / "game.jsonl").write_text(record.to_json() + "\n")
    return ReviewRequest(str(tmp_path / "game.jsonl"), budget="fast").answer()


@pytest.mark.parametrize(
    ("moves", "result", "said"),
    [
        (X_WINS, (1.0, -1.0), "X won; "),
        (DRAWN, (0.0, 0.0), "drawn; "),
        (HALF, None, "unfinished; "),
    ],
)
def test_a_page_says_who_won(tmp_path, moves, result, said):
    assert review_facts(reviewed(tmp_path, "tictactoe", EMPTY, moves, result)).startswith(said)


def test_where_more_than_the_game_is_won_a_page_says_how_much(tmp_path):
    found = reviewed(tmp_path, "dots(1,1)", "./../.", "a1b1 a2b2 a1a2 b1b2", (-1.0, 1.0))
    assert review_facts(found).startswith("player 1 -1, player 2 +1 boxes; ")


def test_a_page_names_player_and_grade_once(tmp_path):
    page = review_page(reviewed(tmp_path, "tictactoe", EMPTY, X_WINS, (1.0, -1.0)))
    assert "Ann: grade" not in page
    assert "accuracy" in page
