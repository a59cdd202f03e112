"""Chess pieces, noughts and crosses, and suits, drawn as paths of our own in a box of 100.

Pieces stand in a box from 0 to 100; suits are centred at 0 and reach about 48 each way.
"""

from kibitz.drawing.tags import Attributes, num, tag

SUIT_PATHS = {
    "h": "M0 43C-22 24-45 7-45-15C-45-31-33-41-21-41C-11-41-3-35 0-26C3-35 11-41 21-41"
    "C33-41 45-31 45-15C45 7 22 24 0 43Z",
    "d": "M0-49C8-31 21-14 37 0C21 14 8 31 0 49C-8 31-21 14-37 0C-21-14-8-31 0-49Z",
    "s": "M0-47C11-25 44-9 44 15C44 29 34 37 23 37C15 37 8 33 4 26C5 36 9 43 16 48H-16"
    "C-9 43-5 36-4 26C-8 33-15 37-23 37C-34 37-44 29-44 15C-44-9-11-25 0-47Z",
    "c": "M0-47A20.5 20.5 0 0 1 16-14A20.5 20.5 0 1 1 5 19C6 32 9 42 16 48H-16"
    "C-9 42-6 32-5 19A20.5 20.5 0 1 1-16-14A20.5 20.5 0 0 1 0-47Z",
}

# for each piece its outline, and the lines inside it
_PIECES = {
    "P": (
        "M50 20A13 13 0 0 1 58 43L63 48H57C58 62 69 68 73 76Q76 81 76 89H24Q24 81 27 76"
        "C31 68 42 62 43 48H37L42 43A13 13 0 0 1 50 20Z",
        "M43 48H57",
    ),
    "R": (
        "M28 17H39V25H45V17H55V25H61V17H72V36L64 43L67 73L76 80V89H24V80L33 73L36 43L28 36Z",
        "M36 43H64M33 73H67M28 80H72",
    ),
    "N": (
        "M29 89C28 74 45 66 47 53C42 57 38 56 35 60C32 65 25 65 22 60C20 56 24 51 26 46"
        "C29 38 30 33 36 28L37 14L47 22C68 24 79 46 77 89Z",
        "M47 53C51 49 53 46 53 42M57 31C67 41 70 58 69 82M27 56L30 54M38 37H42",
    ),
    "B": (
        "M50 10A5.5 5.5 0 0 1 54 19.5C65 28 70 39 66 50Q63 57 58 60L60 68C70 71 76 78 76 89H24"
        "C24 78 30 71 40 68L42 60Q37 57 34 50C30 39 35 28 46 19.5A5.5 5.5 0 0 1 50 10Z",
        "M50 32V48M42 40H58M42 60H58M40 68H60",
    ),
    "Q": (
        "M31 70L17 38A5 5 0 1 1 22 36L34 53L35 27A5 5 0 1 1 40 27L47 51L48 24A5 5 0 1 1 52 24"
        "L53 51L60 27A5 5 0 1 1 65 27L66 53L78 36A5 5 0 1 1 83 38L69 70L76 81V89H24V81Z",
        "M31 70Q50 64 69 70M27 79Q50 73 73 79",
    ),
    "K": (
        "M47 9H53V15H59V21H53V31C60 25 81 27 81 45C81 56 71 62 69 71L76 81V89H24V81L31 71"
        "C29 62 19 56 19 45C19 27 40 25 47 31V21H41V15H47Z",
        "M31 71Q50 64 69 71M27 79Q50 73 73 79M50 38V62M47 31H53",
    ),
}


def chess_piece(piece: str, x: float, y: float, size: float) -> str:
    """A piece about its centre; small letters are Black's."""
    outline, inside = _PIECES[piece.upper()]
    side, edge = ("white_piece", "piece_edge") if piece.isupper() else ("black_piece", "black_edge")
    frame: Attributes = {"stroke_width": 3.0, "stroke_linejoin": "round", "stroke_linecap": "round"}
    place = f"translate({num(x - size / 2)} {num(y - size / 2)})scale({size / 100:.4g})"
    return f'<g transform="{place}">' + "".join(
        (
            tag("path", d=outline, class_=f"f-{side} s-{edge}", **frame),
            tag("path", d=inside, fill="none", class_=f"s-{edge}", **frame),
            "</g>",
        )
    )


def is_chess_piece(letter: str) -> bool:
    """Whether a letter names a piece."""
    return letter.upper() in _PIECES


def suit(letter: str, x: float, y: float, size: float, role: str) -> str:
    """A suit about its centre."""
    place = f"translate({num(x)} {num(y)})scale({size / 100:.4g})"
    return tag("path", transform=place, d=SUIT_PATHS[letter], class_=f"f-{role}")


def cross(x: float, y: float, size: float, role: str) -> str:
    """An X about its centre, on a halo, so that it is seen on anything."""
    arm = 0.32 * size
    d = (
        f"M{num(x - arm)} {num(y - arm)}L{num(x + arm)} {num(y + arm)}"
        f"M{num(x + arm)} {num(y - arm)}L{num(x - arm)} {num(y + arm)}"
    )
    return "".join(
        tag("path", d=d, class_=f"s-{name}", stroke_width=width * size, stroke_linecap="round")
        for name, width in (("halo", 0.19), (role, 0.13))
    )


def ring(x: float, y: float, size: float, role: str) -> str:
    """An O about its centre."""
    return "".join(
        tag(
            "circle",
            cx=x,
            cy=y,
            r=0.33 * size,
            fill="none",
            class_=f"s-{name}",
            stroke_width=width * size,
        )
        for name, width in (("halo", 0.19), (role, 0.13))
    )
