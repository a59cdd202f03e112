"""Tic-tac-toe drawn: nine cells, the last mark and three in a row made visible."""

from kibitz.core.game import Game
from kibitz.core.layout import (
    HEAD,
    MARGIN,
    NINE,
    coordinates,
    head,
    last_move,
    situation,
    tile,
)
from kibitz.core.scene import Line, Piece, Rect, Scene, Shape, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import listed
from kibitz.games.tictactoe.rules import CELLS, LINES, TicTacToe

PITCH = 100.0
LEFT, TOP = MARGIN + 18, HEAD + 22


def cells_of(p: TicTacToe) -> str:
    """The nine marks, `.` for an empty cell."""
    return "".join(
        "X" if p.crosses >> i & 1 else "O" if p.noughts >> i & 1 else "." for i in range(CELLS)
    )


def scene(game: Shown, p: TicTacToe, seat: int, tall: bool, trail: Trail) -> Scene:
    """The board as `seat` sees it; it has the same shape on a phone."""
    plays, last = game.plays(p, seat), last_move(game, trail)
    words = {play.move: play.words for play in plays}
    cells = [_cell(game, p, cell, words, cell == last) for cell in range(CELLS)]
    state = situation(game, p, seat)
    marks = (
        head(f"You are {'XO'[seat]}: {state}"),
        *coordinates(LEFT, TOP, PITCH, "abc", "123"),
        *cells,
        *_three(p),
    )
    width, height = LEFT + 3 * PITCH + MARGIN, TOP + 3 * PITCH + MARGIN
    return Scene(width, height, game.title, _summary(p, seat, state), marks, plays)


def _summary(p: TicTacToe, seat: int, state: str) -> str:
    said = [f"You are {'XO'[seat]}: {state}."]
    for mark, name in (("X", "X has"), ("O", "O has"), (".", "Free:")):
        cells = ["abc"[i % 3] + "123"[i // 3] for i, m in enumerate(cells_of(p)) if m == mark]
        said.append(f"{name} {listed(cells) or 'nothing'}.")
    return " ".join(said)


def _corner(cell: int) -> tuple[float, float]:
    return LEFT + cell % 3 * PITCH, TOP + cell // 3 * PITCH


def _cell(game: Game, p: TicTacToe, cell: int, words: dict[str, str], is_last: bool) -> Shape:
    text, mark = game.move_text(p, cell), cells_of(p)[cell]
    (x, y), can = _corner(cell), text in words
    label = words[text] if can else f"{text}, {NINE[cell]}: {mark if mark != '.' else 'empty'}"
    role, move = "last_move" if is_last else "empty", text if can else None
    box = Rect(x + 2, y + 2, PITCH - 4, PITCH - 4, 6.0, role=role, label=label, move=move)
    if mark == ".":
        return box
    side = "first" if mark == "X" else "second"
    return tile(box, Piece(x + PITCH / 2, y + PITCH / 2, 0.7 * PITCH, mark, role=side))


def _three(p: TicTacToe) -> list[Shape]:
    """A stroke through three in a row."""
    found: list[Shape] = []
    for line in LINES:
        if line in (line & p.crosses, line & p.noughts):
            ends = [cell for cell in range(CELLS) if line >> cell & 1]
            (x1, y1), (x2, y2) = (_corner(cell) for cell in (ends[0], ends[-1]))
            half = PITCH / 2
            found.append(Line(x1 + half, y1 + half, x2 + half, y2 + half, 6.0, role="best"))
    return found
