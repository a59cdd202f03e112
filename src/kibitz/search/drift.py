"""How far the values of a tree search move while its tree grows.

The visits of a node are not samples of one law: the further the tree grows, the better both
sides play in it, and the mean of all visits follows slowly. So the spread of the visits says
far too little. What the values have moved since the tree was half its size foretells how far
they have still to go: FAR times as much, for each option its own move or the typical one of
all, whichever is greater, since an option hardly visited stands still. That holds for the
differences of options (`python -m benchmarks truth`), but no number holds for the values: a
refutation not found yet has not moved anything.
"""

import math
from collections.abc import Iterator, Mapping

from kibitz.search.tree import CHILD, MOVE, NEXT, NONE, ROOT, TOTAL, VISITS, Tree

FAR = 4.0  # times the last move; with 3, more than one difference in 200 is four errors off
FIRST_MARK = 16  # iterations

Means = Mapping[int, float]  # of rewards, by move


def root_children(tree: Tree) -> Iterator[int]:
    """The nodes of the options."""
    child = int(tree.nodes[ROOT, CHILD])
    while child != NONE:
        yield child
        child = int(tree.nodes[child, NEXT])


def root_means(tree: Tree) -> Means:
    """The mean reward of every option visited."""
    return {
        int(tree.nodes[child, MOVE]): float(tree.rewards[child, TOTAL] / tree.nodes[child, VISITS])
        for child in root_children(tree)
    }


class Past:
    """What the options were worth earlier, at iterations that depend on `most` alone.

    Half of `most` is among them, and the powers of two in case the clock stops the search.
    """

    def __init__(self, most: int) -> None:
        self.done, self._half = 0, most // 2
        self._mark = min(FIRST_MARK, max(self._half, 1))
        self._seen: list[tuple[int, Means]] = []

    def steps(self, iterations: int) -> Iterator[int]:
        """Cut the next iterations at the marks; `note` follows each step."""
        end = self.done + iterations
        while self.done < end:
            yield min(end, self._mark) - self.done

    def note(self, iterations: int, tree: Tree) -> None:
        """Take down the values, where a mark is reached."""
        self.done += iterations
        if self.done == self._mark:
            self._seen.append((self.done, root_means(tree)))
            is_next = self._mark < self._half < 2 * self._mark
            self._mark = self._half if is_next else 2 * self._mark

    def moves(self, now: Means) -> Means:
        """How far each option has moved since half of the iterations, at least the typical way."""
        before = next((seen for at, seen in reversed(self._seen) if 2 * at <= self.done), {})
        own = {move: abs(mean - before[move]) for move, mean in now.items() if move in before}
        typical = math.sqrt(math.fsum(way**2 for way in own.values()) / max(len(own), 1))
        return {move: max(own.get(move, 0.0), typical) for move in now}
