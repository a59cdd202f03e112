"""Northcott's game drawn: rows of squares with two men each; a click sends one's man there.

On a phone long rows stand upright, so that a square stays large enough for a finger.
"""

from kibitz.core.layout import (
    HEAD,
    MARGIN,
    PHONE,
    WIDE,
    coordinates,
    head,
    last_move,
    situation,
    tile,
)
from kibitz.core.scene import Disc, Path, Rect, Scene, Shape, Trail
from kibitz.core.shown import Shown
from kibitz.games.heaps.northcott import BITS, Northcott, man

LEFT, TOP = MARGIN + 22, HEAD + 24
MOST_ACROSS = 8  # squares of a row that a phone shows side by side
WIDEST, NARROWEST = 48.0, 34.0
SIDES = ("first", "second")


def scene(game: Shown, p: Northcott, seat: int, tall: bool, trail: Trail) -> Scene:
    """The rows as `seat` sees them."""
    upright = tall and p.squares > MOST_ACROSS
    across, down = (p.rows, p.squares) if upright else (p.squares, p.rows)
    room = (PHONE if tall else WIDE) - LEFT - MARGIN
    pitch = min(WIDEST, max(NARROWEST, room / across))
    plays, state = game.plays(p, seat), situation(game, p, seat)
    words, last = {play.move: play.words for play in plays}, last_move(game, trail)
    drawn: list[Shape] = [head(f"{state[0].upper()}{state[1:]}: {_fate(p)}")]
    numbers = [[str(n + 1) for n in range(count)] for count in (across, down)]
    drawn += coordinates(LEFT, TOP, pitch, *numbers)
    for row in range(p.rows):
        for square in range(p.squares):
            x, y = (row, square) if upright else (square, row)
            place = (LEFT + x * pitch, TOP + y * pitch, pitch)
            is_last = last == row << BITS | square
            drawn.append(_square(p, row, square, place, upright, words, is_last))
    width, height = LEFT + across * pitch + MARGIN, TOP + down * pitch + MARGIN
    summary = _summary(p, seat, state)
    return Scene(max(width, PHONE), height, game.title, summary, tuple(drawn), plays)


def _fate(p: Northcott) -> str:
    return f"whoever cannot move {'wins' if p.misere else 'loses'}"


def _square(
    p: Northcott,
    row: int,
    square: int,
    place: tuple[float, float, float],
    upright: bool,
    words: dict[str, str],
    is_last: bool,
) -> Shape:
    x, y, pitch = place
    text = f"{row + 1}:{square + 1}"
    move, label = (text, words[text]) if text in words else (None, "")
    owner = [int(man(men, row)) for men in (p.left, p.right)]
    if square in owner:
        label = (
            f"{('left', 'right')[owner.index(square)]} man on row {row + 1}, square {square + 1}"
        )
    role = "last_move" if is_last else "highlight" if move else "empty"
    box = Rect(x + 1, y + 1, pitch - 2, pitch - 2, 3.0, role=role, label=label, move=move)
    if square not in owner:
        return box
    return tile(box, *_man(owner.index(square), x + pitch / 2, y + pitch / 2, pitch, upright))


def _man(seat: int, x: float, y: float, pitch: float, upright: bool) -> tuple[Shape, ...]:
    """A man with a point towards the other."""
    reach, ahead = 0.16 * pitch, 1 if seat == 0 else -1
    corners = [(ahead * reach, 0.0), (-ahead * reach, -reach), (-ahead * reach, reach)]
    points = tuple((x + b, y + a) if upright else (x + a, y + b) for a, b in corners)
    return (
        Disc(x, y, 0.38 * pitch, role=SIDES[seat]),
        Path(points, 0.0, True, role="table"),
    )


def _summary(p: Northcott, seat: int, state: str) -> str:
    rows = [
        f"Row {row + 1}: left man on {man(p.left, row) + 1}, right man on {man(p.right, row) + 1}, "
        f"gap {man(p.right, row) - man(p.left, row) - 1}."
        for row in range(p.rows)
    ]
    side = "left men" if seat == 0 else "right men"
    head_words = f"{p.rows} rows of {p.squares} squares; you have the {side}: {state}, {_fate(p)}."
    return " ".join([head_words, *rows])
