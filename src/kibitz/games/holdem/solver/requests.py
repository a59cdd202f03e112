"""What can be asked of the solver: solve a spot, look at a solution."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.files import check_writable
from kibitz.core.request import CARDS, PLACE, RANGE, Answer, Request, ask
from kibitz.games.holdem.solver.answers import LookAnswer, SolveAnswer

if TYPE_CHECKING:
    from kibitz.games.holdem.solver.solver import Snapshot, SpotSolver
    from kibitz.games.holdem.solver.spot import Spot

_SIZES = "percent of the pot, 120c for chips, or allin, separated by commas."
_OWN = "; by default those of all streets."


@dataclass(frozen=True)
class SolveRequest(Request[SolveAnswer]):
    """Solve the rest of a hand for two ranges.

    The board may be a flop, a turn or a river; both seats have the same stack.
    """

    verb: ClassVar[str] = "holdem.solve"
    examples: ClassVar[tuple[str, ...]] = (
        '--board "Qs Jh 2h 8c 3d" --oop AA,KQs --ip QQ,98s --pot 10 --stack 20 --bets 50%',
        '--board "Qs Jh 2h 8c" --oop AA,KQs --ip QQ,98s --pot 10 --stack 20 --bets 50%',
        '--board "Qs Jh 2h" --oop AA,KQs --ip QQ,98s --pot 10 --stack 20 --bets 50%',
    )
    gives: ClassVar[type[Answer]] = SolveAnswer
    is_long: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = ("svg", "html")

    board: str = ask(help="3 to 5 cards, as in Td9d6hQc.", metavar="CARDS", holds=CARDS)
    oop: str = ask(help="Range of the seat that acts first, as in 'TT+,AKs,KQo:0.5'.", holds=RANGE)
    ip: str = ask(help="Range of the other seat.", holds=RANGE)
    pot: float = ask(help="Chips in the pot, with up to four decimals.", above=0)
    stack: float = ask(help="Chips that each seat can still bet.", above=0)
    bets: str = ask("50,100", help=f"Sizes of bets: {_SIZES}")
    raises: str = ask("100", help=f"Sizes of raises: {_SIZES}")
    bets_flop: str | None = ask(None, help=f"Sizes of bets on the flop{_OWN}")
    bets_turn: str | None = ask(None, help=f"Sizes of bets on the turn{_OWN}")
    bets_river: str | None = ask(None, help=f"Sizes of bets on the river{_OWN}")
    raises_flop: str | None = ask(None, help=f"Sizes of raises on the flop{_OWN}")
    raises_turn: str | None = ask(None, help=f"Sizes of raises on the turn{_OWN}")
    raises_river: str | None = ask(None, help=f"Sizes of raises on the river{_OWN}")
    target: float = ask(0.5, help="Stop at this exploitability, in percent of the pot.", low=0)
    seconds: float | None = ask(None, help="Stop after this many seconds.", above=0)
    iterations: int | None = ask(None, help="Stop after N iterations.", low=1)
    threads: int | None = ask(
        None, help="Threads to use; by default one per core.", low=1, high=1024
    )
    megabytes: float = ask(4000.0, help="Refuse spots that take more memory.", above=0)
    save: str | None = ask(None, help="File to save the solution in, for `look`.", holds=PLACE)

    def check(self) -> None:
        """Refuse a file that could not be written, before it is worked for."""
        if self.save is not None:
            check_writable(self.save)

    def answers(self) -> Iterator[SolveAnswer]:
        from kibitz.games.holdem.solver.report import solve_answer
        from kibitz.games.holdem.solver.solver import SpotSolver

        solver = SpotSolver(self._spot(), self.threads or _cores(), self.megabytes)
        last = None
        try:
            for last in solver.run(self.target, self.iterations, self.seconds):
                yield solve_answer(solver, last, self.target, self.iterations)
        finally:  # what there is, is kept, whoever stopped it
            self._keep(solver, last)
        if last is not None:
            stopped = self._stopped_by(last)
            yield solve_answer(solver, last, self.target, self.iterations, self.save, stopped)

    def _spot(self) -> "Spot":
        from kibitz.games.holdem.solver.spot import make_spot

        by_street = (
            (self.bets_flop, self.raises_flop),
            (self.bets_turn, self.raises_turn),
            (self.bets_river, self.raises_river),
        )
        ranges = self.oop, self.ip
        return make_spot(
            self.board, *ranges, self.pot, self.stack, self.bets, self.raises, by_street
        )

    def _keep(self, solver: "SpotSolver", last: "Snapshot | None") -> None:
        if self.save is None or last is None:
            return
        from kibitz.games.holdem.solver.file import save_solution
        from kibitz.games.holdem.solver.solution import solution_of

        save_solution(solution_of(solver, last), self.save)

    def _stopped_by(self, last: "Snapshot") -> str:
        if 100 * last.exploitability <= self.target * self.pot:
            return "target"
        done = self.iterations is not None and last.iterations >= self.iterations
        return "iterations" if done else "seconds"


@dataclass(frozen=True)
class LookRequest(Request[LookAnswer]):
    """Look at one decision of a saved solution."""

    verb: ClassVar[str] = "holdem.look"
    gives: ClassVar[type[Answer]] = LookAnswer
    saves: ClassVar[tuple[str, ...]] = ("svg", "html")

    file: str = ask(help="The file that solve wrote.", argument=True, holds=PLACE)
    line: str = ask("", help="Actions and cards, as in X-B50-C/7h/X; by default the root.")
    hand: str | None = ask(None, help="Only these combos, as in AhKh or AKs.")

    def answers(self) -> Iterator[LookAnswer]:
        from kibitz.games.holdem.solver.file import load_solution
        from kibitz.games.holdem.solver.report import look_answer

        yield look_answer(load_solution(self.file), self.file, self.line, self.hand)


def _cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
