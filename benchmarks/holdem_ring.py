"""Hold'em at tables of three to nine: what the coach says an option loses, and what it truly lost.

Hands are played by tables of known styles, at tables of 3 to 9 with even or uneven stacks of 5
to 250 big blinds, by players who all follow the trained strategy, who are of mixed levels, or of
styles that the coach does not reckon with. One decision of a hand is taken, of those that are
not solved. The coach values its options from the seat's view; the true values are means over
worlds drawn from all that is known of the players (see `_ring_truth`), with the luck of both.

KIBITZ_DECISIONS says how many decisions (200), KIBITZ_WORLDS how many worlds the coach plays
out for each (1,000), KIBITZ_SEED another seed, KIBITZ_KEPT a file that keeps every option. What
the documents say takes three minutes.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks._ring_truth import KnownDecision, KnownHand, players_in, true_table
from kibitz.core.seeds import child, generator
from kibitz.games.holdem.ring.analyst import table_odds
from kibitz.games.holdem.ring.values import RingPlayouts, is_measured, tries_of
from kibitz.games.holdem.table.position import CALL, FOLD, pot, to_call

SEED = 20_261_119
TRUE_WORLDS = 600  # for the values, and as many for which way to go on is better
OVER = 1.3  # pots: a larger raise is an overbet
STREETS = ("", "before the flop", "flop", "turn", "river")
BINS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, np.inf)
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class MeasuredOption:
    """An option that the coach did not call best, in big blinds."""

    decision: int  # its seed
    company: str
    depth: str
    street: str
    left: int
    kind: str
    position: str
    move: str
    is_capped: bool
    loss: float
    loss_error: float
    true_loss: float
    true_error: float  # the luck that is left in the true loss
    value: float
    value_error: float
    true_value: float
    true_value_error: float


def measured(known: KnownDecision, worlds: int, seed: int) -> list[MeasuredOption]:
    """Every option of a decision that is played out, and one more size, against the truth."""
    v, game = known.view, known.game
    legal = game.legal_moves(v)
    menu = dict(table_odds(legal, v))
    tries = tries_of(v, legal, menu, None)
    moves = sorted({*tries.tolist(), *_any_size(legal, seed)})
    found = RingPlayouts(v, tries, menu, worlds, child(seed, 2)).judged(moves)
    table = true_table(known, np.array(moves, np.int64), TRUE_WORLDS, child(seed, 3))
    if table is None or not is_measured(v):
        return []
    gaps = table[:, [found.best]] - table
    errors, root = gaps.std(axis=0), TRUE_WORLDS**0.5
    return [
        MeasuredOption(
            seed,
            known.company,
            known.depth,
            STREETS[v.stage],
            players_in(v),
            _kind(known, move),
            game.position_text(v),
            game.move_text(v, move),
            bool(found.is_capped[i]),
            float(found.values[found.best] - found.values[i]),
            float(found.loss_errors[i]),
            float(gaps[:, i].mean()),
            float(errors[i] / root),
            float(found.values[i]),
            float(found.value_errors[i]),
            float(table[:, i].mean()),
            float(table[:, i].std() / root),
        )
        for i, move in enumerate(moves)
        if i != found.best
    ]


def _any_size(legal: list[int], seed: int) -> list[int]:
    """A raise of any size, small ones more often."""
    raises = [move for move in legal if move > CALL]
    if len(raises) < 2:
        return []
    logs = np.log([raises[0], raises[-1]])
    size = round(float(np.exp(generator(child(seed, 1)).uniform(*logs))))
    return [size] if size in raises else []


def _kind(known: KnownDecision, move: int) -> str:
    v = known.view
    call = int(to_call(v, v.seat))
    if move <= CALL:
        return "fold" if move == FOLD else "call" if call else "check"
    by = move - CALL - int(v.high)
    return "overbet" if by > OVER * (int(pot(v)) + call) else "bet or raise"


def decisions(count: int, worlds: int, seed: int) -> Iterator[list[MeasuredOption]]:
    """The first decisions of a seed, measured."""
    number = found = 0
    while found < count:
        number += 1
        key = child(seed, number)
        known = KnownHand(key).decision()
        options = [] if known is None else measured(known, worlds, key)
        if options:
            found += 1
            yield options


class Report:
    """The measured options in columns, and what is printed of them."""

    def __init__(self, options: list[MeasuredOption]) -> None:
        self.options = options
        numbers = ("loss", "loss_error", "true_loss", "true_error")
        columns = np.array([[getattr(o, name) for name in numbers] for o in options])
        self.loss, self.error, self.true, self.luck = columns.T
        self.decision = np.array([o.decision for o in options])
        self.is_free = ~np.array([o.is_capped for o in options])
        is_held = np.abs(self.true - self.loss) <= 2 * np.hypot(self.error, self.luck)
        self.is_held: Mask = is_held
        self.is_counted: Mask = self.loss > 2 * self.error

    def which(self, field: str, value: object) -> Mask:
        return np.asarray([getattr(o, field) == value for o in self.options] & self.is_free)

    def mean_error(self, mask: Mask) -> float:
        """The standard error of the mean true loss; options of one decision vary together."""
        off = self.true[mask] - self.true[mask].mean()
        numbers = np.unique(self.decision[mask], return_inverse=True)[1]
        return float(np.sqrt((np.bincount(numbers, off) ** 2).sum()) / mask.sum())

    def line(self, name: str, mask: Mask) -> str:
        """Predicted against came, how far off, how many within two errors, how many counted."""
        if mask.sum() < 2:
            return f"| {name} | {mask.sum()} | | | | | |"
        true, held = self.true[mask], 100 * self.is_held[mask].mean()
        off = np.mean((true - self.loss[mask]) ** 2 - self.luck[mask] ** 2)
        return (
            f"| {name} | {mask.sum():,} | {self.loss[mask].mean():.2f} "
            f"| {true.mean():.2f} ± {1.96 * self.mean_error(mask):.2f} | {max(off, 0) ** 0.5:.1f} "
            f"| {held:.0f} % | {100 * self.is_counted[mask].mean():.0f} % |"
        )

    def lines(self) -> Iterator[str]:
        yield "| options | | predicted | came | off by | within two errors | counted |"
        yield "|---" * 7 + "|"
        yield self.line("all", self.is_free)
        for low, high in pairwise(BINS):
            within = self.is_free & (self.loss >= low) & (self.loss < high)
            yield self.line(f"loss of {low:g} to {high:g}" if high < np.inf else "more", within)
        for field in ("kind", "street", "company", "depth", "left"):
            for value in sorted({getattr(o, field) for o in self.options}):
                tail = " left" if field == "left" else ""
                yield self.line(f"{value}{tail}", self.which(field, value))
        yield self.line("as good as the best, capped", ~self.is_free)
        wrong = self.is_counted & self.is_free & (self.true < 0)
        yield f"counted: {self.is_counted.sum():,}; of these better than the best: {wrong.sum()}"
        yield f"values within two errors: {100 * self.values_held():.0f} %"

    def values_held(self) -> float:
        held = [
            abs(o.true_value - o.value) <= 2 * np.hypot(o.value_error, o.true_value_error)
            for o in self.options
            if o.kind != "fold"
        ]
        return float(np.mean(held))


def main() -> None:
    """Measure, keep and print."""
    count = int(os.environ.get("KIBITZ_DECISIONS", "200"))
    worlds = int(os.environ.get("KIBITZ_WORLDS", "1000"))
    seed = int(os.environ.get("KIBITZ_SEED", str(SEED)))
    found: list[MeasuredOption] = []
    with Path(os.environ.get("KIBITZ_KEPT", os.devnull)).open("a") as kept:
        for options in decisions(count, worlds, seed):
            found += options
            kept.writelines(json.dumps(asdict(option)) + "\n" for option in options)
            kept.flush()
    print(f"{count} decisions, {worlds} worlds each, seed {seed}")
    print("\n".join(Report(found).lines()))


if __name__ == "__main__":
    main()
