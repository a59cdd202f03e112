"""Values of every option in games of one or two seats with dice that can be listed.

A seat takes its best move, chance its outcomes by their weights. Values are from the
point of view of the seat whose options are valued, which maximises while the other
minimises. Alpha-beta bounds reach through chance by Ballard's Star1 (1983): as no payoff
is outside the game's bounds, an average can leave the window before all outcomes are seen.
The depth counts decisions, not rolls.
"""

import time
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.game import (
    CHANCE,
    OVER,
    Game,
    Moves,
    Position,
    generic,
    heuristic,
    moves,
    payoff,
    play,
    turn,
    weight,
)
from kibitz.core.kernel import kernel
from kibitz.errors import WrongKind
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.search.limit import check_positive, check_turn, check_zero_sum_for_two, stopping
from kibitz.search.ordering import NO_MOVE, Lists, Notes, new_notes, next_move, praise, rank_moves
from kibitz.search.playout import Floats

NODES, GUESSES, UNLISTED, STOP = range(4)  # counted in a Tally; STOP is not 0 when time is up
USUAL_DEPTH = 2
Tally = NDArray[np.int64]


@kernel
def clamp(x: float, least: float, greatest: float) -> float:
    """The number between the bounds that is nearest to x."""
    return min(max(x, least), greatest)


@generic
def total_weight(p: Position, count: int, outcomes: Moves) -> int:
    """The weights of all outcomes of chance together."""
    total = int64(0)
    for i in range(count):
        total += weight(p, outcomes[i])
    return total


@generic
def value_here(
    p: Position,
    seat: int,
    alpha: float,
    beta: float,
    depth: int,
    ply: int,
    bounds: Floats,
    lists: Lists,
    notes: Notes,
    tally: Tally,
) -> float:
    """The value of `p` for `seat`, exact inside (alpha, beta), else a bound on that side."""
    tally[NODES] += 1
    mover, least, greatest = turn(p), float(bounds[0]), float(bounds[1])
    if mover == OVER:
        return payoff(p, seat)
    if tally[STOP]:
        return least
    if mover != CHANCE and depth <= 0:
        tally[GUESSES] += 1
        return clamp(heuristic(p, seat), least, greatest)
    count = moves(p, lists[2 * ply])

    if mover == CHANCE:
        rest, seen = total_weight(p, count, lists[2 * ply]), 0.0
        total = float(rest)
        if count == 0:
            tally[UNLISTED] += 1
            return least
        for i in range(count):
            outcome = lists[2 * ply, i]
            w, after = weight(p, outcome), play(p, outcome)
            rest -= w
            low = clamp((alpha * total - seen - rest * greatest) / w, least, greatest)
            high = clamp((beta * total - seen - rest * least) / w, least, greatest)
            seen += w * value_here(
                after, seat, low, high, depth, ply + 1, bounds, lists, notes, tally
            )
            if rest > 0 and seen + rest * greatest <= alpha * total:
                return (seen + rest * greatest) / total
            if rest > 0 and seen + rest * least >= beta * total:
                return (seen + rest * least) / total
        return seen / total

    rank_moves(p, mover, NO_MOVE, count, ply, lists, notes)
    best = least if mover == seat else greatest
    for i in range(count):
        move = next_move(lists, ply, i, count)
        after = play(p, move)
        value = value_here(
            after, seat, alpha, beta, depth - 1, ply + 1, bounds, lists, notes, tally
        )
        if mover == seat:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            praise(move, mover, depth, ply, notes)
            break
    return best


@generic
def value_options(
    p: Position,
    seat: int,
    depth: int,
    values: Floats,
    guesses: NDArray[np.int64],
    bounds: Floats,
    lists: Lists,
    notes: Notes,
    tally: Tally,
) -> None:
    """Write the value of every move of `p`, and how many guesses it rests on."""
    ply, least, greatest = int64(1), bounds[0], bounds[1]
    for i in range(moves(p, lists[0])):
        before, after = tally[GUESSES], play(p, lists[0, i])
        values[i] = value_here(
            after, seat, least, greatest, depth - 1, ply, bounds, lists, notes, tally
        )
        guesses[i] = tally[GUESSES] - before


@dataclass(frozen=True)
class Expectimax(Analyst):
    """Looks so many decisions ahead and averages over every roll of the dice."""

    name: ClassVar[str] = "expectimax"
    depth: int | None = None  # decisions ahead: 2, or as many as fit into the seconds
    seconds: float | None = None

    def __post_init__(self) -> None:
        check_positive(self.name, depth=self.depth, seconds=self.seconds)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        self.check(game)
        check_turn(game, view, seat)
        began = time.perf_counter()
        search = _Deepening(game, view, seat)
        stopped_by = search.run(self.most_depth(game), self.seconds)
        return Analysis.ranked(
            seat,
            search.options(),
            game.unit,
            samples=int(search.tally[NODES]),
            seconds=time.perf_counter() - began,
            seed=seed,
            stopped_by=stopped_by,
        )

    def check(self, game: Game) -> None:
        """Refuse a game of another kind."""
        game.demand(self.name, has_secrets=False)
        if game.seats != 1:
            check_zero_sum_for_two(self.name, game)

    def most_depth(self, game: Game) -> int:
        """How deep it looks at the most."""
        usual = USUAL_DEPTH if self.seconds is None else game.most_plies
        return min(self.depth or usual, game.most_plies)


class _Deepening:
    """One analysis under way: the values of the last depth that was finished."""

    def __init__(self, game: Game, view: Position, seat: int) -> None:
        self.game, self.view, self.seat = game, view, seat
        self.legal = game.legal_moves(view)
        self.values, self.guesses = self._room()
        self.finished = 0
        plies = game.most_plies + 2
        bounds = np.array([game.least_payoff, game.greatest_payoff])
        lists = np.empty((2 * plies, game.most_moves), np.int64)
        self.tally = np.zeros(4, np.int64)
        self.work = (bounds, lists, new_notes(plies), self.tally)

    def run(self, most: int, seconds: float | None) -> str:
        """Look as deep as the limits let, deeper and deeper where a clock runs; returns which
        of them ended it."""
        if seconds is None:
            self._look(most)
        else:
            self._look(1)  # compiles, too, before the clock starts
            with stopping(seconds, self.tally, STOP):
                for depth in range(2, most + 1):
                    if not self.guesses.any() or not self._look(depth):
                        break
        if not self.guesses.any():
            return "complete"
        return "seconds" if self.tally[STOP] else "depth"

    def _look(self, depth: int) -> bool:
        """Value every option; what time does not let finish is forgotten."""
        values, guesses = self._room()
        value_options(self.view, self.seat, depth, values, guesses, *self.work)
        if self.tally[UNLISTED]:
            raise WrongKind(
                f"{Expectimax.name} cannot play {self.game.name}: "
                "its chance has too many outcomes to list"
            )
        if self.tally[STOP]:
            return False
        self.values, self.guesses, self.finished = values, guesses, depth
        return True

    def _room(self) -> tuple[Floats, NDArray[np.int64]]:
        return np.empty(len(self.legal)), np.ones(len(self.legal), np.int64)

    def options(self) -> list[Option]:
        """Every move with its value, exact where it rests on finished games alone."""
        depth = "1 decision" if self.finished == 1 else f"{self.finished} decisions"
        return [
            Option(
                move,
                self.game.move_text(self.view, move),
                Estimate.judged(float(value), depth) if guessed else Estimate.exact(float(value)),
                reason=f"seen {depth} deep" if guessed else "",
            )
            for move, value, guessed in zip(self.legal, self.values, self.guesses, strict=True)
        ]
