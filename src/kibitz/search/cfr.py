"""Equilibria of small games of two seats: CFR+ over the whole tree, best response, exploitability.

CFR+ is Tammelin's (2014): regrets never fall below zero, the seats take turns, and the
average weighs iteration t by t. A strategy is an array over the slots of the tree, the
chance of each move of each infoset. Values are of seat 0 unless a name says otherwise.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, TypeAlias

import numpy as np

from kibitz.core.blocks import blocks
from kibitz.core.game import Game, Position
from kibitz.core.kernel import kernel
from kibitz.core.registry import make_game
from kibitz.errors import BadValue, WrongKind
from kibitz.estimate.analyst import Analyst, Level, Mixed, Slips
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.search.drift import Past, still_to_go
from kibitz.search.gametree import FlatTree, Floats, GameTree, build_tree
from kibitz.search.limit import check_positive, check_turn, most_samples

Strategy: TypeAlias = Floats
USUAL_ITERATIONS = 1000
NOW, EARLIER = range(2)  # strategies of a solution
RARE = 1e-4  # a chance below which a strategy still errs at will


# Kernels name the arrays of a tree before their loops: a look into a tuple is not free there.


@kernel
def match_regrets(me: int, tree: FlatTree, regrets: Floats, out: Strategy) -> None:
    """Write my strategy in proportion to my regrets; all alike where there is none."""
    seats, first_slot = tree.infoset_seat, tree.first_slot
    for infoset in range(len(seats)):
        if seats[infoset] != me:
            continue
        start, end = first_slot[infoset], first_slot[infoset + 1]
        total = 0.0
        for slot in range(start, end):
            total += regrets[slot]
        for slot in range(start, end):
            out[slot] = regrets[slot] / total if total > 0.0 else 1.0 / (end - start)


@kernel
def spread_reach(me: int, tree: FlatTree, strategy: Strategy, mine: Floats, others: Floats) -> None:
    """Write how likely each node is by my moves alone, and by everybody else's with chance."""
    seat, first_child, children, chance, infoset = tree[:5]
    first_slot = tree.first_slot
    mine[0], others[0] = 1.0, 1.0
    for node in range(len(seat)):
        first = first_child[node]
        for i in range(children[node]):
            child = first + i
            mine[child], others[child] = mine[node], others[node] * chance[child]
            if seat[node] >= 0:
                odds = strategy[first_slot[infoset[node]] + i]
                if seat[node] == me:
                    mine[child] *= odds
                else:
                    others[child] *= odds


@kernel
def fold_back(
    me: int, tree: FlatTree, strategy: Strategy, others: Floats, values: Floats, regrets: Floats
) -> None:
    """Write each node's value for me, and add the regrets of my moves."""
    seat, first_child, children, chance, infoset, payoff = tree[:6]
    first_slot, sign = tree.first_slot, 1.0 if me == 0 else -1.0
    for node in range(len(seat) - 1, -1, -1):
        count, first = children[node], first_child[node]
        if count == 0:
            values[node] = sign * payoff[node]
            continue
        mean = 0.0
        if infoset[node] < 0:
            for i in range(count):
                mean += chance[first + i] * values[first + i]
        else:
            start = first_slot[infoset[node]]
            for i in range(count):
                mean += strategy[start + i] * values[first + i]
            if seat[node] == me:
                for i in range(count):
                    regrets[start + i] += others[node] * (values[first + i] - mean)
        values[node] = mean


@kernel
def cfr_plus(
    tree: FlatTree, done: int, iterations: int, regrets: Floats, average: Strategy
) -> None:
    """Run so many iterations after those done; `average` is weighted, not yet normal."""
    nodes, leader, seats, first_slot = (
        len(tree.seat),
        tree.leader,
        tree.infoset_seat,
        tree.first_slot,
    )
    mine, others, values = np.empty(nodes), np.empty(nodes), np.empty(nodes)
    strategy = np.empty(len(regrets))
    for me in range(2):
        match_regrets(me, tree, regrets, strategy)
    for t in range(done + 1, done + iterations + 1):
        for me in range(2):
            spread_reach(me, tree, strategy, mine, others)
            fold_back(me, tree, strategy, others, values, regrets)
            for k in range(len(leader)):
                if seats[k] == me:
                    weight = t * mine[leader[k]]
                    for slot in range(first_slot[k], first_slot[k + 1]):
                        average[slot] += weight * strategy[slot]
                        regrets[slot] = max(regrets[slot], 0.0)
            match_regrets(me, tree, regrets, strategy)


