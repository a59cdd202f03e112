"""A scene as SVG: one picture for a page, a file, a notebook.

Equal scenes give equal bytes. Nothing is fetched from elsewhere and nothing has an id, so
several pictures can stand on one page. Marks with a move or a pick are buttons for a mouse,
a keyboard and a screen reader; hints and notes lie on top of everything and let clicks pass.
"""

from collections.abc import Iterator

from kibitz.core.scene import Card, Disc, Group, Line, Rect, Scene, Shape, Text, Track
from kibitz.drawing.boxes import Box, box_of, flat
from kibitz.drawing.plain import escaped, one_line
from kibitz.drawing.shapes import Canvas, shape
from kibitz.drawing.tags import Attributes, box_tag, num, root, tag, text_tag
from kibitz.drawing.theme import WASH, known

CORNER = 10.0  # of the table
SCALE = 4  # the worst severity
CHECK = "✓"


def svg(scene: Scene, *, standalone: bool = True, theme: str = "auto") -> str:
    """The scene as one `svg` element; not `standalone`, its page brings the style."""
    canvas = Canvas()
    table = Box(0.0, 0.0, scene.width, scene.height)
    canvas.paint(table, "table", 1.0)
    ground = tag("rect", width=scene.width, height=scene.height, rx=CORNER, class_="f-table")
    body = ground + "".join(_drawn(mark, canvas) for mark in scene.marks)
    above = "".join(_overlay(scene))
    if above:
        body += f'<g pointer-events="none" aria-hidden="true">{above}</g>'
    # children of an img are hidden from screen readers, and buttons must not be
    role = "group" if any(_is_button(mark) for mark in flat(scene.marks)) else "img"
    return root(
        body,
        scene.width,
        scene.height,
        scene.title,
        scene.summary,
        standalone=standalone,
        theme=theme,
        role=role,
    )


def _is_button(mark: Shape) -> bool:
    return mark.move is not None or mark.pick is not None


def _drawn(mark: Shape, canvas: Canvas) -> str:
    """The mark with its tint, as a button where it can be clicked."""
    if isinstance(mark, Group):
        inside = "".join(_drawn(inner, canvas) for inner in mark.marks)
    else:
        inside = shape(mark, canvas)
    inside += _tint(mark, canvas)
    if _is_button(mark):
        return f"<g{_button(mark)}>{inside}</g>"
    if mark.label:
        return f'<g role="img" aria-label="{escaped(one_line(mark.label))}">{inside}</g>'
    return inside


def _button(mark: Shape) -> str:
    name = escaped(one_line(mark.label or mark.move or mark.pick or ""))
    move = "" if mark.move is None else f' data-move="{escaped(mark.move)}"'
    pick = "" if mark.pick is None else f' data-pick="{escaped(mark.pick)}"'
    return f'{move}{pick} tabindex="0" role="button" aria-label="{name}"'


def _tint(mark: Shape, canvas: Canvas) -> str:
    """Heat over a mark: chances in proportion, losses by their severity."""
    role, share = _tint_of(mark)
    if not share or isinstance(mark, Line | Text | Track):
        return ""
    box = box_of(mark)
    look: Attributes = {"class_": f"f-{role}", "fill_opacity": share}
    if isinstance(mark, Disc):
        return tag("circle", cx=mark.x, cy=mark.y, r=mark.radius, **look)
    return box_tag(box, _corner(mark, box), **look)


def _corner(mark: Shape, box: Box) -> float:
    return mark.corner if isinstance(mark, Rect) else 0.09 * box.width * isinstance(mark, Card)


def _tint_of(mark: Shape) -> tuple[str, float]:
    if mark.heat is not None and mark.heat >= 0:
        return "heat", min(1.0, mark.heat)
    if mark.heat is not None:
        return f"scale_{round(min(1.0, -mark.heat) * SCALE)}", WASH
    if mark.hint.startswith("scale_") and not isinstance(mark, Card | Disc | Group):
        return known(mark.hint), WASH
    return "", 0.0


def _overlay(scene: Scene) -> Iterator[str]:
    """Outlines of the best, then notes, so that no outline runs through a note."""
    marks = list(flat(scene.marks))
    for mark in marks:
        if mark.hint == "best" and not isinstance(mark, Line):
            yield _outline(mark)
    standing = [
        (number, box_of(mark).centre)
        for number, mark in enumerate(marks)
        if not isinstance(mark, Rect | Group | Line)
    ]
    for number, mark in enumerate(marks):
        if mark.note:
            box = box_of(mark)
            yield _note(mark, any(box.holds(*at) for later, at in standing if later > number))


def _outline(mark: Shape) -> str:
    """A dashed line about a mark, light under the dashes so that it is seen on any ground."""
    box = box_of(mark)
    width = max(2.5, min(4.5, 0.08 * min(box.width, box.height)))
    grow = width / 2 if isinstance(mark, Card | Text) else -min(width, *box[2:]) / 2
    around = Box(box.x - grow, box.y - grow, box.width + 2 * grow, box.height + 2 * grow)
    corner = around.width / 2 if isinstance(mark, Disc) else _corner(mark, box) or 2.0
    dashes = f"{2.2 * width:.3g} {1.2 * width:.3g}"
    return "".join(
        box_tag(
            around,
            corner,
            fill="none",
            class_=f"s-{role}",
            stroke_width=wide,
            stroke_dasharray=dash,
        )
        for role, wide, dash in (("halo", width + 1.5, None), ("best", width, dashes))
    )


def _note(mark: Shape, is_covered: bool) -> str:
    """A note on a halo; cards are light by night too, and so are the halos on them."""
    x, y, size = _note_place(mark, is_covered)
    role, halo = known(mark.hint or "ink"), "halo"
    if isinstance(mark, Card):
        role, halo = "card_black", "paper"
    elif mark.heat is not None and mark.heat >= 0:
        role, halo = "ink", ""  # which reads on any mixture of its ground and heat
    if mark.note == CHECK:
        return _check(x, y, size, role, halo)
    return text_tag(mark.note, x, y, size, class_=f"k-note{halo and f' s-{halo}'} f-{role}")


def _check(x: float, y: float, size: float, role: str, halo: str) -> str:
    """A check mark, drawn: fonts disagree about it, and some make it a coloured picture."""
    d = f"M{num(x - 0.34 * size)} {num(y)}l{num(0.24 * size)} {num(0.28 * size)}"
    d += f" {num(0.44 * size)} {num(-0.6 * size)}"
    line = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return "".join(
        tag("path", d=d, class_=f"s-{name}", stroke_width=width * size, **line)
        for name, width in ((halo, 0.42), (role, 0.18))
        if name
    )


def _note_place(mark: Shape, is_covered: bool) -> tuple[float, float, float]:
    """Where a note stands: in the middle where that is free, else in the upper right corner."""
    box = box_of(mark)
    letters = max(1, len(mark.note))
    if isinstance(mark, Card):
        size = min(0.3, 0.75 / letters) * box.width
        return box.x + 0.76 * box.width, box.y + 0.2 * box.width, size
    x, y = box.centre
    if isinstance(mark, Line):
        return x, y, max(17.0, 2.0 * mark.width)
    if isinstance(mark, Text | Track):
        return box.x + box.width + 8.0, y, max(12.0, 0.8 * box.height)
    room = min(box.width, box.height)
    size = max(9.0, min(0.44 * room, 22.0, box.width / (0.62 * letters)))
    if is_covered or isinstance(mark, Group):
        size = max(12.0, 0.75 * size)
        return box.x + box.width - 0.62 * size, box.y + 0.62 * size, size
    return x, y, size
