"""Monte Carlo tree search for any game: SO-ISMCTS (Cowling, Powley and Whitehouse 2012).

Each iteration draws a world that the seat cannot tell from the true one, follows the tree
by upper confidence bounds over the moves available in that world, adds one node, plays on
by the word `policy`, and credits each node with what its seat got. With nothing hidden it
is plain UCT; with chance it is open-loop: luck is drawn anew each time, not branched on.
Any number of seats, each for itself.

At the root every option is available every time, so confidence bounds give a better mean
more visits, and ranking by mean agrees with ranking by visits. The means still move as the
tree grows, so they are judged, not sampled; how far they move tells which differences are too
close to call (see `drift`).

In two-seat zero-sum games without chance or secrets proven values are carried up the tree
(see `tree`): such an option is exact, and the search ends when all are.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.blocks import blocks
from kibitz.core.game import OVER, Game, Moves, Position, generic, play, turn, world
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import UNSEEN, Analysis, Estimate, Option
from kibitz.search.drift import Past, still_to_go
from kibitz.search.extent import is_within_reach
from kibitz.search.limit import check_not_negative, check_positive, check_turn, most_samples
from kibitz.search.mean import mean_estimate
from kibitz.search.playout import (
    TO_THE_END,
    is_proven,
    outcome,
    pass_chance,
    play_out,
    worthwhile,
)
from kibitz.search.tree import (
    MOVE,
    NONE,
    PROOF,
    ROOT,
    SEAT,
    SQUARES,
    TOTAL,
    VISITS,
    Rewards,
    Tree,
    back_up,
    conclude,
    descend,
    has_proof,
    new_tree,
    root_children,
    root_means,
)

USUAL_ITERATIONS = 2000
NEAR_PROOF, GROWING = 0.35, 0.9  # an error in spans; new nodes per iteration of a tree far from it
MORE = 50  # times the work: what that would prove counts as near
Means: TypeAlias = dict[int, float]  # of rewards, by move


class Terms(NamedTuple):
    """How a search goes, in numbers."""

    c: float  # weight of the unknown
    plies: int  # of a play-out
    proofs: int  # whether values are to be proven
    least: float  # payoff
    span: float  # from the least to the greatest


class Scratch(NamedTuple):
    """Room to work in, made once per search."""

    path: NDArray[np.int64]
    payoffs: Rewards
    out: Moves
    stream: Stream


@generic
def grow(
    view: Position, seat: int, iterations: int, size: int, terms: Terms, tree: Tree, room: Scratch
) -> int:
    """Run so many iterations on a tree of `size` nodes, or until all is proven where proofs
    are wanted; returns its new size.

    The bundles are opened before the loop: handed on inside it, their arrays would be
    counted in and out on every call.
    """
    c, plies, proofs, least, span = terms
    nodes, rewards = tree
    path, payoffs, out, stream = room
    for _ in range(iterations):
        if has_proof(int64(ROOT), rewards):
            break
        p = pass_chance(world(view, seat, stream), out, stream)
        node, length, mover = int64(ROOT), 0, turn(p)
        while mover != OVER and length < len(path) and (length == 0 or not is_proven(p)):
            count = worthwhile(p, out)
            node = descend(node, mover, out, count, c, size, nodes, rewards, stream)
            if node == NONE:
                break
            path[length] = node
            length += 1
            p = pass_chance(play(p, nodes[node, MOVE]), out, stream)
            if nodes[node, VISITS] == 0:
                size = max(size, node + 1)
                break
            if has_proof(node, rewards):
                break
            mover = turn(p)
        if length and node != NONE and has_proof(node, rewards):
            who = nodes[node, SEAT]
            payoffs[who], payoffs[1 - who] = rewards[node, PROOF], 1.0 - rewards[node, PROOF]
        else:
            is_end = proofs and node != NONE and (turn(p) == OVER or is_proven(p))
            p = play_out(p, plies, out, stream, stream)
            for who in range(len(payoffs)):
                payoffs[who] = (outcome(p, who) - least) / span
            if is_end:
                rewards[node, PROOF] = payoffs[nodes[node, SEAT]]
                conclude(path, length, nodes, rewards)
        nodes[ROOT, VISITS] += 1
        back_up(path, length, payoffs, nodes, rewards)
    return size


@dataclass(frozen=True)
class Mcts(Analyst):
    """Monte Carlo tree search: 2000 iterations, or those that fit into a limit."""

    name: ClassVar[str] = "mcts"
    iterations: int | None = None
    c: float = 1.4  # weight of the unknown, for rewards scaled to [0, 1]
    seconds: float | None = None
    playout_plies: int | None = None  # then the game's heuristic; None plays to the end
    megabytes: int = 32  # of the tree; a full tree only refines its values
    proofs: bool = True  # where the kind of game allows them

    def __post_init__(self) -> None:
        check_positive(
            self.name,
            iterations=self.iterations,
            seconds=self.seconds,
            megabytes=self.megabytes,
        )
        check_not_negative(self.name, c=self.c, playout_plies=self.playout_plies)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        check_turn(game, view, seat)
        began = time.perf_counter()
        legal = game.legal_moves(view)
        most = most_samples(self.iterations, self.seconds, USUAL_ITERATIONS)
        most = max(most, len(legal))  # each option is tried at least once
        tree = new_tree(self.megabytes, most)
        past, size = self._grow(game, view, seat, seed, most, tree)
        done = int(tree.nodes[ROOT, VISITS])
        stopped_by = "iterations" if done == most else "seconds"
        is_near = self._is_near_proof(game, view, tree, size, seed)
        return Analysis.ranked(
            seat,
            _options(game, view, legal, tree, past, is_near),
            game.unit,
            samples=done,
            seconds=time.perf_counter() - began,
            seed=seed,
            stopped_by="complete" if has_proof(ROOT, tree.rewards) else stopped_by,
        )

    def _grow(
        self, game: Game, view: Position, seat: int, seed: int, most: int, tree: Tree
    ) -> tuple[Past[Means], int]:
        """Grow the tree to the limit, or until every option is proven; returns its size, too."""
        path, payoffs = np.empty(game.most_plies + 1, np.int64), np.empty(game.seats)
        room = Scratch(path, payoffs, game.scratch(), stream_of(seed))
        terms, size, past = self._terms(game), 1, Past[Means](most)
        for block in blocks(most, self.seconds):
            for step in past.steps(block):
                size = int(grow(view, seat, step, size, terms, tree, room))
                past.note(step, partial(root_means, tree))
            if has_proof(ROOT, tree.rewards):
                break
        return past, size

    def _is_near_proof(self, game: Game, view: Position, tree: Tree, size: int, seed: int) -> bool:
        """Whether values may soon jump to an end, as the game is proven.

        So it is where an option is proven, where the tree hardly grows for all that is proven
        in it, and where the rest of the game is small.
        """
        done = int(tree.nodes[ROOT, VISITS])
        if not (size >= GROWING * done or size == len(tree.nodes)):
            return True
        if any(has_proof(child, tree.rewards) for child in root_children(tree)):
            return True
        return bool(self._terms(game).proofs) and is_within_reach(game, view, MORE * done, seed)

    def _terms(self, game: Game) -> Terms:
        plies = TO_THE_END if self.playout_plies is None else self.playout_plies
        proofs = int(self.proofs and can_prove(game))
        least, greatest = float(game.least_payoff), float(game.greatest_payoff)
        return Terms(float(self.c), plies, proofs, least, greatest - least)


def can_prove(game: Game) -> bool:
    """Whether values can be proven in this kind of game."""
    is_zero_sum = game.seats == 2 and game.least_payoff == -game.greatest_payoff
    return is_zero_sum and not (game.has_chance or game.has_secrets)


def _options(
    game: Game,
    view: Position,
    legal: list[int],
    tree: Tree,
    past: Past[Means],
    is_near: bool,
) -> list[Option]:
    """Every legal move with its mean payoff; one that no world allowed is anybody's guess, and
    one that is not worthwhile is taken to be no better than the worst of those that are."""
    least, span = game.least_payoff, game.greatest_payoff - game.least_payoff
    found = dict(_found(tree, past, is_near, least, span))
    unknown = least + span / 2.0
    if int(worthwhile(view, game.scratch())) < len(legal):
        unknown = min((one.value for one, _ in found.values()), default=unknown)
    unseen = Estimate.judged(unknown, UNSEEN), span
    best = max((found.get(move, unseen) for move in legal), key=lambda one: one[0].value)
    return [
        Option(
            move,
            game.move_text(view, move),
            estimate,
            loss_error=math.hypot(error, best[1]) if error or best[1] else None,
        )
        for move, (estimate, error) in ((move, found.get(move, unseen)) for move in legal)
    ]


def _found(
    tree: Tree, past: Past[Means], is_near: bool, least: float, span: float
) -> Iterator[tuple[int, tuple[Estimate, float]]]:
    """What is known of every option in the tree, by its move, and how far it may be off."""
    nodes, rewards = tree
    ways = still_to_go(past.at_half() or {}, root_means(tree))
    by = f"{past.done:,} iterations"
    for child in root_children(tree):
        move, visits = int(nodes[child, MOVE]), int(nodes[child, VISITS])
        if has_proof(child, rewards):
            value = least + span * float(rewards[child, PROOF])
            yield move, (Estimate.exact(value, visits), 0.0)
            continue
        total, squares = float(rewards[child, TOTAL]), float(rewards[child, SQUARES])
        mean = mean_estimate(total, squares, visits, 1.0)
        judged = Estimate.judged(least + span * mean.value, by, visits)
        error = math.hypot(mean.error, ways[move])
        yield move, (judged, span * max(error, _jump(mean.value) if is_near else 0.0))


def _jump(mean: float) -> float:
    """How far, in spans, a value is from what it will be once it is proven.

    As far as an event of that chance is from happening or not, but not less than NEAR_PROOF.
    """
    return max(NEAR_PROOF, math.sqrt(mean * (1.0 - mean)))
