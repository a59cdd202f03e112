"""Faces of a game: its own where it has them, and defaults for what it does not bring."""

import pytest

from kibitz.core.advised import Advised, advised
from kibitz.core.coached import Coached, coached
from kibitz.core.counted import Counted, counted
from kibitz.core.game import Game
from kibitz.core.ink import ink
from kibitz.core.registry import make_game
from kibitz.core.scene import Moment
from kibitz.core.shown import Shown, shown
from kibitz.errors import UnknownName
from tests.toys.grab import Grab, GrabGame

FACES = ((shown, Shown), (coached, Coached), (counted, Counted), (advised, Advised))


class SpokenGrab(GrabGame):
    """Grab that brings one method of each face, but inherits none."""

    def __init__(self, pile: int = 9) -> None:
        self.pile = pile

    def start(self) -> Grab:
        return Grab(self.pile, 0, 0)

    def show(self, p, seat=None):
        return ink(f"{p.stones} stones")

    def phase(self, p):
        return "end" if p.stones < 4 else "pile"


def test_the_rules_alone_have_no_face():
    assert not any(isinstance(GrabGame(), face) for _, face in FACES)
    for word in ("scene", "phase", "canonical", "levels"):
        assert not hasattr(Game, word)


@pytest.mark.parametrize(("take", "face"), FACES)
def test_a_game_that_has_a_face_is_taken_as_it_is(take, face):
    game = make_game("dicechess")
    assert isinstance(game, face)
    assert take(game) is game


@pytest.mark.parametrize(("take", "face"), FACES)
def test_a_game_that_lacks_a_face_gets_its_defaults_and_stays_itself(take, face):
    game = SpokenGrab(7)
    taken = take(game)
    assert isinstance(taken, face)
    assert isinstance(taken, SpokenGrab)
    assert (taken.start(), taken.text, taken.unit) == (Grab(7, 0, 0), "grab", "stones")
    assert type(game) is SpokenGrab
    assert take(taken) is taken
    assert type(take(SpokenGrab())) is type(taken)


def test_a_game_with_a_picture_alone_is_shown_everywhere():
    game = shown(SpokenGrab())
    before, after = Grab(9, 0, 0), Grab(7, 2, 1)
    assert [(play.move, play.words) for play in game.plays(before, 0)] == [
        ("1", "1"),
        ("2", "2"),
        ("3", "3"),
    ]
    assert game.plays(before, 1) == ()
    assert "9 stones" in game.scene(before, 0).summary
    assert game.told(Moment(0, before, after), 1) == "player 1 plays 2"
    assert game.told(Moment(0, before, after), 0) == ""


def test_a_method_that_a_game_brings_goes_before_the_default():
    game = coached(SpokenGrab())
    assert [game.phase(Grab(stones, 0, 0)) for stones in (9, 3)] == ["pile", "end"]
    assert (game.hand(game.start()), game.remarks({})) == (0, [])


def test_an_archive_counts_the_view_of_who_is_to_move():
    game = counted(SpokenGrab())
    assert game.counted_seat(Grab(4, 1, 1)) == 1
    assert game.counted_seat(Grab(0, 1, 1)) is None
    assert game.canonical(Grab(4, 1, 1), 1) == (Grab(4, 1, 1), 1)


def test_a_game_without_levels_knows_none():
    game = advised(SpokenGrab())
    assert (dict(game.analysts), dict(game.levels)) == ({}, {})
    with pytest.raises(UnknownName, match="level of grab"):
        game.level("expert")
