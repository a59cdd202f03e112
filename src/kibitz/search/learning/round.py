"""A round of training in kernels: games against itself, and passes over what they left."""

import numpy as np

from kibitz.core.game import Inputs, Moves, Position, generic
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, shuffle
from kibitz.search.learning.lessons import LessonNotes, Manner, lesson
from kibitz.search.learning.net import Net, adam_step, add_gradient, judged
from kibitz.search.playout import Floats


@generic
def lessons(
    p: Position, games: int, net: Net, aside: Inputs, manner: Manner, notes: LessonNotes,
    out: Moves, stream: Stream, rows: Inputs, aims: Floats,
) -> int:  # fmt: skip
    """Play games from `p` and gather what they leave in `rows` and `aims`; returns how many."""
    count = 0
    for _ in range(games):
        made = min(lesson(p, net, aside, manner, notes, out, stream), len(aims) - count)
        rows[count : count + made] = notes.rows[:made]
        aims[count : count + made] = notes.aims[:made]
        count += made
    return count


@kernel
def judge_rows(net: Net, rows: Inputs, worth: Inputs) -> None:
    """Write what the judge thinks of each row."""
    hidden = np.zeros_like(net.outer)
    for i in range(len(rows)):
        worth[i] = judged(net, rows[i], rows.shape[1], hidden)


@kernel
def learn(
    net: Net, flat: Inputs, slope_net: Net, slope: Inputs, mean: Inputs, square: Inputs,
    rows: Inputs, aims: Floats, order: Moves, step: int, batch: int, rate: float, stream: Stream,
) -> tuple[float, int]:  # fmt: skip
    """One pass over all rows in random order, a step per batch; the mean loss, and the steps done.

    The views `net` and `slope_net` are those of `flat` and `slope`.
    """
    shuffle(order, stream)
    hidden, total = np.zeros_like(net.outer), 0.0
    for first in range(0, len(order), batch):
        last = min(first + batch, len(order))
        for i in range(first, last):
            total += add_gradient(net, slope_net, rows[order[i]], aims[order[i]], hidden)
        for i in range(len(slope)):
            slope[i] /= np.float32(last - first)
        step += 1
        adam_step(flat, slope, mean, square, step, rate)
    return total / max(len(order), 1), step
