"""`dots.solve`: the exact value of a board of dots and boxes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from kibitz.core.request import Answer, Progress, Request, ask, ask_times
from kibitz.core.sheet import Sheet, Words
from kibitz.errors import BadNotation

SIZE = re.compile(r"(\d{1,2})x(\d{1,2})", re.ASCII)


@dataclass(frozen=True)
class SolvedBoard(Answer):
    """The first player's final margin, and what is still to come for the seat to move.

    Both are None while the solver asks whether the latter reaches `asked`; `path` has, for
    the first plies, which move of how many is tried.
    """

    schema: ClassVar[str] = "dots.solve/2"
    game: str
    position: str
    value: int | None
    margin_to_come: int | None
    seat: int
    nodes: int
    seconds: float | None  # where asked for
    asked: int | None
    path: tuple[tuple[int, int], ...]
    expected_nodes: int | None  # about, where it is known
    _seconds: float = field(default=0.0, compare=False)  # the same for people

    @property
    def progress(self) -> Progress | None:
        if self.asked is None:
            return None
        path = " ".join(f"{move}/{moves}" for move, moves in self.path)
        of = f" of about {self.expected_nodes / 1e6:.0f}" if self.expected_nodes else ""
        words = f"{self.asked:+d} or more? {path}; {self.nodes / 1e6:.1f}{of} M positions"
        return Progress(self.nodes, self.expected_nodes, words)

    def sheet(self) -> Sheet:
        spent = f"{self._seconds:.3g} s" if self._seconds < 100 else f"{self._seconds / 60:.1f} min"
        searched = Words.of(f"{self.nodes:,} positions in {spent}", role="quiet")
        return [Words.of(self._verdict()), searched]

    def _verdict(self) -> str:
        if self.value is None:
            return f"not solved: asking whether {self.asked:+d} or more is still to come"
        size = self.game.partition("(")[2].rstrip(")").replace(",", "x")
        winner = f"player {1 if self.value > 0 else 2} wins by {abs(self.value)}"
        said = winner if self.value else "a draw"
        return f"{size}: {said} (player 1's margin {self.value:+d})"


@dataclass(frozen=True)
class SolveBoardRequest(Request[SolvedBoard]):
    """Solve a board of R rows and C columns of boxes.

    The value is exact. 3x4 takes seconds; 4x4 takes minutes, and 4096 megabytes if they are
    free. An interrupted search keeps nothing.
    """

    verb: ClassVar[str] = "dots.solve"
    examples: ClassVar[tuple[str, ...]] = ("2x3",)
    gives: ClassVar[type[Answer]] = SolvedBoard
    is_long: ClassVar[bool] = True

    size: str = ask(help="Rows and columns of boxes.", argument=True, metavar="RxC")
    position: str | None = ask(None, "Solve this position instead of the empty board.", metavar="P")
    megabytes: int | None = ask(
        None,
        "Size of the table; by default 16 to 4096, at most half of free memory.",
        low=1,
        high=1 << 16,
        metavar="M",
    )
    times: bool = ask_times()

    def answers(self) -> Iterator[SolvedBoard]:
        from kibitz.core.registry import make_game
        from kibitz.games.dots.game import DotsGame
        from kibitz.games.dots.solving import expected_nodes, solvings

        found = SIZE.fullmatch(self.size.strip().lower())
        if not found:
            raise BadNotation(f"'{self.size}' is not a size of boxes like 3x4")
        game = make_game(f"dots({int(found[1])},{int(found[2])})")
        assert isinstance(game, DotsGame)
        p = game.start() if self.position is None else game.parse_position(self.position)
        sign = 1 if p.seat == 0 else -1
        for look in solvings(game.board, p, self.megabytes):
            margin, is_over = look.margin, look.margin is not None
            yield SolvedBoard(
                game.text,
                game.position_text(p),
                None if margin is None else int(p.first - p.second) + sign * margin,
                margin,
                int(p.seat),
                look.nodes,
                round(look.seconds, 6) if self.times else None,
                None if is_over else look.progress.asked,
                () if is_over else look.progress.path,
                expected_nodes(p),
                look.seconds,
            )
