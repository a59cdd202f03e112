"""What a judge learns from: games that it plays against itself, position by position.

A lesson is one game. Each position that is judged gives a row of features and an aim: what the
logistic part of the judge should have said there. Aims are those of TD(lambda): the judgement
of the next position, mixed with that position's own aim. After a turn that was played at
random, to see more of the game, the aim is the judgement of the best turn, so that chances stay
those of good play.

Much of what moves an aim is luck. A game may average it out: the aim is then the mean judgement
over the outcomes of chance, and along the one that came what the further game changes in it.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.game import (
    OVER,
    Inputs,
    Moves,
    Position,
    features,
    generic,
    moves,
    payoff,
    play,
    turn,
)
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, uniform
from kibitz.search.learning.net import Net, judged
from kibitz.search.playout import Floats, pass_chance


class Manner(NamedTuple):
    """How lessons are played: plain numbers, the same for all."""

    explore: float  # the share of turns that are played at random
    trace: float  # lambda: how far an aim looks beyond the next position
    reach: float  # the largest payoff
    look: int  # outcomes of chance that an aim averages; 0 for the one that comes


class LessonNotes(NamedTuple):
    """What a game leaves: a row per position that was judged."""

    rows: Inputs
    aims: Floats
    next: Floats  # the judgement of the best turn, for the side that chose it
    mean: Floats  # the same over several outcomes of chance, or again that of the one that came
    is_cut: Moves  # whether the turn was another one, or the last


def new_notes(inputs: int, most: int) -> LessonNotes:
    """Room for one game."""
    rows, is_cut = np.zeros((most, inputs), np.float32), np.zeros(most, np.int64)
    return LessonNotes(rows, np.zeros(most), np.zeros(most), np.zeros(most), is_cut)


@kernel
def share_of(value: float, reach: float) -> float:
    """A payoff as a share of the points, from 0 to 1."""
    return 0.5 + 0.5 * value / reach


@generic
def worth_to(
    p: Position, seat: int, net: Net, manner: Manner, out: Moves, x: Inputs, hidden: Inputs,
    stream: Stream,
) -> float:  # fmt: skip
    """What the judge gives `seat` in `p`, after whatever chance does first."""
    p = pass_chance(p, out, stream)
    to_act = turn(p)
    if to_act == OVER:
        return share_of(payoff(p, seat), manner.reach)
    worth = judged(net, x, features(p, x), hidden)
    return worth if to_act == seat else 1.0 - worth


@generic
def lesson(
    p: Position,
    net: Net,
    aside: Inputs,
    manner: Manner,
    notes: LessonNotes,
    out: Moves,
    stream: Stream,
) -> int:
    """Play one game from `p` and note it; return how many positions were judged.

    A door for games whose turns are more than one move, or whose chance is better averaged than
    drawn: they write a rule of this name, and may use what they keep `aside`. This one is for
    two seats who see everything.
    """
    inputs, most = notes.rows.shape[1], len(notes.aims)
    x, hidden, scratch = np.zeros(inputs, np.float32), np.zeros_like(net.outer), out.copy()
    seats, count = np.zeros(most, np.int64), 0
    p = pass_chance(p, out, stream)
    while turn(p) != OVER and count < most:
        seat = turn(p)
        features(p, notes.rows[count])
        best, chosen, options = -1.0, 0, moves(p, out)
        for i in range(options):
            worth = worth_to(play(p, out[i]), seat, net, manner, scratch, x, hidden, stream)
            if worth > best:
                best, chosen = worth, i
        seats[count], notes.next[count], notes.mean[count] = seat, best, best
        is_random = uniform(stream) < manner.explore
        choice = below(stream, options) if is_random else chosen
        notes.is_cut[count] = 1 if choice != chosen else 0
        p = pass_chance(play(p, out[choice]), out, stream)
        count += 1
    for t in range(count - 1):
        if seats[t] == seats[t + 1]:
            notes.is_cut[t] |= 2  # the next aim is the same side's
    if count:
        notes.is_cut[count - 1] |= 1
    set_aims(notes, count, manner.trace)
    return count


@kernel
def set_aims(notes: LessonNotes, count: int, trace: float) -> None:
    """Work out the aims from the last position to the first.

    Bit 0 of `is_cut` says that an aim rests on the next judgement alone, bit 1 that the same side
    acts again.
    """
    whole = 0.0  # the aim of the next position, its chance to win at once included
    for t in range(count - 1, -1, -1):
        aim = notes.next[t]
        if not notes.is_cut[t] & 1:
            later = whole if notes.is_cut[t] & 2 else 1.0 - whole
            aim = (1.0 - trace) * aim + trace * later
        aim = min(max(aim + (notes.mean[t] - notes.next[t]), 0.0), 1.0)
        known = np.float64(notes.rows[t, 0])
        notes.aims[t] = aim
        whole = known + (1.0 - known) * aim