@kernel
def best_reply(
    me: int,
    tree: FlatTree,
    strategy: Strategy,
    others: Floats,
    values: Floats,
    worth: Floats,
    reply: Strategy,
) -> None:
    """Write each node's value for me when I answer best, and that answer to `reply`.

    `worth` gathers, over the nodes of an infoset, what each of my moves brings.
    """
    seat, first_child, children, chance, infoset, payoff, depth_start, first_slot = tree[:8]
    sign = 1.0 if me == 0 else -1.0
    worth[:] = 0.0
    for depth in range(len(depth_start) - 2, -1, -1):
        for node in range(depth_start[depth], depth_start[depth + 1]):
            count, first = children[node], first_child[node]
            if seat[node] == me:
                start = first_slot[infoset[node]]
                for i in range(count):
                    worth[start + i] += others[node] * values[first + i]
            elif count == 0:
                values[node] = sign * payoff[node]
            else:
                values[node] = 0.0
                for i in range(count):
                    odds = chance[first + i]
                    if infoset[node] >= 0:
                        odds = strategy[first_slot[infoset[node]] + i]
                    values[node] += odds * values[first + i]
        for node in range(depth_start[depth], depth_start[depth + 1]):
            if seat[node] == me:
                start, best = first_slot[infoset[node]], 0
                for i in range(1, children[node]):
                    if worth[start + i] > worth[start + best]:
                        best = i
                for i in range(children[node]):
                    reply[start + i] = 1.0 if i == best else 0.0
                values[node] = values[first_child[node] + best]


@dataclass(frozen=True, eq=False)
class Solution:
    """A strategy for both seats, with what it is worth and how far from perfect it is."""

    game_text: str
    tree: GameTree
    strategy: Strategy
    iterations: int
    value: float  # to seat 0, both seats playing the strategy
    exploitability: float  # mean gain of a best response over the strategy, both seats
    earlier: Strategy  # what it was after half of the iterations

    def odds(self, v: Position, seat: int) -> dict[int, float]:
        """The chance of each move in a view."""
        k = self.tree.infoset_of(v, seat)
        if k is None:
            raise WrongKind(f"the solution of {self.game_text} does not know this position")
        start = self.tree.first_slot[k]
        return {m: float(self.strategy[start + i]) for i, m in enumerate(self.tree.moves[k])}


def solve(game: Game, iterations: int = 1000, seconds: float | None = None) -> Solution:
    """An approximate equilibrium by CFR+."""
    if iterations < 1:
        raise BadValue(f"the number of iterations is {iterations}, below 1")
    return solve_tree(game.text, build_tree(game), iterations, seconds)


def solve_tree(
    game_text: str, tree: GameTree, iterations: int, seconds: float | None = None
) -> Solution:
    """An approximate equilibrium of a tree that is built already; fewer iterations than wanted
    where the seconds are over first."""
    regrets, average = np.zeros(tree.slots), np.zeros(tree.slots)
    past = Past[Strategy](iterations)
    for block in blocks(iterations, seconds):
        for step in past.steps(block):
            cfr_plus(tree.flat, past.done, step, regrets, average)
            past.note(step, lambda: normal(tree, average))
    strategy = normal(tree, average)
    value = float(node_values(tree, strategy, 0)[0][0])
    lost, earlier = exploitability(tree, strategy), past.at_half()
    earlier = tree.uniform() if earlier is None else earlier
    return Solution(game_text, tree, strategy, past.done, value, lost, earlier)


@lru_cache(maxsize=8)
def solution_of(game_text: str, iterations: int, seconds: float | None = None) -> Solution:
    """The solution of a game by its text, made once in a process."""
    return solve(make_game(game_text), iterations, seconds)


def normal(tree: GameTree, weights: Floats) -> Strategy:
    """The strategy in proportion to the weights; all alike where an infoset has none."""
    sizes = np.diff(tree.first_slot)
    totals = np.repeat(np.add.reduceat(weights, tree.first_slot[:-1]), sizes)
    with np.errstate(invalid="ignore", divide="ignore"):
        odds: Strategy = np.where(totals > 0, weights / totals, tree.uniform())
    return odds


def reaches(tree: GameTree, strategy: Strategy, seat: int) -> tuple[Floats, Floats]:
    """How likely each node is by the moves of `seat` alone, and by everything else."""
    mine, others = np.empty(tree.nodes), np.empty(tree.nodes)
    spread_reach(seat, tree.flat, strategy, mine, others)
    return mine, others


def folded(tree: GameTree, strategy: Strategy, seat: int, reach: Floats, regrets: Floats) -> Floats:
    """Each node's value for `seat`; the regrets of its slots, by the reach of others, are added."""
    values = np.empty(tree.nodes)
    fold_back(seat, tree.flat, strategy, reach, values, regrets)
    return values


