"""Clicks on heaps take what they show: counted from the stones that are drawn."""

from kibitz.core.game import play, turn
from kibitz.core.registry import make_game
from kibitz.core.scene import Disc, Moment
from kibitz.core.shown import shown
from tests.contract.scenes import flat


def _stones(scene):
    return [mark for mark in flat(scene.marks) if isinstance(mark, Disc)]


def test_a_stone_takes_itself_and_those_above_it():
    game = shown(make_game("nim(3,4,5)"))
    stones = _stones(game.scene(game.start(), 0))
    for stone in stones:
        _, _, taken = stone.move.partition(":")
        column = [other for other in stones if other.x == stone.x]
        assert len({other.move.partition(":")[0] for other in column}) == 1
        assert sum(other.y <= stone.y for other in column) == int(taken)
    assert len(stones) == 12


def test_a_limit_leaves_the_lower_stones_alone():
    game = shown(make_game("nim(5,limit=2)"))
    stones = sorted(_stones(game.scene(game.start(), 0)), key=lambda stone: stone.y)
    assert [stone.move for stone in stones] == ["1:1", "1:2", None, None, None]


def test_a_pin_of_kayles_leaves_the_pins_on_either_side_of_it():
    game = shown(make_game("octal(kayles,6)"))
    p = game.start()
    pins = sorted(_stones(game.scene(p, 0)), key=lambda pin: pin.x)
    for i, pin in enumerate(pins):
        after = play(p, game.parse_move(p, pin.move))
        left = sorted((part for part in (i, 5 - i) if part), reverse=True)
        assert game.position_text(after) == f"{','.join(map(str, left))}@1"


def test_a_man_of_northcott_goes_to_the_square_that_is_clicked():
    game = shown(make_game("northcott(6,2)"))
    p = game.start()
    for play_ in game.plays(p, 0):
        row, square = play_.move.split(":")
        after = game.position_text(play(p, game.parse_move(p, play_.move)))
        assert after.split(",")[int(row) - 1].split("-")[0] == square


def test_what_is_told_of_a_turn_says_what_is_left():
    heard = {}
    for text, move in (
        ("nim(3,4,5)", "2:3"),
        ("moore(3,4)", "1,2"),
        ("wythoff(4,6)", "3,3"),
        ("octal(kayles,6)", "6>3+1"),
        ("northcott(6,2)", "1:3"),
    ):
        game = shown(make_game(text))
        p = game.start()
        moment = Moment(int(turn(p)), p, play(p, game.parse_move(p, move)))
        assert game.told(moment, 0) == ""
        heard[game.name] = game.told(moment, 1)
    assert heard == {
        "nim": "Player 1 takes 3 from heap 2 and leaves 1.",
        "moore": "Player 1 takes 1 from heap 1 and 2 from heap 2.",
        "wythoff": "Player 1 takes 3 from both heaps and leaves 1 and 3.",
        "octal": "Player 1 takes 2 of 6, leaving 3 and 1.",
        "northcott": "Player 1 moves the man of row 1 to square 3.",
    }
