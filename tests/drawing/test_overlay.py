"""Hints on a scene: found by move, told by sign and words, never like a move that was played."""

from xml.etree import ElementTree

from kibitz.core.scene import Card, Group, Line, Play, Rect, Scene
from kibitz.drawing.overlay import Hint, overlaid
from kibitz.drawing.svg import svg
from tests.drawing import scenes as sample


def _scene(*marks, plays=()):
    return Scene(100, 100, "t", "s", marks, plays)


def _cards():
    cards = tuple(Card(9, 9, 9, card, pick=card, label=card) for card in ("5h", "6h", "7h"))
    plays = (Play("56", "", ("5h", "6h")), Play("67", "", ("6h", "7h")))
    return _scene(*cards, plays=plays)


def test_marks_are_found_by_their_move():
    a, b, c = overlaid(
        _scene(*(Rect(0, 0, 9, 9, move=move, label=move) for move in "abc")),
        {"a": Hint(0, is_best=True), "b": Hint(3)},
    ).marks
    assert (a.hint, a.note, a.label) == ("best", "✓", "a: best")
    assert (b.hint, b.note, b.label) == ("scale_3", "??", "b: a big mistake")
    assert (c.hint, c.note, c.label) == ("", "", "c")


def test_marks_in_a_group_are_found():
    group = Group((Rect(0, 0, 9, 9, move="a", label="a"),))
    (found,) = overlaid(_scene(group), {"a": Hint(0)}).marks
    assert isinstance(found, Group)
    assert found.marks[0].hint == "best"


def test_the_best_throw_is_marked_on_both_cards():
    hints = {"56": Hint(0, is_best=True), "67": Hint(4)}
    assert [mark.note for mark in overlaid(_cards(), hints).marks] == ["✓", "✓", ""]


def test_of_two_throws_that_are_equally_good_only_the_first_is_marked():
    hints = {"67": Hint(0), "56": Hint(0)}
    assert [mark.note for mark in overlaid(_cards(), hints).marks] == ["", "✓", "✓"]


def test_of_equal_cards_as_many_are_marked_as_the_move_takes():
    cards = tuple(Card(9, 9, 9, card, pick=card, label=card) for card in "QQKQ")
    scene = _scene(*cards, plays=(Play("QQ", "", ("Q", "Q")),))
    assert [mark.note for mark in overlaid(scene, {"QQ": Hint(0)}).marks] == ["✓", "✓", "", ""]


def test_moves_of_one_pick_are_all_marked():
    marks = tuple(Card(9, 9, 9, card, pick=card, label=card) for card in ("5h", "6h"))
    scene = _scene(*marks, plays=(Play("five", "", ("5h",)), Play("six", "", ("6h",))))
    hinted = overlaid(scene, {"five": Hint(0), "six": Hint(2)}).marks
    assert [mark.note for mark in hinted] == ["✓", "?"]


def test_without_a_best_those_that_lose_nothing_are():
    scene = _scene(*(Rect(0, 0, 9, 9, move=move, label=move) for move in "abc"))
    hinted = overlaid(scene, {"a": Hint(0), "b": Hint(0), "c": Hint(1)})
    assert [mark.hint for mark in hinted.marks] == ["best", "best", "scale_1"]


def test_a_chance_is_written_in_per_cent_unless_there_is_a_note():
    assert Hint(0, heat=0.804).sign == "80"
    assert Hint(0, "!", 0.8).sign == "!"
    assert Hint(9).role == "scale_4"


def test_hints_change_nothing_that_can_be_played():
    scene = sample.dots()
    hinted = overlaid(scene, sample.dots_hints())
    assert (hinted.plays, hinted.dials) == (scene.plays, scene.dials)
    assert [m.move for m in hinted.marks] == [m.move for m in scene.marks]


def test_every_hinted_line_is_dotted_and_every_played_line_is_not():
    scene = overlaid(sample.dots(), sample.dots_hints())
    lines = [t for t in ElementTree.fromstring(svg(scene)).iter() if t.tag.endswith("}line")]
    dotted = [t for t in lines if t.get("stroke-dasharray")]
    solid = [t for t in lines if t.get("class") == "s-line"]
    hinted = [mark for mark in scene.marks if mark.hint]
    played = [mark for mark in scene.marks if isinstance(mark, Line) and mark.move is None]
    assert len(dotted) == len(hinted) == len(sample.dots_hints())
    assert len(solid) == len(played)
    assert not any(t.get("stroke-dasharray") for t in solid)


def test_the_outline_of_the_best_is_dashed():
    scene = overlaid(sample.tic_tac_toe(), sample.TIC_TAC_TOE_HINTS)
    tags = list(ElementTree.fromstring(svg(scene)).iter())
    outlines = [t for t in tags if t.get("class") == "s-best" and t.tag.endswith("}rect")]
    assert len(outlines) == 2
    assert all(t.get("stroke-dasharray") for t in outlines)
