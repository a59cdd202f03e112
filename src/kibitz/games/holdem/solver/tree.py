"""The betting tree without cards: every decision once per line of betting.

Streets count from the spot's own, 0. A line that reaches a street is an entry of it; an
entry without a decision is all in. Amounts of bets are what the bettor has put in on this
street ("to"); percentages are of the pot after calling. A bet that reaches the stack is all
in; equal amounts are kept once; bets are at least the spot's least one and raises at least
the last raise, unless all in. Nothing is merged or added but what was really played.

Amounts are counted in the spot's units; labels are the user's chips.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from kibitz.errors import BadValue
from kibitz.games.holdem.solver.spot import STREETS, Menu, Size, Spot, chips_text

ON, FOLD, SHOWDOWN, DEAL = range(4)  # where a step leads
MOST_ACTIONS = 1_000_000
NEAR = 1.15  # the factor between two sizes of which only the one that was played is kept
_TOO_LARGE = f"the tree has more than {MOST_ACTIONS} actions; take fewer sizes or larger ones"


class TreeStep(NamedTuple):
    """What follows an action: a decision or an entry (its number), or the end."""

    kind: int
    target: int  # the decision (ON) or the entry of the next street (DEAL)
    chips: int  # what the loser has put in since the root, where the hand ends


class TreeDecision(NamedTuple):
    """A choice of one seat; labels as X, F, C, B50 (bet to 50), R150, A900 (all in)."""

    seat: int
    each: int  # chips that each seat put in on earlier streets
    bets: tuple[int, int]  # on this street
    actions: tuple[str, ...]
    steps: tuple[TreeStep, ...]


class StreetEntry(NamedTuple):
    """A line that reaches a street: its first decision there, or its entry of the next."""

    each: int
    first: int = -1  # -1 if all in
    onward: int = -1  # -1 if not all in, or on the river


@dataclass
class Street:
    """All decisions of one street, parents before children."""

    entries: list[StreetEntry] = field(default_factory=list)
    decisions: list[TreeDecision] = field(default_factory=list)


@dataclass(frozen=True)
class BettingTree:
    """The streets from the spot's own to the river."""

    pot: int
    stack: int
    unit: int  # units of a chip
    streets: tuple[Street, ...]

    def action_rows(self, street: int, seat: int) -> int:
        """How many actions a seat has on a street, over all its decisions."""
        own = (d for d in self.streets[street].decisions if d.seat == seat)
        return sum(len(decision.actions) for decision in own)

    def terminal_lines(self) -> list[str]:
        """Every line of betting to its end, `/` between streets."""
        return _lines(self, 0, 0)


class Budget:
    """What decisions may cost: the price of an action by street and seat, and what is left."""

    def __init__(self, prices: Sequence[tuple[float, float]], left: float, refusal: str) -> None:
        self.prices, self.left, self.refusal = prices, left, refusal

    def pay(self, street: int, seat: int, actions: int) -> None:
        """Pay for a decision, or refuse the tree."""
        self.left -= self.prices[street][seat] * actions
        if self.left < 0:
            raise BadValue(self.refusal)


def build_tree(spot: Spot, budget: Budget | None = None) -> BettingTree:
    """The tree of a spot, refused where it costs more than the budget."""
    budget = budget or Budget([(1.0, 1.0)] * 3, MOST_ACTIONS, _TOO_LARGE)
    streets = tuple(Street() for _ in STREETS[spot.street :])
    streets[0].entries.append(StreetEntry(0))
    stack = spot.units(spot.stack)
    for number, street in enumerate(streets):
        last = number + 1 == len(streets)
        menu = spot.menus[spot.street + number]
        pay = partial(budget.pay, number)
        betting = _Betting(spot, menu, street, None if last else streets[number + 1], pay)
        played = () if number else tuple(map(spot.units, spot.played))
        for index, entry in enumerate(street.entries):
            if entry.each < stack:
                street.entries[index] = entry._replace(first=len(street.decisions))
                betting.expand(entry.each, played, 0 if number else spot.locked)
            elif not last:
                street.entries[index] = entry._replace(onward=len(streets[number + 1].entries))
                streets[number + 1].entries.append(StreetEntry(entry.each))
    return BettingTree(spot.units(spot.pot), stack, spot.unit, streets)


def street_tree(spot: Spot) -> Street:
    """The spot's own street alone: where the betting ends, its hands are shown."""
    street = Street([StreetEntry(0, 0)])
    budget = Budget([(1.0, 1.0)], MOST_ACTIONS, _TOO_LARGE)
    betting = _Betting(spot, spot.menus[spot.street], street, None, partial(budget.pay, 0))
    betting.expand(0, tuple(map(spot.units, spot.played)), spot.locked)
    return street


class _Open(NamedTuple):
    """A decision that is still to be written."""

    parent: int
    place: int
    seat: int
    bets: tuple[int, int]
    last_raise: int
    is_second: bool  # whether the other seat has checked
    made: int  # bets and raises so far
    played: tuple[int, ...]  # what really followed here
    locked: int  # how much of it is not decided again


