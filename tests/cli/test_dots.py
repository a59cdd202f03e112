"""`kibitz dots solve`."""

from kibitz.core.kernel import COMPILED
from tests.cli.shell import check_refused, kibitz


def test_a_board_is_solved():
    size, value = ("3x3", -3) if COMPILED else ("2x2", 2)
    answer = kibitz("dots", "solve", size, "--megabytes", "16", "--json")
    assert answer.code == 0
    assert answer.json["value"] == value
    assert answer.json["nodes"] > 50


def test_people_read_who_wins():
    assert "player 2 wins by 1" in kibitz("dots", "solve", "1x1").out
    assert "1x2: a draw" in kibitz("dots", "solve", "1x2").out


def test_the_value_of_a_position_is_the_first_players():
    answer = kibitz("dots", "solve", "1x1", "--position", "x/x./x@1", "--json").json
    assert (answer["value"], answer["margin_to_come"], answer["seat"]) == (-1, 1, 1)


def test_bad_sizes_and_positions_are_refused_in_one_sentence():
    check_refused(kibitz("dots", "solve", "3by4"), "3by4")
    check_refused(kibitz("dots", "solve", "9x9"), "9x9", "more than 62")
    check_refused(kibitz("dots", "solve", "1x1", "--position", "x/x"), "x/x", "rows")
