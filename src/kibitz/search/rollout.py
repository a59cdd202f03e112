"""The value of each option by play-outs in the same worlds with the same luck for all.

For each sample one world is drawn that the seat cannot tell from the true one. Every
option is then played in it and played on by the word `policy`, with chance and choice
each from a stream that begins anew for each option. So options that lead to the same
position have the same value, and the error of a difference is far below that of its parts.

Samples come in blocks of fixed size, each with a stream of its own by its index, and are summed
in order. So it does not matter who plays a block, and a longer run goes on with the worlds of a
shorter one.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from kibitz.core.blocks import blocks
from kibitz.core.game import Game, Moves, Position, generic, play, world
from kibitz.core.hands import Hands
from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, reseed, seed62
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Shared
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.estimate.selection import loss_errors
from kibitz.search.limit import check_not_negative, check_positive, check_turn, most_samples
from kibitz.search.mean import error_of, mean_estimate
from kibitz.search.playout import TO_THE_END, Floats, outcome, play_out

USUAL_SAMPLES = 1000
BLOCK = 500  # samples that one stream is drawn for
MOST_PAIRED = 64  # with more options the errors of differences are not kept


@kernel
def add_up(row: Floats, totals: Floats, products: Floats) -> None:
    """Add one sample of all options to their sums, and their products where there is room."""
    for i in range(len(row)):
        totals[i] += row[i]
        for j in range(i + 1 if len(row) <= MOST_PAIRED else 1):
            k = j if len(row) <= MOST_PAIRED else i
            products[i, j] += row[i] * row[k]


@generic
def roll(
    view: Position,
    seat: int,
    samples: int,
    plies: int,
    legal: Moves,
    row: Floats,
    totals: Floats,
    products: Floats,
    out: Moves,
    stream: Stream,
    luck: Stream,
    choice: Stream,
) -> None:
    """Play every option once in each of so many worlds."""
    for _ in range(samples):
        reseed(luck, seed62(stream))
        w = world(view, seat, luck)
        luck_seed, choice_seed = seed62(stream), seed62(stream)
        for i in range(len(legal)):
            reseed(luck, luck_seed)
            reseed(choice, choice_seed)
            row[i] = outcome(play_out(play(w, legal[i]), plies, out, luck, choice), seat)
        add_up(row, totals, products)


@dataclass(frozen=True)
class Rollout(Shared):
    """Play-outs that share worlds and luck: 1000 of each option, or those that fit into a limit."""

    name: ClassVar[str] = "rollout"
    samples: int | None = None
    seconds: float | None = None
    playout_plies: int | None = None  # then the game's heuristic; None plays to the end

    def __post_init__(self) -> None:
        check_positive(self.name, samples=self.samples, seconds=self.seconds)
        check_not_negative(self.name, playout_plies=self.playout_plies)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        began = time.perf_counter()
        rolling = self._rolling(game, view, seat, seed)
        sums, block = _Sums(rolling), rolling.begun(0)
        for size in blocks(rolling.most, self.seconds):
            for part in _parts(size, BLOCK - block.samples):
                block.add(part)
                if block.samples == BLOCK:
                    sums.take(block.rolled)
                    block = rolling.begun(block.index + 1)
        sums.take(block.rolled)
        return self._analysis(sums, time.perf_counter() - began)

    def analyse_by(
        self, hands: Hands, game: Game, view: Position, seat: int, seed: int
    ) -> Analysis:
        if self.seconds is not None:
            raise BadValue(f"seconds {self.seconds} of {self.name} are counted by one process only")
        began = time.perf_counter()
        rolling = self._rolling(game, view, seat, seed)
        sums = _Sums(rolling)
        for rolled in hands.ordered(rolling, range(-(-rolling.most // BLOCK))):
            sums.take(rolled)
        return self._analysis(sums, time.perf_counter() - began)

    def _rolling(self, game: Game, view: Position, seat: int, seed: int) -> "Rolling":
        check_turn(game, view, seat)
        plies = TO_THE_END if self.playout_plies is None else self.playout_plies
        most = most_samples(self.samples, self.seconds, USUAL_SAMPLES)
        return Rolling(game, view, seat, plies, most, seed)

    def _analysis(self, sums: "_Sums", seconds: float) -> Analysis:
        rolling = sums.rolling
        return Analysis.ranked(
            rolling.seat,
            sums.options(self.playout_plies),
            rolling.game.unit,
            samples=sums.samples,
            seconds=seconds,
            seed=rolling.seed,
            stopped_by="samples" if sums.samples == rolling.most else "seconds",
        )


def _parts(size: int, room: int) -> Iterator[int]:
    """So many samples cut at the ends of blocks, the first of which has that much room."""
    while size:
        part = min(size, room)
        yield part
        size, room = size - part, BLOCK


class Rolled(NamedTuple):
    """What the samples of some block add up to."""

    totals: Floats
    products: Floats
    samples: int


@dataclass(frozen=True)
class Rolling:
    """The task to play out the blocks of a decision, for hands anywhere."""

    game: Game
    view: Position
    seat: int
    plies: int
    most: int
    seed: int

    def __call__(self, index: int) -> Rolled:
        block = self.begun(index)
        for size in blocks(min(BLOCK, self.most - index * BLOCK)):
            block.add(size)
        return block.rolled

    def begun(self, index: int) -> "_Block":
        """A block without samples yet."""
        return _Block(self, index)

    def empty(self) -> Rolled:
        """The sums of no samples."""
        count = len(self.game.legal_moves(self.view))
        return Rolled(np.zeros(count), np.zeros((count, count if count <= MOST_PAIRED else 1)), 0)


class _Block:
    """One block under way."""

    def __init__(self, rolling: Rolling, index: int) -> None:
        self.rolling, self.index, self.samples = rolling, index, 0
        self._legal = np.array(rolling.game.legal_moves(rolling.view), np.int64)
        self._stream = stream_of(rolling.seed, *([index] if index else []))
        self._totals, self._products, _ = rolling.empty()

    def add(self, samples: int) -> None:
        """Take more samples."""
        asked = self.rolling
        row, out = np.empty(len(self._legal)), asked.game.scratch()
        luck, choice = np.empty(4, np.uint64), np.empty(4, np.uint64)
        work = (row, self._totals, self._products, out, self._stream, luck, choice)
        roll(asked.view, asked.seat, samples, asked.plies, self._legal, *work)
        self.samples += samples

    @property
    def rolled(self) -> Rolled:
        """What it has come to."""
        return Rolled(self._totals, self._products, self.samples)


class _Sums:
    """What the samples of all options add up to."""

    def __init__(self, rolling: Rolling) -> None:
        self.rolling, self.game = rolling, rolling.game
        self.span = self.game.greatest_payoff - self.game.least_payoff
        self.legal = self.game.legal_moves(rolling.view)
        self.is_paired = len(self.legal) <= MOST_PAIRED
        self.totals, self.products, self.samples = rolling.empty()

    def take(self, rolled: Rolled) -> None:
        """Add a block."""
        self.totals += rolled.totals
        self.products += rolled.products
        self.samples += rolled.samples

    def options(self, cut: int | None) -> list[Option]:
        """Every option with its mean and, where it is kept, the error of its loss.

        After `cut` plies the game's guess counted.
        """
        options, best = range(len(self.legal)), int(np.argmax(self.totals))
        if not self.is_paired:
            return [self._option(i, None, cut) for i in options]
        losses = ((self.totals[best] - self.totals) / self.samples).tolist()
        errors = loss_errors(losses, [self._paired_error(i, best) for i in options])
        return [self._option(i, errors[i], cut) for i in options]

    def _option(self, i: int, loss_error: float | None, cut: int | None) -> Option:
        move, total = int(self.legal[i]), float(self.totals[i])
        estimate = mean_estimate(total, self._product(i, i), self.samples, self.span)
        if cut is not None:
            estimate = Estimate.judged(estimate.value, f"play-outs of {cut} plies", self.samples)
        text = self.game.move_text(self.rolling.view, move)
        return Option(move, text, estimate, loss_error=loss_error)

    def _product(self, i: int, j: int) -> float:
        """The sum of the products of two options' samples."""
        return float(self.products[max(i, j), min(i, j)] if self.is_paired else self.products[i, 0])

    def _paired_error(self, i: int, best: int) -> float:
        """The standard error of the difference to the best option: luck that both share is out."""
        squares = self._product(i, i) + self._product(best, best) - 2.0 * self._product(i, best)
        difference = float(self.totals[best] - self.totals[i])
        return 0.0 if i == best else error_of(difference, squares, self.samples, self.span)
