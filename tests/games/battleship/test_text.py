"""Battleship in text: what is read, what is refused, and the command line."""

import pytest

from kibitz.core.game import OVER, turn, view
from kibitz.core.registry import make_game
from kibitz.errors import BadNotation, BadValue, IllegalMove
from tests.cli.shell import check_refused, kibitz

OWN = "A1h,A2h,A3h,A4h,A5h"
HIDDEN = "?,?,?,?,?"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Z1/C3", ("Z1", "not a cell")),
        ("K1/", ("K1", "not on a board")),
        ("A1/A1", ("A1", "both a miss and a hit")),
        ("A1,A1/", ("A1", "twice")),
        ("/C3,C4/3@C9", ("3@C9",)),
        ("/C3,C4/9@C4", ("ship 9 of 5",)),
        ("/C3/5:C3", ("5:C3", "not a sinking")),
        ("/A1,A10,J1,J10,E5,C8/", ("no fleet explains",)),
        ("A1/B1/2@B1/x", ("too many",)),
        (f"{OWN} {HIDDEN} - -", ("two fleets",)),
        (f"{OWN} {HIDDEN} - - 2", ("seat 0 or 1",)),
        (f"A1h,A1v,A3h,A4h,A5h {HIDDEN} - - 0", ("A1v", "in the way")),
        (f"H1h,A2h,A3h,A4h,A5h {HIDDEN} - - 0", ("H1h", "does not fit")),
        (f"{OWN} ?,?,A1h,?,? - - 0", ("only partly hidden",)),
        (f"{OWN} {OWN} /J10 - 0", ("J10", "no ship")),
        (f"{OWN} {OWN} A1 - 0", ("A1h", "contradicts")),
        (f"- {OWN} - - 0", ("seat 1",)),
        (f"{OWN} - A1 - 1", ("before both fleets",)),
        (f"{OWN} - - - 0", ("seat 0 does not act",)),
    ],
)
def test_bad_positions_are_refused_with_their_text(text, words):
    with pytest.raises(BadNotation) as refused:
        make_game("battleship").parse_position(text)
    for word in (text, *words):
        assert word in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "battleship(6)",
        "battleship(2,2,2,2,2,2,2)",
        "battleship(rows=11)",
        "battleship(5,5,rows=3,cols=3)",
        "battleship(announce=loudly)",
        "battleship(announce=hit,salvo=true)",
    ],
)
def test_boards_that_make_no_sense_are_refused(text):
    with pytest.raises(BadValue):
        make_game(text)


def test_moves_are_refused_with_their_reason():
    game = make_game("battleship")
    p = game.parse_position(f"{OWN} {OWN} J10 J10 0")
    with pytest.raises(IllegalMove, match="shot at before"):
        game.parse_move(p, "J10")
    with pytest.raises(IllegalMove, match="not a cell"):
        game.parse_move(p, "boom")
    with pytest.raises(IllegalMove, match="not a placement"):
        game.parse_move(game.start(), "A1")
    with pytest.raises(IllegalMove, match="in the way"):
        game.parse_move(game.play(game.start(), 0), "A1v")
    assert game.parse_move(p, "a1") == 0


def test_a_salvo_has_as_many_shots_as_ships_afloat():
    game = make_game("battleship(2,2,rows=4,cols=4,salvo=true)")
    p = game.start()
    for text in ("A1h", "A2h", "A1h", "A2h"):
        p = game.play(p, game.parse_move(p, text))
    seats = []
    for text in ("A1", "B1", "C4", "D4", "D1", "C1"):
        seats.append(p.seat)
        p = game.play(p, game.parse_move(p, text))
    assert seats == [0, 0, 1, 0, 0, 1]  # seat 1 lost a ship with the first salvo


def salvo_game():
    game = make_game("battleship(3,2,2,rows=4,cols=5,salvo=true)")
    p = game.start()
    for text in ("A1h", "A2h", "A3h") * 2:
        p = game.play(p, game.parse_move(p, text))
    return game, p


def after(game, p, *texts):
    for text in texts:
        p = game.play(p, game.parse_move(p, text))
    return p


def test_a_salvo_is_announced_only_when_all_its_shots_are_chosen():
    game, p = salvo_game()
    aimed = after(game, p, "A1", "E4")
    assert game.position_text(aimed).endswith(" - - 0:1:A1,E4")
    assert game.position_text(after(game, aimed, "A2")).endswith(" E4/A1,A2 - 1:3")


