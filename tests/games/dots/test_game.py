"""Dots and boxes as people meet it: rules, texts, refusals, analysts and levels."""

import pytest

from kibitz.arena.table import Table
from kibitz.core.advised import advised
from kibitz.core.game import OVER, payoff, play, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.scene import Moment
from kibitz.core.seeds import stream
from kibitz.core.shown import shown
from kibitz.errors import BadNotation, BadValue, IllegalMove
from kibitz.estimate.analyst import Best
from kibitz.games.dots.analyst import GreedyBoxes
from kibitz.games.dots.chains import Chains
from kibitz.games.dots.game import DotsGame
from kibitz.games.dots.scene import UNKNOWN, owners
from kibitz.players.roster import make_player

GAME = advised(make_game("dots"))
SMALL = shown(make_game("dots(2,2)"))


def played(game, text):
    p = game.start()
    for move in text.split():
        p = game.play(p, game.parse_move(p, move))
    return p


def test_whoever_completes_a_box_moves_again():
    p = played(SMALL, "a1b1 a1a2 b1b2")
    assert turn(p) == 1
    p = SMALL.play(p, SMALL.parse_move(p, "a2b2"))
    assert (p.first, p.second, turn(p)) == (0, 1, 1)


def test_one_line_can_complete_two_boxes():
    p = played(make_game("dots(1,2)"), "a1b1 b1c1 a1a2 c1c2 a2b2 b2c2 b1b2")
    assert turn(p) == OVER
    assert (p.first, p.second) == (2, 0)
    assert (float(payoff(p, 0)), float(payoff(p, 1))) == (2.0, -2.0)


def test_a_line_is_written_by_its_dots_in_any_order():
    p = GAME.start()
    assert GAME.parse_move(p, "b2c2") == GAME.parse_move(p, "C2-B2")
    assert [GAME.move_text(p, move) for move in (0, 12)] == ["a1b1", "a1a2"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x", "it has 1 rows of lines, not 5"),
        ("../.../../.../.", "row 5, '.', has 1 lines, not 2"),
        ("../.o./../.../..", "'o' is not x or . at column 5"),
        ("x./xx./x./.../..", "1 boxes are complete, not 0"),
        ("../.../../.../..:1-0", "0 boxes are complete, not 1"),
        ("../.../../.../..@2", "boxes and seat are written"),
    ],
)
def test_bad_positions_are_refused_with_their_fault(text, words):
    with pytest.raises(BadNotation) as refusal:
        SMALL.parse_position(text)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("move", "words"),
    [("a1", "is not a line"), ("a1c1", "joins no two"), ("a1a9", "joins no"), ("a1b1", "is drawn")],
)
def test_bad_moves_are_refused_with_their_fault(move, words):
    with pytest.raises(IllegalMove, match=words):
        GAME.parse_move(played(GAME, "a1b1"), move)


def test_boards_without_boxes_or_with_too_many_lines_are_refused():
    with pytest.raises(BadValue, match="0x3 boxes has no boxes"):
        make_game("dots(0,3)")
    with pytest.raises(BadValue, match="6x6 boxes has 84 lines, more than 62"):
        make_game("dots(6,6)")


def test_the_picture_shows_lines_boxes_and_the_score():
    p = played(SMALL, "a1b1 a1a2 b1b2 a2b2")
    picture = str(SMALL.show(p))
    assert picture.count("───") == 2
    assert picture.count("■") == 1
    assert "player 2 1" in picture


def test_the_expert_leaves_two_boxes_to_keep_control():
    """Two rows of three: after the first is opened, taking all of it gives the other away."""
    game = advised(make_game("dots(2,3)"))
    p = game.parse_position("xxx/x.../xxx/..../xxx")
    analysis = game.analysts["chains"].analyse(game, p, 0, 1)
    assert analysis.is_exact
    assert analysis.best.value == 2.0
    assert analysis.option(game.parse_move(p, "b1b2")).value == 2.0
    after = game.play(p, game.parse_move(p, "b1b2"))
    again = game.analysts["chains"].analyse(game, after, 0, 1)
    assert again.best.text == "d1d2"
    assert again.best.reason == "leaves boxes and makes the opponent move"
    assert again.option(game.parse_move(after, "c1c2")).value == 0.0
    assert "player 1 wants an even number" in again.notes[1]


def test_the_greedy_player_takes_boxes_and_gives_few():
    game = advised(make_game("dots(2,3)"))
    p = game.parse_position("xxx/x.../xxx/..../xxx")
    analysis = game.analysts["greedy"].analyse(game, p, 0, 1)
    assert analysis.best.text == "b1b2"
    assert not analysis.is_exact


def safe_play(game, safe, seed):
    """A position after random lines that give nothing, with so many safe ones left."""
    p, greedy, luck = game.start(), GreedyBoxes(), stream(seed)
    while Chains.of(p).safe_lines > safe:
        p = play(p, Best().pick(greedy.analyse(game, p, int(turn(p)), 0), luck))
    return p


@pytest.mark.compiled
@pytest.mark.parametrize("size", [(4, 4), (5, 5)])
def test_from_advanced_on_levels_know_the_endings_of_large_boards(size):
    game = DotsGame(*size)
    for seed in range(3):
        p = safe_play(game, 3, seed)
        assert len(game.legal_moves(p)) > 15
        assert game.level("advanced").analyst.analyse(game, p, int(turn(p)), 0).is_exact


@pytest.mark.compiled
@pytest.mark.parametrize("safe", [40, 25, 12])
def test_on_large_boards_advanced_gives_no_box_while_a_line_is_safe(safe):
    game = DotsGame(5, 5)
    for seed in range(3):
        p = safe_play(game, safe, seed)
        found = game.level("advanced").analyst.analyse(game, p, int(turn(p)), seed)
        assert {o.reason for o in found.options if o.value == found.best.value} == {"safe"}


def test_where_the_solver_stops_play_outs_value_the_rest():
    analyst = GAME.analysts["chains"].within(iterations=30)
    analysis = analyst.analyse(GAME, GAME.start(), 0, 1)
    assert analysis.samples == 30
    assert not any(option.estimate.is_exact for option in analysis.options)


@pytest.mark.compiled
def test_the_expert_never_loses_three_by_three_as_second_player():
    """The first player's margin is -3 with best play, so the second has a won start."""
    expert = make_player("expert", GAME)
    for seed, rival in enumerate(["beginner", "intermediate", "advanced", "greedy"]):
        table = Table(GAME, [make_player(rival, GAME), expert], seed=seed)
        assert table.finish()[1] >= 3


def test_a_game_between_levels_is_finished():
    game = make_game("dots(2,2)") if COMPILED else make_game("dots(1,2)")
    table = Table(game, [make_player("beginner", game), make_player("expert", game)], seed=1)
    assert sum(table.finish()) == 0
    assert play(table.first, table.moves[0]).lines


def test_a_box_belongs_to_the_seat_that_was_seen_to_complete_it():
    game = DotsGame(2, 2)
    p, trail = game.start(), []
    for text in ("a1b1", "a2b2", "a1a2", "b1b2"):  # the fourth line is player 2's
        after = play(p, game.parse_move(p, text))
        trail.append(Moment(int(turn(p)), p, after))
        p = after
    assert owners(game.board, p, tuple(trail)) == {0: 1}
    assert owners(game.board, p, ()) == {0: UNKNOWN}
    assert game.told(trail[-1], 0) == "Player 2 draws b1b2, takes a box and moves again."
