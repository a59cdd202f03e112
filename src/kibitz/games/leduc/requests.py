"""`leduc.solve`: an equilibrium of Leduc poker, and how near to perfect it is.

With an opponent who slips, also what can be won from him, and what that puts at risk: values
are exact over the whole tree, the mean of both seats.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import LARGEST_SEED, Answer, Request, ask, ask_times
from kibitz.core.sheet import Block, Sheet, Words, listing

if TYPE_CHECKING:
    from kibitz.search.cfr import Solution, Strategy

MOVES = ("f", "c", "r")
HALF = 0.5  # believed of an opponent whom one knows


@dataclass(frozen=True)
class Response:
    """One way to play against an opponent who slips, in antes per hand."""

    name: str
    belief: float  # 0 for the equilibrium, 1 for a best response
    gain: float  # what it wins from him
    risk: float  # what the best answer to it wins more than is due
    deviation: float  # of the result of one hand
    deviation_without_luck: float  # the same with known luck taken out: the cards, our own chance


@dataclass(frozen=True)
class SolvedLeduc(Answer):
    """The value to the first seat, what a best answer wins, and the first round if it is asked."""

    schema: ClassVar[str] = "leduc.solve/2"
    game: str
    iterations: int
    value: float
    exploitability: float
    nodes: int
    infosets: int
    strategy: dict[str, dict[str, float]] | None
    responses: tuple[Response, ...]  # to an opponent who slips, where one was asked for
    seed: int | None  # where he was learned from hands
    seconds: float | None  # where asked for
    _seconds: float = field(default=0.0, compare=False)  # the same for people

    def sheet(self) -> Sheet:
        exploited = f"{1000 * self.exploitability:.4f} milli-antes per hand"
        made = f"{self.iterations} iterations of CFR+ over {self.nodes} nodes"
        told = Words.of(
            f"value to the first seat  {self.value:.6f} antes per hand",
            f"exploitability           {exploited}",
            f"{made} in {self._seconds:.2f} s",
        )
        blocks: list[Block] = [told]
        if self.strategy is not None:
            blocks.append(self._first_round())
        if self.responses:
            blocks.append(self._responses())
        return blocks

    def _responses(self) -> Block:
        numbers = ("belief", "gain (milli-antes)", "risk (milli-antes)", "hands", "without luck")
        rows = [
            (
                r.name,
                f"{r.belief:.2f}",
                f"{1000 * r.gain:.0f}",
                f"{1000 * r.risk:.0f}",
                _hands(r.deviation, r.gain),
                _hands(r.deviation_without_luck, r.gain),
            )
            for r in self.responses
        ]
        return listing(["answer", *numbers], rows, numbers=numbers)

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


def _hands(deviation: float, gain: float) -> str:
    """How many hands show a gain: it is then two standard errors of their mean."""
    return f"{(2.0 * deviation / gain) ** 2:,.0f}" if gain > 0.0 else "-"


@dataclass(frozen=True)
class SolveLeducRequest(Request[SolvedLeduc]):
    """Solve Leduc poker by CFR+: its value and exploitability.

    With --slips, also answer an opponent who plays the solution but slips that often: by the
    solution itself, by a restricted Nash response that trusts the model in part, and by a best
    response. With --hands the opponent is not known, but learned from N hands. "hands" are
    those that it takes to see the gain, as they are played and with the known luck taken out.
    """

    verb: ClassVar[str] = "leduc.solve"
    examples: ClassVar[tuple[str, ...]] = ("--iterations 200",)
    gives: ClassVar[type[Answer]] = SolvedLeduc

    iterations: int = ask(1000, "Iterations of CFR+.", low=1, metavar="N")
    strategy: bool = ask(False, "Also list the strategy of the first round.")
    slips: float | None = ask(
        None, "Answer an opponent who plays at random this often.", low=0.0, high=1.0, metavar="P"
    )
    hands: int | None = ask(None, "Learn the opponent from N hands.", low=1, metavar="N")
    belief: float | None = ask(
        None,
        "How far to trust the model: a half, or by the number of hands.",
        low=0.0,
        high=1.0,
        metavar="P",
    )
    seed: int | None = ask(
        None, "Root of all random numbers, for --hands.", low=0, high=LARGEST_SEED, metavar="S"
    )
    times: bool = ask_times()

    def answers(self) -> Iterator[SolvedLeduc]:
        import time

        from kibitz.core.registry import make_game
        from kibitz.core.seeds import checked_seed
        from kibitz.search.cfr import solve_tree
        from kibitz.search.gametree import build_tree

        seed = None if self.hands is None else checked_seed(self.seed)
        game = make_game("leduc")
        tree, begun = build_tree(game), time.perf_counter()
        solved = solve_tree(game.text, tree, self.iterations)
        seconds = time.perf_counter() - begun
        yield SolvedLeduc(
            game.text,
            self.iterations,
            solved.value,
            solved.exploitability,
            tree.nodes,
            tree.infosets,
            _first_round(solved) if self.strategy else None,
            () if self.slips is None else self._responses(solved, self.slips, seed),
            seed,
            round(seconds, 6) if self.times else None,
            seconds,
        )

    def _responses(
        self, solved: "Solution", slips: float, seed: int | None
    ) -> tuple[Response, ...]:
        """What the solution, a careful answer and a bold one get from who slips."""
        from kibitz.search.exploit import restricted_response

        tree, strategy = solved.tree, solved.strategy
        truth = (1.0 - slips) * strategy + slips * tree.uniform()
        model, belief = self._model(solved, truth, seed)
        found = [_response("the solution", 0.0, solved, truth, (strategy, strategy))]
        for name, p in (("a careful answer", belief), ("a best response", 1.0)):
            both = (restricted_response(tree, model, s, p, self.iterations) for s in (0, 1))
            found.append(_response(name, p, solved, truth, tuple(both)))
        return tuple(found)

    def _model(
        self, solved: "Solution", truth: "Strategy", seed: int | None
    ) -> "tuple[Strategy, float]":
        """What is thought of him, and how far that is believed."""
        from kibitz.core.registry import make_game
        from kibitz.search.exploit import belief_after, strategy_model, watched

        if self.hands is None or seed is None:
            return truth, HALF if self.belief is None else self.belief
        game = make_game(solved.game_text)
        seen = list(watched(game, solved.tree, truth, self.hands, seed))
        model = strategy_model(solved.tree, seen, solved.strategy)
        believed = belief_after(solved.tree, len(seen)) if self.belief is None else self.belief
        return model, believed


def _response(
    name: str, belief: float, solved: "Solution", truth: "Strategy", mine: "tuple[Strategy, ...]"
) -> Response:
    """What a strategy for either seat wins from `truth`, and what it risks; the mean of both."""
    from kibitz.search.aivat import corrected_payoffs, guesses, mean_and_variance
    from kibitz.search.exploit import played_by, value_against, worst_case

    tree, due = solved.tree, (solved.value, -solved.value)
    values, squares = guesses(tree, solved.strategy), [0.0, 0.0]
    for seat in (0, 1):
        both = played_by(tree, mine[seat], truth, seat)
        lucky = (tree.flat.payoff, corrected_payoffs(tree, values, both, [seat]))
        for i, payoffs in enumerate(lucky):
            squares[i] += mean_and_variance(tree, both, payoffs)[1] / 2
    gains = (value_against(tree, mine[seat], truth, seat) for seat in (0, 1))
    risks = (due[seat] - worst_case(tree, mine[seat], seat) for seat in (0, 1))
    deviations = (math.sqrt(square) for square in squares)
    return Response(name, belief, sum(gains) / 2, sum(risks) / 2, *deviations)


def _first_round(solved: "Solution") -> dict[str, dict[str, float]]:
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
