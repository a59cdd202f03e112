"""Ultimate tic-tac-toe with a dictionary of marks: the slow, obvious twin."""

from dataclasses import dataclass, field

LINES = [
    *[(3 * i, 3 * i + 1, 3 * i + 2) for i in range(3)],
    *[(i, i + 3, i + 6) for i in range(3)],
    (0, 4, 8),
    (2, 4, 6),
]


def line_winner(marks: list[str]) -> str:
    """X or O if it has three in a row, else nothing."""
    for a, b, c in LINES:
        if marks[a] in ("X", "O") and marks[a] == marks[b] == marks[c]:
            return marks[a]
    return ""


@dataclass
class Boards:
    """The moves played so far, and what they mean."""

    boards: list[list[str]] = field(default_factory=lambda: [[""] * 9 for _ in range(9)])
    mover: str = "X"
    last_cell: int | None = None

    def owner(self, board: int) -> str:
        """Who won a board; - if it is full and nobody did."""
        return line_winner(self.boards[board]) or ("-" if all(self.boards[board]) else "")

    def owners(self) -> list[str]:
        return [self.owner(board) for board in range(9)]

    def is_over(self) -> bool:
        return bool(line_winner(self.owners())) or all(self.owners())

    def winner(self, by_count: bool = False) -> str:
        owners = self.owners()
        lead = owners.count("X") - owners.count("O")
        counted = "X" if lead > 0 else "O" if lead < 0 else ""
        return line_winner(owners) or (counted if by_count else "")

    def legal_moves(self) -> list[int]:
        if self.is_over():
            return []
        wanted = [b for b in range(9) if not self.owner(b)]
        if self.last_cell in wanted:
            wanted = [self.last_cell]
        return [9 * b + c for b in wanted for c in range(9) if not self.boards[b][c]]

    def play(self, move: int) -> None:
        self.boards[move // 9][move % 9] = self.mover
        self.mover, self.last_cell = "XO".replace(self.mover, ""), move % 9
