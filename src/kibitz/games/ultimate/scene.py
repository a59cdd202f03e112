"""Ultimate tic-tac-toe drawn: nine boards, the one to play on lit, those that are won marked."""

from kibitz.core.game import OVER, Game, turn
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
from kibitz.core.scene import Piece, Rect, Scene, Shape, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import listed
from kibitz.games.ultimate.rules import (
    ANY,
    CELLS,
    Ultimate,
    boards_to_play,
    boards_won,
    marks,
    open_boards,
)

SIDES = ("first", "second")
LEFT, TOP = MARGIN + 14, HEAD + 22
GAP = 8.0  # between boards


def move_at(row: int, column: int) -> int:
    """The move to a cell of the large grid."""
    return CELLS * (row // 3 * 3 + column // 3) + row % 3 * 3 + column % 3


def place_of(move: int) -> tuple[int, int]:
    """The row and column of a move on the large grid."""
    board, cell = divmod(move, CELLS)
    return board // 3 * 3 + cell // 3, board % 3 * 3 + cell % 3


def mark_at(p: Ultimate, move: int) -> str:
    """X, O or `.` on the cell of a move."""
    board, cell = divmod(move, CELLS)
    taken = [int(marks(p, board, seat)) >> cell & 1 for seat in (0, 1)]
    return "X" if taken[0] else "O" if taken[1] else "."


def scene(game: Shown, p: Ultimate, seat: int, tall: bool, trail: Trail) -> Scene:
    """The boards as `seat` sees them."""
    pitch = 37.0 if tall else 50.0
    plays, last, state = game.plays(p, seat), last_move(game, trail), situation(game, p, seat)
    words = {play.move: play.words for play in plays}
    side = 9 * pitch + 2 * GAP
    drawn: list[Shape] = [head(f"You are {'XO'[seat]}: {state}{_where(p)}")]
    drawn += _letters(pitch)
    for board in range(CELLS):
        drawn.append(_ground(p, board, pitch))
        drawn += [_cell(game, p, CELLS * board + cell, pitch, words, last) for cell in range(CELLS)]
        drawn += _winner(p, board, pitch)
    return Scene(
        LEFT + side + MARGIN,
        TOP + side + MARGIN,
        game.title,
        _summary(p, seat, state),
        tuple(drawn),
        plays,
    )


def _where(p: Ultimate) -> str:
    if turn(p) == OVER:
        return ""
    return " on any open board" if p.target == ANY else f" on board {p.target + 1}"


def _summary(p: Ultimate, seat: int, state: str) -> str:
    boards = [f"Board {b + 1}, {NINE[b]}: {_board_words(p, b)}." for b in range(CELLS)]
    return " ".join([f"You are {'XO'[seat]}: {state}{_where(p)}.", *boards])


def _board_words(p: Ultimate, board: int) -> str:
    for seat, name in enumerate("XO"):
        if boards_won(p, seat) >> board & 1:
            return f"won by {name}"
    held = []
    for seat, name in enumerate("XO"):
        cells = [NINE[c] for c in range(CELLS) if int(marks(p, board, seat)) >> c & 1]
        if cells:
            held.append(f"{name} {listed(cells)}")
    is_open = open_boards(p) >> board & 1
    return ("; ".join(held) or "empty") + ("" if is_open else "; full, nobody's")


def _corner(row: int, column: int, pitch: float) -> tuple[float, float]:
    return LEFT + column * pitch + column // 3 * GAP, TOP + row * pitch + row // 3 * GAP


def _letters(pitch: float) -> list[Shape]:
    found: list[Shape] = []
    for third in range(3):
        x, y = _corner(3 * third, 3 * third, pitch)
        names = slice(3 * third, 3 * third + 3)
        found += coordinates(x, TOP - 3, pitch, "abcdefghi"[names], "")
        found += coordinates(LEFT, y, pitch, "", "123456789"[names])
    return found


def _ground(p: Ultimate, board: int, pitch: float) -> Shape:
    """What a board lies on; lit where it is to be played on."""
    x, y = _corner(board // 3 * 3, board % 3 * 3, pitch)
    is_lit = turn(p) != OVER and int(boards_to_play(p)) >> board & 1
    side = 3 * pitch + GAP - 2
    role = "highlight" if is_lit else "grid"
    return Rect(x - GAP / 2 + 1, y - GAP / 2 + 1, side, side, 5.0, role=role)


def _cell(
    game: Game, p: Ultimate, move: int, pitch: float, words: dict[str, str], last: int | None
) -> Shape:
    x, y = _corner(*place_of(move), pitch)
    text, mark = game.move_text(p, move), mark_at(p, move)
    role, can = "last_move" if move == last else "empty", text in words
    label = words[text] if can else f"{text}: {'empty' if mark == '.' else mark}"
    goes = text if can else None
    box = Rect(x + 1, y + 1, pitch - 2, pitch - 2, 3.0, role=role, label=label, move=goes)
    is_won = any(boards_won(p, seat) >> move // CELLS & 1 for seat in (0, 1))
    if mark == "." or is_won:
        return box
    side = SIDES["XO".index(mark)]
    return tile(box, Piece(x + pitch / 2, y + pitch / 2, 0.62 * pitch, mark, role=side))


def _winner(p: Ultimate, board: int, pitch: float) -> list[Shape]:
    """The winner's mark over a whole board, in place of the small ones."""
    x, y = _corner(board // 3 * 3, board % 3 * 3, pitch)
    middle = 1.5 * pitch
    return [
        Piece(
            x + middle,
            y + middle,
            3.4 * pitch,
            "XO"[seat],
            role=SIDES[seat],
            label=f"board {board + 1}: {'XO'[seat]}",
        )
        for seat in (0, 1)
        if boards_won(p, seat) >> board & 1
    ]