def test_until_a_salvo_falls_a_view_is_the_same_whatever_it_hits():
    game, p = salvo_game()
    other = after(game, game.start(), "A1h", "A2h", "A3h", "C4h", "A4h", "C3h")
    for texts in (("A1",), ("A1", "B2")):
        assert view(after(game, p, *texts), 0) == view(after(game, other, *texts), 0)
    assert view(after(game, p, "A1", "B2", "C1"), 0) != view(
        after(game, other, "A1", "B2", "C1"), 0
    )


def test_a_sinking_in_a_salvo_names_the_last_of_its_cells_and_costs_a_shot():
    game, p = salvo_game()
    p = after(game, p, "B2", "E4", "A2")
    assert game.position_text(p).endswith(" E4/A2,B2/2@B2 - 1:2")


def test_a_cell_aimed_at_cannot_be_shot_at_again_and_counts_as_unknown():
    game, p = salvo_game()
    p = after(game, p, "A1")
    with pytest.raises(IllegalMove, match="A1"):
        game.parse_move(p, "A1")
    assert 0 not in game.legal_moves(p)
    chances = kibitz(
        "battleship", "map", "?,?,? ?,?,? - - 0:2:A1", "--game", game.text, "--json"
    ).json
    free = kibitz("battleship", "map", "?,?,? ?,?,? - - 0:3", "--game", game.text, "--json").json
    assert "A1" not in chances["map"]
    assert chances["map"]["B2"] == free["map"]["B2"]


def test_a_salvo_has_no_more_shots_than_cells_are_left():
    game = make_game("battleship(2,2,rows=1,cols=5,salvo=true)")
    p = after(game, game.start(), "A1h", "D1h", "A1h", "D1h")
    p = after(game, p, "A1", "C1", "A1", "D1", "B1", "D1", "C1")
    assert (p.seat, p.left) == (0, 1)  # two ships are afloat
    assert turn(after(game, p, "E1")) == OVER


@pytest.mark.parametrize(
    ("seat", "word"),
    [("0:3:A1", "4 shots"), ("0:1:A1,A1", "twice"), ("0:1:Z9", "Z9"), ("0:1:C4", "before")],
)
def test_bad_salvos_are_refused_with_their_text(seat, word):
    game, _ = salvo_game()
    text = f"A1h,A2h,A3h A1h,A2h,A3h C4 C4 {seat}"
    with pytest.raises(BadNotation) as refused:
        game.parse_position(text)
    assert text in str(refused.value)
    assert word in str(refused.value)


def test_the_map_command_gives_chances_that_sum_to_the_cells_left():
    small = ("--game", "battleship(3,2,rows=4,cols=5)", "--seed", "1")
    answer = kibitz("battleship", "map", "A1/B2/", *small, "--json")
    assert answer.code == 0, answer.err
    assert answer.json["exact"]
    assert sum(answer.json["map"].values()) == pytest.approx(4)
    sampled = kibitz(
        "battleship", "map", "A1/B2/", *small, "--budget", "0", "--samples", "200", "--json"
    )
    assert not sampled.json["exact"]
    assert 0 < sampled.json["effective_samples"] <= 200
    again = kibitz(
        "battleship", "map", "A1/B2/", *small, "--budget", "0", "--samples", "200", "--json"
    )
    assert again.out == sampled.out


def test_the_map_command_shows_a_heat_map():
    answer = kibitz("battleship", "map", "A1/B2/", "--game", "battleship(3,2,rows=4,cols=5)")
    assert answer.code == 0
    assert "best shot" in answer.out
    assert "fleets counted" in answer.out
    rows = [line.split() for line in answer.out.splitlines()]
    assert rows[1] == list("ABCDE")
    assert [row[0] for row in rows[2:6]] == ["1", "2", "3", "4"]
    assert (rows[2][1], rows[3][2]) == ("0", "100")  # A1 was missed, B2 was hit


def test_the_map_command_refuses_bad_input_in_one_sentence():
    check_refused(kibitz("battleship", "map", "A1/A1"), "A1", "both")
    check_refused(kibitz("battleship", "map", "-", "--game", "nim"), "nim")
    check_refused(kibitz("battleship", "map", "-", "--samples", "x"), "samples")


@pytest.mark.parametrize(
    ("options", "legal"),
    [("cols=4", ["A1h", "C1h"]), ("cols=5,touch=false", ["A1h", "D1h"])],
)
def test_a_placement_that_leaves_no_room_for_the_next_ship_is_illegal(options, legal):
    game = make_game(f"battleship(2,2,rows=1,{options})")
    start = game.start()
    assert [game.move_text(start, move) for move in game.legal_moves(start)] == legal
