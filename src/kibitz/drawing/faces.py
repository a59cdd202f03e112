"""Faces of cards and dice."""

from kibitz.core.cards import SUITS, SYMBOLS
from kibitz.core.scene import Card, Die
from kibitz.drawing.boxes import CARD_HEIGHT, box_of
from kibitz.drawing.pieces import chess_piece, is_chess_piece, suit
from kibitz.drawing.tags import Attributes, num, tag, text_tag

RED_SUITS = "hd"
_THIRDS = (0.25, 0.5, 0.75)
# pips by row and column of a three by three grid
_PIPS = {
    "1": (4,),
    "2": (2, 6),
    "3": (2, 4, 6),
    "4": (0, 2, 6, 8),
    "5": (0, 2, 4, 6, 8),
    "6": (0, 2, 3, 5, 6, 8),
}


def card_face(mark: Card) -> str:
    """A card: its back, its rank and suit, or its rank alone."""
    x, y, width, height = box_of(mark)
    if mark.card is None:
        return _back(x, y, width)
    edge, stroke = ("raised", 0.06) if mark.is_raised else ("edge", 0.02)
    paper = tag(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=0.09 * width,
        class_=f"f-paper s-{edge}",
        stroke_width=max(1.0, stroke * width),
    )
    rank, letter = split_card(mark.card)
    if letter is None:
        return paper + _rank_alone(rank, x, y, width)
    role = "card_red" if letter in RED_SUITS else "card_black"
    return (
        paper
        + _corner_rank(rank, x, y, width, role)
        + suit(letter, x + 0.23 * width, y + 0.63 * width, 0.25 * width, role)
        + suit(letter, x + 0.66 * width, y + 1.05 * width, 0.48 * width, role)
    )


def split_card(card: str) -> tuple[str, str | None]:
    """Rank and suit as they are shown: `Th` is 10 and h; a rank alone has no suit.

    >>> split_card("Th"), split_card("5♥"), split_card("10")
    (('10', 'h'), ('5', 'h'), ('10', None))
    """
    if len(card) > 1 and card[-1] in SYMBOLS:
        card = card[:-1] + SUITS[SYMBOLS.index(card[-1])]
    if len(card) > 1 and card[-1] in SUITS:
        return card[:-1].replace("T", "10"), card[-1]
    return ("10" if card == "T" else card), None


def _corner_rank(rank: str, x: float, y: float, width: float, role: str) -> str:
    spacing = num(-0.03 * width) if len(rank) > 1 else None
    return text_tag(
        rank,
        x + 0.09 * width,
        y + 0.27 * width,
        0.42 * width,
        class_=f"f-{role}",
        font_weight="700",
        letter_spacing=spacing,
    )


def _rank_alone(rank: str, x: float, y: float, width: float) -> str:
    """The rank in one corner, and upside down in the other."""
    corner = _corner_rank(rank, x, y, width, "card_black")
    centre = f"{num(x + width / 2)} {num(y + CARD_HEIGHT / 2 * width)}"
    return f'{corner}<g transform="rotate(180 {centre})">{corner}</g>'


def _back(x: float, y: float, width: float) -> str:
    """A coloured back with a white rim and a lattice."""
    height, rim, inner = CARD_HEIGHT * width, 0.07 * width, 0.86 * width
    frame = tag(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=0.09 * width,
        class_="f-paper s-edge",
        stroke_width=max(0.8, 0.02 * width),
    )
    field = tag(
        "rect",
        x=x + rim,
        y=y + rim,
        width=inner,
        height=height - 2 * rim,
        rx=0.05 * width,
        class_="f-back",
    )
    d = _lattice(x + rim, y + rim, inner, height - 2 * rim)
    return (
        frame + field + tag("path", d=d, class_="k-lattice", stroke_width=max(0.6, 0.018 * width))
    )


# A ball in a box of 6 by 8 that starts between two corners comes by every diagonal: its
# bounces are the shortest way to draw diamonds, three by four.
_BOUNCES = (
    *((1, 0), (6, 5), (3, 8), (0, 5), (5, 0), (6, 1), (0, 7)),
    *((1, 8), (6, 3), (3, 0), (0, 3), (5, 8), (6, 7), (0, 1)),
)


def _lattice(x: float, y: float, width: float, height: float) -> str:
    points = (f"{num(x + i * width / 6)} {num(y + j * height / 8)}" for i, j in _BOUNCES)
    return f"M{'L'.join(points)}Z"


def die_face(mark: Die) -> str:
    """A die with pips, a piece or a letter; a spent one is faint."""
    body = tag(
        "rect",
        x=mark.x,
        y=mark.y,
        width=mark.size,
        height=mark.size,
        rx=0.18 * mark.size,
        class_="f-paper s-edge",
        stroke_width=max(1.0, 0.03 * mark.size),
        stroke_dasharray="3 3" if mark.is_spent else None,
    )
    inside = body + _die_inside(mark)
    return f'<g opacity=".4">{inside}</g>' if mark.is_spent else inside


def _die_inside(mark: Die) -> str:
    x, y = box_of(mark).centre
    if mark.face in _PIPS:
        return "".join(
            tag(
                "circle",
                cx=mark.x + _THIRDS[pip % 3] * mark.size,
                cy=mark.y + _THIRDS[pip // 3] * mark.size,
                r=0.09 * mark.size,
                class_="f-card_black",
            )
            for pip in _PIPS[mark.face]
        )
    if is_chess_piece(mark.face):
        return chess_piece(mark.face, x, y, 0.86 * mark.size)
    style: Attributes = {"class_": "f-card_black", "font_weight": "700", "text_anchor": "middle"}
    size = min(0.6, 0.9 / max(1, len(mark.face))) * mark.size
    return text_tag(mark.face, x, y, size, **style)
