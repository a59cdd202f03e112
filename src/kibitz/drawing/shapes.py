"""Each shape of a scene as tags of SVG."""

from dataclasses import dataclass, field

from kibitz.core.scene import Card, Die, Disc, Group, Line, Path, Piece, Rect, Shape, Text, Track
from kibitz.drawing.boxes import Box, box_of
from kibitz.drawing.faces import card_face, die_face
from kibitz.drawing.pieces import chess_piece, cross, is_chess_piece, ring
from kibitz.drawing.tags import Attributes, box_tag, num, tag, text_tag
from kibitz.drawing.theme import WASH, WASHES, is_readable, known

FINGER = 24.0  # width of what a click on a thin line may hit (WCAG 2.2, 2.5.8)


@dataclass
class Canvas:
    """What was painted so far, so that text can be read on whatever lies under it."""

    grounds: list[tuple[Box, str, float]] = field(default_factory=list)  # box, role, share

    def paint(self, box: Box, role: str, share: float) -> None:
        self.grounds.append((box, role, share))

    def text_class(self, role: str, x: float, y: float) -> str:
        """The class for text of a role: its own colour if it can be read there."""
        for box, ground, share in reversed(self.grounds):
            if box.holds(x, y):
                return _readable_class(role, ground, share)
        return f"f-{role}"


def _readable_class(role: str, ground: str, share: float) -> str:
    if is_readable(role, ground, share):
        return f"f-{role}"
    return "f-ink" if share < 1.0 else f"o-{ground}"


def shape(mark: Shape, canvas: Canvas) -> str:
    """The tags of one mark that is no group."""
    match mark:
        case Rect():
            return _rect(mark, canvas)
        case Disc():
            return _disc(mark, canvas)
        case Line():
            return _line(mark)
        case Path():
            return _path(mark, canvas)
        case Text():
            return _text(mark, canvas)
        case Card():
            canvas.paint(box_of(mark), "paper", 1.0)
            return card_face(mark)
        case Die():
            canvas.paint(box_of(mark), "paper", 1.0)
            return die_face(mark)
        case Piece():
            return _piece(mark)
        case Track():
            return _track(mark)
        case Group():
            return ""


def _rect(mark: Rect, canvas: Canvas) -> str:
    role = known(mark.role)
    share = WASH if role in WASHES else 1.0
    box = box_of(mark)
    canvas.paint(box, role, share)
    classes = f"f-{role} s-grid" if role == "empty" else f"f-{role}"
    return box_tag(box, mark.corner, class_=classes, fill_opacity=share if share < 1.0 else None)


def _disc(mark: Disc, canvas: Canvas) -> str:
    role = known(mark.role)
    canvas.paint(box_of(mark), role, 1.0)
    edge = " s-grid" if role == "empty" else ""
    return tag("circle", cx=mark.x, cy=mark.y, r=mark.radius, class_=f"f-{role}{edge}")


def _line(mark: Line) -> str:
    """A stroke; a hint makes it a row of dots in the colour of its verdict."""
    ends: Attributes
    ends = {"x1": mark.x1, "y1": mark.y1, "x2": mark.x2, "y2": mark.y2}
    reach = ""
    if (mark.move or mark.pick) and mark.width < FINGER:
        reach = tag("line", **ends, stroke="#000", stroke_opacity=0.0, stroke_width=FINGER)
    if mark.hint:
        return reach + _hinted_line(mark, ends)
    dash = f"{num(2 * mark.width)} {num(2 * mark.width)}" if mark.is_dashed else None
    return reach + tag(
        "line",
        **ends,
        class_=f"s-{known(mark.role)}",
        stroke_width=mark.width,
        stroke_linecap="butt" if mark.is_dashed else "round",
        stroke_dasharray=dash,
    )


def _hinted_line(mark: Line, ends: Attributes) -> str:
    width = max(9.0 if mark.hint == "best" else 6.0, mark.width)
    return tag(
        "line",
        **ends,
        class_=f"s-{known(mark.hint)}",
        stroke_width=width,
        stroke_linecap="round",
        stroke_dasharray=f"0.01 {num(1.8 * width)}",
    )


def _path(mark: Path, canvas: Canvas) -> str:
    role = known(mark.role)
    d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in mark.points) + "Z" * mark.is_closed
    if not mark.points:
        return ""
    if mark.is_closed and mark.width == 0:
        share = WASH if role in WASHES else 1.0
        canvas.paint(box_of(mark), role, share)
        return tag("path", d=d, class_=f"f-{role}", fill_opacity=share if share < 1.0 else None)
    return tag(
        "path",
        d=d,
        fill="none",
        class_=f"s-{role}",
        stroke_width=mark.width,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def _text(mark: Text, canvas: Canvas) -> str:
    role = known(mark.role)
    middle = box_of(mark).centre
    classes = canvas.text_class(role, *middle)
    if role == "mono" and classes != "f-mono":
        classes += " f-mono"
    return text_tag(
        mark.text,
        mark.x,
        mark.y,
        mark.size,
        class_=classes,
        text_anchor=mark.anchor if mark.anchor in ("middle", "end") else None,
        font_weight="700" if mark.is_strong else None,
    )


def _piece(mark: Piece) -> str:
    if mark.piece in ("X", "x"):
        return cross(mark.x, mark.y, mark.size, known(mark.role))
    if mark.piece in ("O", "o"):
        return ring(mark.x, mark.y, mark.size, known(mark.role))
    if is_chess_piece(mark.piece):
        return chess_piece(mark.piece, mark.x, mark.y, mark.size)
    style = {"class_": f"f-{known(mark.role)}", "font_weight": "700", "text_anchor": "middle"}
    return text_tag(mark.piece, mark.x, mark.y, 0.7 * mark.size, **style)


def _track(mark: Track) -> str:
    """Holes as one dotted line each for those passed and those to come; pegs on top.

    A peg beyond the last hole stands on another row.
    """
    if mark.holes <= 0:
        return ""
    pitch, role = mark.width / mark.holes, known(mark.role)
    filled = max(0, min(mark.filled, mark.holes))

    def at(hole: int) -> float:
        return mark.x + (hole - 0.5) * pitch

    parts = [_holes(mark, at(filled + 1), mark.holes - filled, pitch, "grid", 1.0)]
    parts.append(_holes(mark, at(1), filled, pitch, role, 0.5))
    for tick in mark.ticks:
        x, reach = mark.x + tick * pitch, 2.2 * mark.radius
        ends = {"x1": x, "y1": mark.y - reach, "x2": x, "y2": mark.y + reach}
        parts.append(tag("line", **ends, class_="s-line", stroke_width=0.6 * mark.radius))
    for hole in (mark.back, mark.filled):
        if 0 < hole <= mark.holes:
            peg = {"cx": at(hole), "cy": mark.y, "r": 1.8 * mark.radius, "stroke_width": 1.2}
            parts.append(tag("circle", **peg, class_=f"f-{role} s-halo"))
    return "".join(parts)


def _holes(mark: Track, x: float, count: int, pitch: float, role: str, share: float) -> str:
    if count <= 0:
        return ""
    return tag(
        "line",
        x1=x,
        y1=mark.y,
        x2=x + (count - 1) * pitch + 0.01,
        y2=mark.y,
        class_=f"s-{role}",
        stroke_opacity=share if share < 1.0 else None,
        stroke_width=2 * mark.radius,
        stroke_linecap="round",
        stroke_dasharray=f"0.01 {pitch - 0.01:.5g}",
    )
