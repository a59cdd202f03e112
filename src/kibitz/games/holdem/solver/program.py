"""What a kernel does on one street for one seat (the hero), as tables of numbers.

Reach rows hold how likely the villain plays to a point with each combo; hero's actions do not
change them, so rows are made by villain's actions only. Value rows hold what each of hero's
combos gets there. Rows 0, 1, ... of both belong to the entries of the street; the children of
a decision have value rows in a run. Eight reach rows that end the hand make a group, dealt
with at once (`terminals`).

Values are chips from a zero-sum point of view: each seat owns half of the pot to begin with.
"""

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.games.holdem.solver.lanes import LANES, Floats
from kibitz.games.holdem.solver.tree import DEAL, FOLD, ON, BettingTree, Street, TreeStep

Ints: TypeAlias = NDArray[np.int64]


class StreetProgram(NamedTuple):
    """The tables for one street and hero; rows are offsets into the work arrays."""

    entries: int
    reach_rows: int  # with a last one that stays zero
    value_rows: int  # with a last one that nobody reads
    forward: Ints  # of each villain decision: reach row, action row, actions, first row made
    backward: Ints  # of each decision, children first: is hero's, action row, actions,
    # first value row of the children, own value row
    onward: Ints  # of each entry of the next street: reach row, value row
    places: Ints  # of each decision: reach row, action row, first value row of the children, own
    held: Ints  # of each group and lane: offset of the reach row
    shown: Ints  # offset of the value row of a showdown
    shown_chips: Floats
    folded: Ints  # offset of the value row of a fold
    folded_chips: Floats
    kinds: Ints  # of each group: whether it has showdowns, whether it has folds


class _End(NamedTuple):
    out: int
    chips: float


@dataclass
class _Draft:
    """A program while it is written."""

    hero: int
    half_pot: float
    unit: int  # of the tree's amounts; values are chips
    reach_rows: int
    value_rows: int
    forward: list[tuple[int, int, int, int]] = field(default_factory=list)
    backward: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    onward: dict[int, tuple[int, int]] = field(default_factory=dict)
    shows: dict[int, _End] = field(default_factory=dict)
    folds: dict[int, _End] = field(default_factory=dict)
    places: dict[int, tuple[int, int]] = field(default_factory=dict)  # rows of decisions
    table: list[tuple[int, int, int, int]] = field(default_factory=list)  # see Program.places

    def lead(self, step: TreeStep, seat: int, row: int, out: int) -> None:
        """Note where an action of `seat` leads, with its reach and value rows."""
        if step.kind == ON:
            self.places[step.target] = row, out
        elif step.kind == DEAL:
            self.onward[step.target] = row, out
        elif step.kind == FOLD:
            sign = -1 if seat == self.hero else 1
            self.folds[row] = _End(out, sign * (self.half_pot + step.chips) / self.unit)
        else:
            self.shows[row] = _End(out, (self.half_pot + step.chips) / self.unit)


def program_of(
    tree: BettingTree, number: int, hero: int, strides: tuple[int, int]
) -> StreetProgram:
    """The program of a street; `strides` are the lengths of rows of hero and villain."""
    street = tree.streets[number]
    entries = len(street.entries)
    draft = _Draft(hero, tree.pot / 2, tree.unit, entries, entries)
    _enter(draft, street, is_last=number + 1 == len(tree.streets))
    rows = [0, 0]
    for index, decision in enumerate(street.decisions):
        row, out = draft.places[index]
        count, first = len(decision.actions), draft.value_rows
        draft.value_rows += count
        at = rows[decision.seat]
        rows[decision.seat] += count
        made = row
        if decision.seat != hero:
            made = draft.reach_rows
            draft.reach_rows += count
            draft.forward.append((row, at, count, made))
        for place, step in enumerate(decision.steps):
            reach = row if decision.seat == hero else made + place
            draft.lead(step, decision.seat, reach, first + place)
        draft.table.append((row, at, first, out))
        draft.backward.append((int(decision.seat == hero), at, count, first, out))
    return _finished(draft, entries, strides)


def _enter(draft: _Draft, street: Street, is_last: bool) -> None:
    """Give every entry its rows, and lead those that are all in to the next street."""
    for number, entry in enumerate(street.entries):
        if entry.first >= 0:
            draft.places[entry.first] = number, number
        elif is_last:
            draft.shows[number] = _End(number, (draft.half_pot + entry.each) / draft.unit)
        else:
            draft.onward[entry.onward] = number, number


def _finished(draft: _Draft, entries: int, strides: tuple[int, int]) -> StreetProgram:
    mine, theirs = strides
    both = [row for row in draft.shows if row in draft.folds]
    rows = [row for row in draft.shows if row not in draft.folds]
    rows += both + [row for row in draft.folds if row not in draft.shows]
    size = -(-len(rows) // LANES) * LANES
    held = np.full(size, draft.reach_rows * theirs, np.int64)
    held[: len(rows)] = np.array(rows, np.int64) * theirs
    nobody = _End(draft.value_rows, 0.0)
    shown, shown_chips = _ends([draft.shows.get(row, nobody) for row in rows], nobody, size)
    folded, folded_chips = _ends([draft.folds.get(row, nobody) for row in rows], nobody, size)
    kinds = [
        [
            int(any(row in ends for row in rows[at : at + LANES]))
            for ends in (draft.shows, draft.folds)
        ]
        for at in range(0, size, LANES)
    ]
    return StreetProgram(
        entries,
        draft.reach_rows + 1,
        draft.value_rows + 1,
        _table(draft.forward, 4),
        _table(draft.backward[::-1], 5),
        _table([draft.onward[entry] for entry in sorted(draft.onward)], 2),
        _table(draft.table, 4),
        held,
        shown * mine,
        shown_chips,
        folded * mine,
        folded_chips,
        _table(kinds, 2),
    )


def _table(rows: object, width: int) -> Ints:
    return np.array(rows, np.int64).reshape(-1, width)


def _ends(ends: list[_End], nobody: _End, size: int) -> tuple[Ints, Floats]:
    full = ends + [nobody] * (size - len(ends))
    return (
        np.array([end.out for end in full], np.int64),
        np.array([end.chips for end in full], np.float32),
    )
