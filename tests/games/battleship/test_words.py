"""What is shown and said at sea, against games small enough to follow by hand."""

from kibitz.core.game import play, turn, view
from kibitz.core.registry import make_game
from kibitz.core.scene import Moment
from kibitz.core.shown import shown
from kibitz.games.battleship.waters import lengths_of, ship_names, states, wrecks

GAME = shown(make_game("battleship"))
SMALL = make_game("battleship(2,2,rows=4,cols=4)")
SALVO = make_game("battleship(2,2,rows=4,cols=4,salvo=true)")


def _told(game, listener, *texts):
    """What a listener hears of each move of a game."""
    p, heard = game.start(), []
    for text in texts:
        move = game.parse_move(p, text)
        after = play(p, move)
        moment = Moment(int(turn(p)), view(p, listener), view(after, listener))
        heard.append(game.told(moment, listener))
        p = after
    return heard


def test_a_hull_is_shown_on_exactly_the_cells_of_the_ships_that_are_placed():
    p, placed = GAME.start(), 0
    for text, length in (("A1h", 5), ("A3v", 4), ("C3h", 3)):
        assert str(GAME.show(p, 0)).count("#") == placed
        assert len(states(p, 0)) == placed
        p = play(p, GAME.parse_move(p, text))
        placed += length
    assert str(GAME.show(p, 0)).count("#") == placed == 12


def test_the_shooter_hears_what_he_hit_and_the_owner_which_ship():
    moves = ("A1h", "A3h", "A1h", "D1v", "A1", "B4", "B1")
    assert _told(SMALL, 0, *moves)[3:] == [
        "Player 2 has placed the whole fleet.",
        "You shoot at A1: a hit.",
        "Player 2 shoots at B4: a miss.",
        "You shoot at B1: a hit. The enemy's destroyer is sunk.",
    ]
    assert _told(SMALL, 1, *moves)[4:] == [
        "Player 1 shoots at A1: a hit on your destroyer.",
        "You shoot at B4: a miss.",
        "Player 1 shoots at B1: a hit. Your destroyer is sunk.",
    ]


def test_a_placement_is_not_heard_by_the_other_side():
    assert _told(SMALL, 1, "A1h", "A3h") == ["", "Player 1 has placed the whole fleet."]


def test_a_salvo_is_aimed_and_told_when_it_falls():
    heard = _told(SALVO, 1, "A1h", "A3h", "A1h", "D1v", "D4", "A1")
    assert heard[4:] == [
        "Player 1 aims at D4.",
        "Player 1 fires a salvo: A1 a hit on your destroyer, D4 a miss.",
    ]


def test_a_wreck_is_drawn_only_where_it_surely_lay():
    """C1 and B2 were hit when C2 sank a ship of two: it may lie either way."""
    p = SMALL.parse_position("?,? ?,? /B2,C1,C2/1@C2=B2h|C1v - 1")
    assert wrecks(p, 0) == {SMALL.parse_move(SMALL.parse_position("?,? ?,? - - 0"), "C2")}
    q = SMALL.parse_position("?,? ?,? /C1,C2/1@C2 - 1")
    assert len(wrecks(q, 0)) == 2


def test_a_ship_is_placed_by_its_two_ends():
    p = GAME.start()
    plays = {play.move: play for play in GAME.plays(p, 0)}
    assert len(plays) == 2 * 10 * 6  # ways to lay a ship of 5 on a board of 10 by 10
    assert plays["B4v"].picks == ("B4", "B8")
    assert plays["B4h"].words == "carrier from B4 to F4"


def test_the_ships_of_the_usual_fleet_have_their_names():
    names = ["carrier", "battleship", "cruiser", "submarine", "destroyer"]
    assert ship_names(lengths_of(GAME.start())) == names