class _Betting:
    """Writes the decisions of one street, line by line."""

    def __init__(
        self,
        spot: Spot,
        menu: Menu,
        street: Street,
        following: Street | None,
        pay: Callable[[int, int], None],
    ) -> None:
        self.spot, self.menu, self.street = spot, menu, street
        self.following, self.pay = following, pay
        self.pot, self.stack = spot.units(spot.pot), spot.units(spot.stack)
        self.least = max(spot.units(spot.least), 1)

    def expand(self, each: int, played: tuple[int, ...] = (), locked: int = 0) -> None:
        """All decisions after an entry, depth first."""
        waiting = [_Open(-1, 0, 0, (0, 0), 0, False, 0, played, locked)]
        while waiting:
            here = waiting.pop()
            number = len(self.street.decisions)
            if here.parent >= 0:
                self._link(here, number)
            waiting += reversed(self._write(here, number, each))

    def _link(self, here: _Open, number: int) -> None:
        parent = self.street.decisions[here.parent]
        steps = list(parent.steps)
        steps[here.place] = TreeStep(ON, number, 0)
        self.street.decisions[here.parent] = parent._replace(steps=tuple(steps))

    def _write(self, here: _Open, number: int, each: int) -> list[_Open]:
        """Add the decision; return those that follow it."""
        me, mine, theirs = here.seat, here.bets[here.seat], here.bets[1 - here.seat]
        labels, steps, following = [], [], []
        locked = max(here.locked - 1, 0)
        must_raise = here.locked > 0 and here.played[0] > 0
        if theirs > mine and not here.locked:
            labels.append("F")
            steps.append(TreeStep(FOLD, -1, each + mine))
        if theirs > mine and not must_raise:
            labels.append("C")
            steps.append(self._end(each + theirs))
        elif not must_raise:
            labels.append("X")
            steps.append(self._end(each) if here.is_second else TreeStep(ON, -1, 0))
            if not here.is_second:
                rest = (_after(here.played, 0), locked)
                following.append(_Open(number, 0, 1 - me, here.bets, 0, True, 0, *rest))
        for amount in self._amounts(here, each):
            bets = (amount, theirs) if me == 0 else (theirs, amount)
            rest = (_after(here.played, amount), locked)
            then = (amount - theirs, False, here.made + 1, *rest)
            following.append(_Open(number, len(steps), 1 - me, bets, *then))
            steps.append(TreeStep(ON, -1, 0))
            kind = "A" if amount == self.stack - each else "R" if theirs else "B"
            labels.append(kind + chips_text(amount, self.spot.unit))
        self.pay(me, len(labels))
        decision = TreeDecision(me, each, here.bets, tuple(labels), tuple(steps))
        self.street.decisions.append(decision)
        return following

    def _end(self, each: int) -> TreeStep:
        """The street is over and each seat has put in `each`."""
        if self.following is None:
            return TreeStep(SHOWDOWN, -1, each)
        self.following.entries.append(StreetEntry(each))
        return TreeStep(DEAL, len(self.following.entries) - 1, 0)

    def _amounts(self, here: _Open, each: int) -> list[int]:
        """What the seat can bet or raise to, ascending."""
        theirs, left = here.bets[1 - here.seat], self.stack - each
        if theirs >= left:
            return []
        pot = self.pot + 2 * each + 2 * theirs
        sizes = self.menu.raises if theirs else self.menu.bets
        if self.menu.most and here.made >= self.menu.most:
            sizes = ()
        least = theirs + max(self.least, here.last_raise)
        amounts = {self._amount(size, theirs, pot, least, left) for size in sizes}
        for real in (min(amount, left) for amount in here.played[:1] if amount > theirs):
            amounts = {a for a in amounts if not real < NEAR * a < NEAR * NEAR * real} | {real}
        if here.locked:
            amounts = set(here.played[:1])
        return sorted(amount for amount in amounts if amount > theirs)

    def _amount(self, size: Size, theirs: int, pot: int, least: int, left: int) -> int:
        """The amount of one size; 0 where it is not offered or below what is allowed."""
        if size.unit == "allin":
            return 0 if size.value and 100 * (left - theirs) > size.value * pot else left
        if size.unit == "c":
            wanted = self.spot.units(size.value)
            return 0 if wanted < min(least, left) else min(wanted, left)
        return min(max(int(theirs + pot * size.value / 100 + 0.5), least), left)


def _after(played: tuple[int, ...], amount: int) -> tuple[int, ...]:
    """What really followed an action: nothing where another one was taken."""
    return played[1:] if played[:1] == (amount,) else ()


def _lines(tree: BettingTree, street: int, entry: int) -> list[str]:
    first = tree.streets[street].entries[entry].first
    if first < 0:
        return [""]
    return _lines_from(tree, street, first)


def _lines_from(tree: BettingTree, street: int, number: int) -> list[str]:
    decision = tree.streets[street].decisions[number]
    out: list[str] = []
    for label, step in zip(decision.actions, decision.steps, strict=True):
        if step.kind == ON:
            rest = ["-" + line for line in _lines_from(tree, street, step.target)]
        elif step.kind == DEAL:
            below = _lines(tree, street + 1, step.target)
            rest = ["/" + line if line else "" for line in below]
        else:
            rest = [""]
        out += [label + line for line in rest]
    return out
