"""The betting before the flop heads-up as a tree: the button acts first, with the small blind.

Seat 0 has the big blind and acts first on later streets. Amounts are chips of the game, the
ante apart; `each` of the decisions is 0. Sizes are parts of the pot after calling, and all in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.games.holdem.solver.tree import FOLD, ON, SHOWDOWN, Street, TreeDecision, TreeStep

OPENS = (0.5, 1.0)  # raises of the button, parts of the pot after calling
RAISES = (1.0,)  # later ones
MOST_RAISES = 4  # but for all in
ALMOST = 0.45  # of all chips: who would raise to more goes all in


@dataclass(frozen=True)
class Blinds:
    """What is posted, and the chips of the shorter stack beside the ante."""

    small: int
    big: int
    ante: int
    stack: int


class _Place(NamedTuple):
    parent: int
    action: int
    seat: int
    bets: tuple[int, int]
    last_raise: int
    made: int
    has_option: bool  # whether a call leaves the big blind to act
    played: tuple[int, ...]
    locked: int


def preflop_street(blinds: Blinds, played: Sequence[int] = (), locked: int = 0) -> Street:
    """All decisions before the flop; what was really raised to is in the tree there.

    The first `locked` of the real moves are not decided again.
    """
    street = Street()
    bets = (blinds.big, blinds.small)
    first = _Place(-1, 0, 1, bets, blinds.big, 0, True, tuple(played), locked)
    waiting = [first]
    while waiting:
        here = waiting.pop()
        number = len(street.decisions)
        if here.parent >= 0:
            parent = street.decisions[here.parent]
            steps = list(parent.steps)
            steps[here.action] = TreeStep(ON, number, 0)
            street.decisions[here.parent] = parent._replace(steps=tuple(steps))
        waiting += reversed(_write(street, here, number, blinds))
    return street


def _write(street: Street, here: _Place, number: int, blinds: Blinds) -> list[_Place]:
    """Add a decision; return those that follow."""
    me, mine, theirs = here.seat, here.bets[here.seat], here.bets[1 - here.seat]
    labels, steps, following = [], [], []
    level = max(mine, theirs)
    if theirs > mine and not here.locked:
        labels.append("F")
        steps.append(TreeStep(FOLD, -1, mine))
    if not here.locked or here.played[0] == 0:
        labels.append("C" if theirs > mine else "X")
        if here.has_option and level < blinds.stack:
            then = (blinds.big, 0, False, *_rest(here, 0))
            following.append(_Place(number, len(steps), 0, (level, level), *then))
            steps.append(TreeStep(ON, -1, 0))
        else:
            steps.append(TreeStep(SHOWDOWN, -1, level))
    for amount in raises_to(here, blinds):
        bets = (amount, theirs) if me == 0 else (theirs, amount)
        then = (amount - level, here.made + 1, False, *_rest(here, amount))
        following.append(_Place(number, len(steps), 1 - me, bets, *then))
        steps.append(TreeStep(ON, -1, 0))
        labels.append(("A" if amount == blinds.stack else "R") + str(amount))
    street.decisions.append(TreeDecision(me, 0, here.bets, tuple(labels), tuple(steps)))
    return following


def _rest(here: _Place, amount: int) -> tuple[tuple[int, ...], int]:
    """What really followed an action, and how much of it is locked."""
    is_real = here.played[:1] == (amount,)
    return here.played[1:] if is_real else (), max(here.locked - 1, 0) if is_real else 0


def raises_to(here: _Place, blinds: Blinds) -> list[int]:
    """What can be raised to, ascending."""
    level = max(here.bets)
    if level >= blinds.stack:
        return []
    pot = 2 * (level + blinds.ante)
    parts = OPENS if here.made == 0 else RAISES if here.made < MOST_RAISES else ()
    least = level + here.last_raise
    amounts = {max(level + int(part * pot), least) for part in parts}
    amounts = {amount for amount in amounts if amount <= ALMOST * blinds.stack}
    real = {min(amount, blinds.stack) for amount in here.played[:1] if amount > level}
    if here.locked:
        return sorted(real)
    near = {a for a in amounts for b in real if 0.85 < a / b < 1.18 and a != b}
    return sorted((amounts - near) | real | {blinds.stack})
