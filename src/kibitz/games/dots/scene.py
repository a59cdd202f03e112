"""Dots and boxes drawn: lines that are drawn and lines that can be, boxes with their owners.

A view forgets who took which box; the moments that a seat saw tell.
"""

from kibitz.core.game import Game
from kibitz.core.layout import (
    HEAD,
    MARGIN,
    PHONE,
    coordinates,
    head,
    last_move,
    situation,
)
from kibitz.core.scene import Disc, Group, Line, Rect, Scene, Shape, Text, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import listed
from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.rules import Dots

SIDES = ("first", "second")
UNKNOWN = -1  # the owner of a box that was taken before anybody looked
LEFT, TOP = MARGIN + 30, HEAD + 46
LARGEST = 90.0  # a box at most


def owners(board: DotsBoard, p: Dots, trail: Trail) -> dict[int, int]:
    """Who took each full box, by its number; UNKNOWN where the trail does not tell."""
    boxes = [int(box) for box in board.shape().boxes]
    found = {i: UNKNOWN for i, box in enumerate(boxes) if box & ~int(p.lines) == 0}
    for moment in trail:
        for i, box in enumerate(boxes):
            was, is_now = (box & ~int(q.lines) == 0 for q in (moment.before, moment.after))
            if i in found and is_now and not was:
                found[i] = moment.seat
    return found


def scene(game: Shown, board: DotsBoard, p: Dots, seat: int, tall: bool, trail: Trail) -> Scene:
    """The board as `seat` sees it."""
    pitch = _pitch(board, tall)
    plays, last, state = game.plays(p, seat), last_move(game, trail), situation(game, p, seat)
    words = {play.move: play.words for play in plays}
    owned = owners(board, p, trail)
    drawn: list[Shape] = [head(state[0].upper() + state[1:]), _score(game, p, seat)]
    drawn += _dot_names(board, pitch)
    drawn += [_box(game, board, box, owner, pitch) for box, owner in owned.items()]
    drawn += [_line(game, board, p, line, pitch, words, last) for line in range(board.lines)]
    drawn += [
        Disc(LEFT + c * pitch, TOP + r * pitch, 6.0, role="ink")
        for r in range(board.rows + 1)
        for c in range(board.columns + 1)
    ]
    width = max(LEFT + board.columns * pitch + LEFT, 240.0)
    height = TOP + board.rows * pitch + 30
    summary = _summary(game, board, p, seat, state)
    return Scene(width, height, game.title, summary, tuple(drawn), plays)


def _pitch(board: DotsBoard, tall: bool) -> float:
    return min(LARGEST, (PHONE - 2 * LEFT) / board.columns) if tall else LARGEST


def _score(game: Game, p: Dots, seat: int) -> Shape:
    mine, theirs = (p.first, p.second) if seat == 0 else (p.second, p.first)
    words = f"boxes: you {mine}, {game.seat_name(1 - seat)} {theirs}"
    return Text(MARGIN, 40.0, words, 14.0, role="quiet")


def _dot_names(board: DotsBoard, pitch: float) -> list[Shape]:
    columns = [chr(97 + c) for c in range(board.columns + 1)]
    rows = [str(r + 1) for r in range(board.rows + 1)]
    return coordinates(LEFT - pitch / 2, TOP - 8, pitch, columns, []) + coordinates(
        LEFT - 8, TOP - pitch / 2, pitch, [], rows
    )


def _point(dot: tuple[int, int], pitch: float) -> tuple[float, float]:
    return LEFT + dot[1] * pitch, TOP + dot[0] * pitch


def _box(game: Game, board: DotsBoard, box: int, owner: int, pitch: float) -> Shape:
    x, y = _point(divmod(box, board.columns), pitch)
    role = "highlight" if owner == UNKNOWN else SIDES[owner]
    label = "a box" if owner == UNKNOWN else f"a box of {game.seat_name(owner)}"
    square = Rect(x + 8, y + 8, pitch - 16, pitch - 16, 5.0, role=role)
    if owner == UNKNOWN:
        return Group((square,), label=label)
    number = Text(x + pitch / 2, y + pitch / 2, str(owner + 1), 18.0, "middle", True, role=role)
    return Group((square, number), label=label)


def _line(
    game: Game,
    board: DotsBoard,
    p: Dots,
    line: int,
    pitch: float,
    words: dict[str, str],
    last: int | None,
) -> Shape:
    """A line that is drawn, or a dashed one that can be."""
    one, other = board.ends(line)
    (x1, y1), (x2, y2), text = _point(one, pitch), _point(other, pitch), game.move_text(p, line)
    if p.lines >> line & 1:
        role = "last_move" if line == last else "line"
        return Line(x1, y1, x2, y2, 7.0, role=role, label=f"{text}, drawn")
    if text not in words:
        return Line(x1, y1, x2, y2, 2.0, True, role="grid")
    return Line(x1, y1, x2, y2, 5.0, True, role="grid", label=words[text], move=text)


def _summary(game: Game, board: DotsBoard, p: Dots, seat: int, state: str) -> str:
    mine, theirs = (p.first, p.second) if seat == 0 else (p.second, p.first)
    drawn = [game.move_text(p, line) for line in range(board.lines) if p.lines >> line & 1]
    said = [
        f"{board.rows} by {board.columns} boxes, {state}.",
        f"Boxes: you {mine}, {game.seat_name(1 - seat)} {theirs}.",
        f"Lines drawn: {listed(drawn) or 'none'}.",
    ]
    near = [_completing(game, board, p, box) for box in range(board.rows * board.columns)]
    ripe = sorted({text for text in near if text})
    if ripe:
        said.append(f"A box can be completed by {listed(ripe)}.")
    return " ".join(said)


def _completing(game: Game, board: DotsBoard, p: Dots, box: int) -> str:
    """The only line that a box lacks, empty where it lacks none or more."""
    free = int(board.shape().boxes[box]) & ~int(p.lines)
    return game.move_text(p, free.bit_length() - 1) if free.bit_count() == 1 else ""
