"""The value of each option by play-outs in the same worlds with the same luck for all.

For each sample one world is drawn that the seat cannot tell from the true one. Every
option is then played in it and played on by the word `policy`, with chance and choice
each from a stream that begins anew for each option. So options that lead to the same
position have the same value, and the error of a difference is far below that of its parts.
"""

import time
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kibitz.core.blocks import blocks
from kibitz.core.game import Game, Moves, Position, generic, play, world
from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, reseed, seed62
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.estimate.selection import loss_errors
from kibitz.search.limit import check_not_negative, check_positive, check_turn, most_samples
from kibitz.search.mean import error_of, mean_estimate
from kibitz.search.playout import TO_THE_END, Floats, outcome, play_out

USUAL_SAMPLES = 1000
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
class Rollout(Analyst):
    """Play-outs that share worlds and luck: 1000 of each option, or those that fit into a limit."""

    name: ClassVar[str] = "rollout"
    samples: int | None = None
    seconds: float | None = None
    playout_plies: int | None = None  # then the game's heuristic; None plays to the end

    def __post_init__(self) -> None:
        check_positive(self.name, samples=self.samples, seconds=self.seconds)
        check_not_negative(self.name, playout_plies=self.playout_plies)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        check_turn(game, view, seat)
        began = time.perf_counter()
        sums = _Sums(game, view, seat, self.playout_plies)
        plies = TO_THE_END if self.playout_plies is None else self.playout_plies
        most = most_samples(self.samples, self.seconds, USUAL_SAMPLES)
        stream = stream_of(seed)
        for block in blocks(most, self.seconds):
            sums.add(block, plies, stream)
        return Analysis.ranked(
            seat,
            sums.options(),
            game.unit,
            samples=sums.samples,
            seconds=time.perf_counter() - began,
            seed=seed,
            stopped_by="samples" if sums.samples == most else "seconds",
        )


class _Sums:
    """What the samples of all options add up to."""

    def __init__(self, game: Game, view: Position, seat: int, cut: int | None) -> None:
        self.cut = cut  # plies after which the game's guess counts
        self.game, self.view, self.seat = game, view, seat
        self.span = game.greatest_payoff - game.least_payoff
        self.legal = np.array(game.legal_moves(view), np.int64)
        count = len(self.legal)
        self.is_paired = count <= MOST_PAIRED
        self.totals = np.zeros(count)
        self.products = np.zeros((count, count if self.is_paired else 1))
        self.samples = 0

    def add(self, samples: int, plies: int, stream: Stream) -> None:
        """Take more samples."""
        row, out = np.empty(len(self.legal)), self.game.scratch()
        luck, choice = np.empty(4, np.uint64), np.empty(4, np.uint64)
        work = (row, self.totals, self.products, out, stream, luck, choice)
        roll(self.view, self.seat, samples, plies, self.legal, *work)
        self.samples += samples

    def options(self) -> list[Option]:
        """Every option with its mean and, where it is kept, the error of its loss."""
        options, best = range(len(self.legal)), int(np.argmax(self.totals))
        if not self.is_paired:
            return [self._option(i, None) for i in options]
        losses = ((self.totals[best] - self.totals) / self.samples).tolist()
        errors = loss_errors(losses, [self._paired_error(i, best) for i in options])
        return [self._option(i, errors[i]) for i in options]

    def _option(self, i: int, loss_error: float | None) -> Option:
        move, total = int(self.legal[i]), float(self.totals[i])
        estimate = mean_estimate(total, self._product(i, i), self.samples, self.span)
        if self.cut is not None:
            by = f"play-outs of {self.cut} plies"
            estimate = Estimate.judged(estimate.value, by, self.samples)
        text = self.game.move_text(self.view, move)
        return Option(move, text, estimate, loss_error=loss_error)

    def _product(self, i: int, j: int) -> float:
        """The sum of the products of two options' samples."""
        return float(self.products[max(i, j), min(i, j)] if self.is_paired else self.products[i, 0])

    def _paired_error(self, i: int, best: int) -> float:
        """The standard error of the difference to the best option: luck that both share is out."""
        squares = self._product(i, i) + self._product(best, best) - 2.0 * self._product(i, best)
        difference = float(self.totals[best] - self.totals[i])
        return 0.0 if i == best else error_of(difference, squares, self.samples, self.span)
