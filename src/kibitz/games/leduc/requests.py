"""`leduc.solve`: an equilibrium of Leduc poker, and how near to perfect it is."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import Answer, Request, ask
from kibitz.core.sheet import Block, Sheet, Words, listing

if TYPE_CHECKING:
    from kibitz.search.cfr import Solution as Solved

MOVES = ("f", "c", "r")


@dataclass(frozen=True)
class Solution(Answer):
    """The value to the first seat, what a best answer wins, and the first round if it is asked."""

    schema: ClassVar[str] = "leduc.solve/1"
    game: str
    iterations: int
    value: float
    exploitability: float
    nodes: int
    infosets: int
    strategy: dict[str, dict[str, float]] | None
    seconds: float

    def sheet(self) -> Sheet:
        exploited = f"{1000 * self.exploitability:.4f} milli-antes per hand"
        made = f"{self.iterations} iterations of CFR+ over {self.nodes} nodes"
        told = Words.of(
            f"value to the first seat  {self.value:.6f} antes per hand",
            f"exploitability           {exploited}",
            f"{made} in {self.seconds:.2f} s",
        )
        return [told] if self.strategy is None else [told, self._first_round()]

    def _first_round(self) -> Block:
        names = ("fold", "call or check", "raise")
        rows = [
            (str(row["view"]), *("" if row[m] is None else f"{row[m]:.1%}" for m in MOVES))
            for row in self.rows()
        ]
        return listing(["view", *names], rows, numbers=names)

    def rows(self) -> list[dict[str, Any]]:
        odds = (self.strategy or {}).items()
        return [{"view": view, **{m: chances.get(m) for m in MOVES}} for view, chances in odds]


@dataclass(frozen=True)
class SolveRequest(Request[Solution]):
    """Solve Leduc poker by CFR+: its value and exploitability."""

    verb: ClassVar[str] = "leduc.solve"
    gives: ClassVar[type[Answer]] = Solution

    iterations: int = ask(1000, "Iterations of CFR+.", low=1, metavar="N")
    strategy: bool = ask(False, "Also list the strategy of the first round.")

    def answers(self) -> Iterator[Solution]:
        import time

        from kibitz.core.registry import make_game
        from kibitz.search.cfr import solve_tree
        from kibitz.search.gametree import build_tree

        game = make_game("leduc")
        tree, begun = build_tree(game), time.perf_counter()
        solved = solve_tree(game.text, tree, self.iterations)
        seconds = time.perf_counter() - begun
        yield Solution(
            game.text,
            self.iterations,
            solved.value,
            solved.exploitability,
            tree.nodes,
            tree.infosets,
            _first_round(solved) if self.strategy else None,
            round(seconds, 6),
        )


def _first_round(solved: "Solved") -> dict[str, dict[str, float]]:
    """Each view of the first round with the chance of each move."""
    from kibitz.games.leduc.game import LeducGame
    from kibitz.games.leduc.rules import Leduc

    game, found = LeducGame(), {}
    for seat, *fields in solved.tree.views:
        v = Leduc(*fields)
        if not v.public:
            odds = solved.odds(v, seat).items()
            found[game.position_text(v)] = {game.move_text(v, m): float(o) for m, o in odds}
    return dict(sorted(found.items()))
