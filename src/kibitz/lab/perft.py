"""`perft`: the number of move sequences of each length, to check rules against others'."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.core.request import Answer, Progress, Request, ask, ask_times
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.lab.figures import duration

DEEPEST = 60


@dataclass(frozen=True)
class Perft(Answer):
    """How many sequences there are of each length from 0 on; `nodes` of the last one."""

    schema: ClassVar[str] = "perft/2"
    game: str
    position: str
    depth: int
    nodes: int
    counts: tuple[int, ...]
    seconds: float | None  # where asked for
    _seconds: float = field(default=0.0, compare=False)  # the same for people

    @property
    def progress(self) -> Progress | None:
        done = len(self.counts) - 1
        if done == self.depth:
            return None
        return Progress(done, self.depth, f"{self.nodes:,} sequences of {done} moves")

    def sheet(self) -> Sheet:
        rows = [(str(row["moves"]), f"{row['sequences']:,}") for row in self.rows()]
        columns = ("moves", "sequences")
        spent = f"{self.nodes:,} sequences in {duration(self._seconds)}"
        return [listing(columns, rows, numbers=columns), Words.of(spent, role="quiet")]

    def rows(self) -> list[dict[str, Any]]:
        return [{"moves": ply, "sequences": count} for ply, count in enumerate(self.counts)]


@dataclass(frozen=True)
class PerftRequest(Request[Perft]):
    """Count the move sequences of GAME up to DEPTH moves long."""

    verb: ClassVar[str] = "perft"
    examples: ClassVar[tuple[str, ...]] = ("tictactoe 3",)
    gives: ClassVar[type[Answer]] = Perft
    is_long: ClassVar[bool] = True

    game: str = ask(help="A game with its options.", argument=True)
    depth: int = ask(help="Moves per sequence, at most.", argument=True, low=0, high=DEEPEST)
    position: str | None = ask(None, "Count from here instead of the start.", metavar="P")
    times: bool = ask_times()

    def answers(self) -> Iterator[Perft]:
        import time

        from kibitz.core.registry import make_game
        from kibitz.search.perft import perft

        game = make_game(self.game)
        start = game.start() if self.position is None else game.parse_position(self.position)
        begun, text = time.perf_counter(), game.position_text(start)
        counts: tuple[int, ...] = ()
        for ply in range(self.depth + 1):
            counts = (*counts, int(perft(game, ply, start)))
            seconds = round(time.perf_counter() - begun, 6)
            told = seconds if self.times else None
            yield Perft(game.text, text, self.depth, counts[-1], counts, told, seconds)
