"""Rolls and moves in words, picks and spent dice, against positions read by eye."""

from kibitz.core.game import CHANCE, play, turn
from kibitz.core.registry import make_game
from kibitz.core.scene import Die, Moment
from kibitz.core.shown import shown
from kibitz.games.dicechess.scene import spent_dice
from tests.contract.scenes import extent, flat

GAME = shown(make_game("dicechess"))
KINGS = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 RKP"


def _words(dfen, move):
    p = GAME.parse_position(dfen)
    return GAME.move_words(p, GAME.parse_move(p, move))


def _after(p, *texts):
    """The position after some moves, and the moments on the way."""
    trail = []
    for text in texts:
        after = play(p, GAME.parse_move(p, text))
        trail.append(Moment(int(turn(p)), p, after))
        p = after
    return p, tuple(trail)


def test_moves_are_said_as_players_say_them():
    assert _words("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1 N", "b1c3") == "knight b1 to c3"
    assert _words(KINGS, "e1c1") == "castle long"
    assert _words("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 P", "e4d5") == "pawn e4 takes the pawn on d5"
    passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 P"
    assert _words(passing, "e5d6") == "pawn e5 takes en passant on d6"
    promoting = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1 P"
    assert _words(promoting, "a7a8q") == "pawn a7 to a8, becomes a queen"


def test_a_promotion_is_picked_by_its_piece():
    p = GAME.parse_position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 P")
    assert {play.picks for play in GAME.plays(p, 0)} == {
        ("a7", "a8", becomes) for becomes in ("=q", "=r", "=b", "=n")
    }


def test_both_sides_hear_a_roll_and_only_the_other_a_move():
    _, (roll, move) = _after(GAME.start(), "PNN", "b1c3")
    for listener in (0, 1):
        assert GAME.told(roll, listener) == "White rolls pawn, knight and knight."
    assert GAME.told(move, 1) == "White: knight b1 to c3."
    assert GAME.told(move, 0) == ""


def test_both_sides_hear_that_a_king_is_taken():
    p = GAME.parse_position("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1 R")
    _, (blow,) = _after(p, "e1e8")
    for listener in (0, 1):
        said = "White: rook e1 takes the king on e8. Black has lost the king."
        assert GAME.told(blow, listener) == said


def test_spent_dice_are_greyed_until_the_turn_ends():
    p, trail = _after(GAME.start(), "PNN", "b1c3")
    assert spent_dice(p, trail) == "N"
    dice = [mark for mark in flat(GAME.scene(p, 0, trail=trail).marks) if isinstance(mark, Die)]
    assert [(die.face, die.is_spent) for die in dice] == [
        ("P", False),
        ("N", False),
        ("N", True),
    ]
    q, longer = _after(p, "c3b1", "a2a3")
    assert turn(q) == CHANCE
    assert spent_dice(q, trail + longer) == ""


def test_a_board_is_seen_from_behind_its_own_men():
    corners = []
    for seat in (0, 1):
        marks = {mark.label: mark for mark in GAME.scene(GAME.start(), seat).marks}
        left, top, _, _ = extent(marks["a1: White rook"])
        corners.append((left, top))
    assert corners[0][0] < corners[1][0]
    assert corners[0][1] > corners[1][1]