def node_values(tree: GameTree, strategy: Strategy, seat: int) -> tuple[Floats, Floats]:
    """Each node's value for `seat` under a strategy of both, and each node's reach by others."""
    _, others = reaches(tree, strategy, seat)
    return folded(tree, strategy, seat, others, np.zeros(tree.slots)), others


def best_response(tree: GameTree, strategy: Strategy, seat: int) -> tuple[float, Strategy]:
    """What `seat` gets by its best answer to a strategy, and that answer (the rest unchanged)."""
    values, worth, reply = np.empty(tree.nodes), np.empty(tree.slots), strategy.copy()
    _, others = reaches(tree, strategy, seat)
    best_reply(seat, tree.flat, strategy, others, values, worth, reply)
    return float(values[0]), reply


def exploitability(tree: GameTree, strategy: Strategy) -> float:
    """What best responses gain over a strategy, the mean of both seats: 0 at an equilibrium."""
    return (best_response(tree, strategy, 0)[0] + best_response(tree, strategy, 1)[0]) / 2


@dataclass(frozen=True)
class Cfr(Analyst):
    """Values options against an opponent who plays the equilibrium, from here on both seats.

    Values that differ by less than they have still to go are too close to call: by what a best
    response gains on the strategy, or by what they moved in half of the iterations.
    """

    name: ClassVar[str] = "cfr"
    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        check_positive(self.name, iterations=self.iterations, seconds=self.seconds)

    def solution(self, game: Game) -> Solution:
        """The solution it goes by."""
        most = most_samples(self.iterations, self.seconds, USUAL_ITERATIONS)
        return solution_of(game.text, most, self.seconds)

    def odds(self, game: Game, view: Position, seat: int) -> list[tuple[int, float]]:
        return sorted(self.solution(game).odds(view, seat).items())

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        check_turn(game, view, seat)
        solution = self.solution(game)
        odds, done = solution.odds(view, seat), solution.iterations
        now, before = (_option_values(solution, view, seat, at) for at in (NOW, EARLIER))
        ways, lost = still_to_go(before, now), math.sqrt(2.0) * solution.exploitability
        if not _is_reached(solution, view, seat):
            lost = game.greatest_payoff - game.least_payoff  # what comes here is anybody's guess
        best = max(now, key=lambda move: now[move])
        options = [
            Option(
                move,
                game.move_text(view, move),
                Estimate.judged(value, f"cfr, {done:,} iterations"),
                reason=f"the equilibrium plays it {odds[move]:.0%} of the time",
                loss_error=math.hypot(ways[move], ways[best], lost),
                frequency=odds[move],
            )
            for move, value in now.items()
        ]
        is_cut = self.seconds is not None and done != self.iterations
        stopped_by = "seconds" if is_cut else "iterations"
        facts = {"samples": done, "seed": seed, "stopped_by": stopped_by}
        return Analysis.ranked(seat, options, game.unit, **facts)


def _is_reached(solution: Solution, v: Position, seat: int) -> bool:
    """Whether the others ever come here, by their strategy now and as it was."""
    here = solution.tree.flat.infoset == solution.tree.infoset_of(v, seat)
    return all(_cached_values(solution, seat, at)[1][here].sum() > RARE for at in (NOW, EARLIER))


def _option_values(solution: Solution, v: Position, seat: int, at: int) -> dict[int, float]:
    """What each move is worth to `seat`, which knows `v`, if both play a strategy from here on."""
    tree = solution.tree
    values, others = _cached_values(solution, seat, at)
    k = tree.infoset_of(v, seat)
    assert k is not None
    nodes = np.flatnonzero(tree.flat.infoset == k)
    reach = others[nodes]
    weights = reach / reach.sum() if reach.sum() > 0 else np.full(len(nodes), 1 / len(nodes))
    first = tree.flat.first_child[nodes]
    return {move: float(weights @ values[first + i]) for i, move in enumerate(tree.moves[k])}


def equilibrium_levels() -> dict[str, Level]:
    """Levels of a game that CFR solves: the equilibrium, with more slips the lower."""
    cfr = Cfr()
    return {
        "beginner": Level(cfr, Slips(0.75, Mixed()), 800, "plays three moves in four at random"),
        "intermediate": Level(cfr, Slips(0.4, Mixed()), 1200, "plays two moves in five at random"),
        "advanced": Level(cfr, Slips(0.15, Mixed()), 1600, "slips now and then"),
        "expert": Level(cfr, Mixed(), 2000, "plays the equilibrium"),
    }


@lru_cache(maxsize=16)
def _cached_values(solution: Solution, seat: int, at: int) -> tuple[Floats, Floats]:
    strategy = solution.strategy if at == NOW else solution.earlier
    return node_values(solution.tree, strategy, seat)
