"""Scenes as SVG: well-formed, harmless, equal for equal scenes, and usable by everybody."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.scene import Card, Die, Disc, Group, Line, Path, Rect, Scene, Text, Track
from kibitz.drawing.overlay import overlaid
from kibitz.drawing.svg import svg
from kibitz.errors import UnknownName
from tests.drawing import scenes as sample
from tests.drawing.marks import scenes

SPACE = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>\"' onload=x &amp; \x1b[2J\x00\x9b31m\u202e"
SAMPLES = [
    sample.cribbage(),
    sample.cribbage(tall=True),
    overlaid(sample.dice_chess(), sample.CHESS_HINTS),
    overlaid(sample.battleship(), sample.battleship_hints()),
    overlaid(sample.dots(), sample.dots_hints()),
    overlaid(sample.holdem(), sample.HOLDEM_HINTS),
    sample.bluff(),
    overlaid(sample.tic_tac_toe(), sample.TIC_TAC_TOE_HINTS),
]


def _scene(*marks):
    return Scene(100, 80, "title", "summary", marks)


def _tags(scene, **options):
    return list(ElementTree.fromstring(svg(scene, **options)).iter())


def _with_class(scene, name):
    return [tag for tag in _tags(scene) if name in (tag.get("class") or "").split()]


@settings(deadline=None, max_examples=150)
@given(scenes, st.booleans(), st.sampled_from(["auto", "light", "dark"]))
def test_every_scene_is_well_formed_xml(scene, standalone, theme):
    drawn = ElementTree.fromstring(svg(scene, standalone=standalone, theme=theme))
    assert drawn.tag.endswith("svg")


@pytest.mark.parametrize("scene", SAMPLES, ids=lambda scene: scene.title)
def test_equal_scenes_give_equal_bytes(scene):
    assert svg(scene) == svg(replace(scene, marks=tuple(replace(m) for m in scene.marks)))


@pytest.mark.parametrize("scene", SAMPLES, ids=lambda scene: scene.title)
def test_a_picture_has_between_2_and_40_kilobytes(scene):
    assert 2_000 < len(svg(scene).encode()) < 40_000


@pytest.mark.parametrize("scene", SAMPLES, ids=lambda scene: scene.title)
def test_nothing_is_fetched_and_nothing_has_an_id(scene):
    text = svg(scene)
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(|@import|href=| id=|<image|<use", text)


@pytest.mark.parametrize("scene", SAMPLES, ids=lambda scene: scene.title)
def test_a_picture_on_a_page_brings_no_style_of_its_own(scene):
    assert "style" not in svg(scene, standalone=False)


def test_hostile_text_stays_text():
    mark = Text(1, 1, HOSTILE, role="ink", label=HOSTILE, move=HOSTILE, pick=HOSTILE, note=HOSTILE)
    scene = Scene(9, 9, HOSTILE, HOSTILE, (mark, Card(0, 0, 9, HOSTILE), Die(0, 0, 9, HOSTILE)))
    tags = _tags(scene)
    assert not any(tag.tag == f"{SPACE}script" or tag.get("onload") for tag in tags)
    clean = "</text><script>alert(1)</script>\"' onload=x &amp; "
    texts = [tag.text for tag in tags if tag.tag == f"{SPACE}text"]
    assert texts[0] == clean
    assert next(tag.get("data-move") for tag in tags if tag.get("data-move")) == clean


def test_title_and_summary_are_there_for_those_who_cannot_see():
    root, title, summary, *_ = _tags(_scene(Rect(0, 0, 1, 1)))
    assert (title.tag, title.text) == (f"{SPACE}title", "title")
    assert (summary.tag, summary.text) == (f"{SPACE}desc", "summary")
    assert root.get("role") == "img"


def test_marks_with_a_move_or_a_pick_are_buttons():
    marks = (
        Rect(0, 0, 9, 9, move="a1", label="play a1"),
        Card(0, 0, 9, "5h", pick="5h", label="five of hearts"),
        Rect(0, 0, 9, 9),
    )
    root, *tags = _tags(_scene(*marks))
    buttons = [tag for tag in tags if tag.get("role") == "button"]
    assert [(b.get("data-move"), b.get("data-pick")) for b in buttons] == [
        ("a1", None),
        (None, "5h"),
    ]
    assert [b.get("aria-label") for b in buttons] == ["play a1", "five of hearts"]
    assert {b.get("tabindex") for b in buttons} == {"0"}
    assert root.get("role") == "group"  # an img would hide its buttons from screen readers


def test_a_thin_line_can_be_hit_by_a_finger():
    scene = _scene(Line(0, 0, 50, 0, 2, move="a", label="a"))
    widths = [float(tag.get("stroke-width") or 0) for tag in _tags(scene)]
    assert max(widths) >= 24  # WCAG 2.2, 2.5.8


def test_chances_tint_in_proportion():
    marks = (Rect(0, 0, 9, 9, heat=heat / 10) for heat in range(11))
    shares = [float(t.get("fill-opacity") or 0) for t in _with_class(_scene(*marks), "f-heat")]
    assert shares == [k / 10 for k in range(1, 11)]


def test_losses_tint_by_severity():
    marks = (Rect(0, 0, 9, 9, heat=-loss) for loss in (0.25, 0.5, 0.75, 1.0))
    scene = _scene(*marks)
    for rank in range(1, 5):
        assert len(_with_class(scene, f"f-scale_{rank}")) == 1


def test_a_die_shows_as_many_pips_as_its_face():
    for face in "123456":
        scene = _scene(Die(0, 0, 40, face))
        assert len([t for t in _tags(scene) if t.tag == f"{SPACE}circle"]) == int(face)


def test_a_card_has_its_rank_twice_its_suit_and_red_suits_are_red():
    for letter, role in zip(
        "shdc", ("card_black", "card_red", "card_red", "card_black"), strict=True
    ):
        scene = _scene(Card(0, 0, 50, "T" + letter))
        assert [t.text for t in _tags(scene) if t.tag == f"{SPACE}text"] == ["10"]
        suits = [t for t in _with_class(scene, f"f-{role}") if t.tag == f"{SPACE}path"]
        assert len(suits) == 2


def test_a_back_says_nothing_about_its_card():
    face, back = (svg(_scene(Card(0, 0, 50, card))) for card in ("5h", None))
    assert "card_red" in face
    assert "card_" not in back
    assert "<text" not in back


def test_a_raised_card_stands_higher_than_its_neighbour():
    flat, raised = (
        min(float(t.get("y") or 99) for t in _with_class(_scene(card), "f-paper"))
        for card in (Card(9, 30, 50, "5h"), Card(9, 30, 50, "5h", True))
    )
    assert raised < flat


def test_text_on_a_seats_disc_is_drawn_in_what_can_be_read_there():
    disc, text = Disc(50, 40, 20, role="first"), Text(50, 40, "15", 14, "middle", role="first")
    assert _with_class(_scene(disc, text), "o-first")
    assert not _with_class(_scene(text), "o-first")


def test_a_role_that_nobody_knows_is_ink():
    assert _with_class(_scene(Disc(1, 1, 1, role="sparkling")), "f-ink")


def test_notes_lie_above_everything_and_let_clicks_pass():
    scene = _scene(Rect(0, 0, 60, 60, note="?!"), Rect(0, 0, 60, 60, role="water"))
    above = ElementTree.fromstring(svg(scene))[-1]
    assert above.get("pointer-events") == "none"
    assert [t.text for t in above] == ["?!"]


def test_a_note_leaves_the_middle_to_what_stands_there():
    lone = _scene(Rect(0, 0, 60, 60, note="?"))
    taken = _scene(Rect(0, 0, 60, 60, note="?"), Disc(30, 30, 9))
    places = [float(_with_class(scene, "k-note")[0].get("x") or 0) for scene in (lone, taken)]
    assert places[0] == 30
    assert places[1] > 45


def test_a_track_ends_where_it_is_told_to():
    scene = _scene(Track(10, 10, 60, 60, 25, ticks=(30,)))
    peg = next(t for t in _tags(scene) if t.tag == f"{SPACE}circle")
    assert float(peg.get("cx") or 0) == 10 + 24.5  # the middle of the 25th hole
    tick = _with_class(scene, "s-line")[0]
    assert float(tick.get("x1") or 0) == 40  # after the 30th


def test_a_peg_that_has_gone_on_to_another_row_is_not_drawn_on_this_one():
    pegs = [
        len([t for t in _tags(_scene(Track(10, 10, 60, 60, filled))) if t.tag == f"{SPACE}circle"])
        for filled in (0, 60, 61)
    ]
    assert pegs == [0, 1, 0]


def test_a_group_is_one_button_with_its_marks_in_it():
    group = Group((Rect(0, 0, 9, 9), Text(1, 1, "go")), move="go", label="go")
    button = next(t for t in _tags(_scene(group)) if t.get("data-move"))
    assert [t.tag for t in button] == [f"{SPACE}path", f"{SPACE}text"]


def test_a_path_without_points_draws_nothing():
    assert len(_tags(_scene(Path(())))) == len(_tags(_scene()))


def test_an_unknown_theme_is_refused():
    with pytest.raises(UnknownName, match="did you mean 'dark'"):
        svg(_scene(), theme="darkk")
