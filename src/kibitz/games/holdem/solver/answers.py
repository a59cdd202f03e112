"""What comes back from solving a spot and from looking at a solution: plain data, laid out.

Grids are the 169 classes, 13 by 13, aces first: pairs on the diagonal, suited above it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz.core.ink import Ink, Written, ink
from kibitz.core.request import Answer, Progress
from kibitz.core.sheet import Block, Cells, Heading, Listing, Sheet, Words, listing

RANKS = "AKQJT98765432"
SEATS = {"oop": "out of position", "ip": "in position"}
MOST_ROWS = 24  # combos shown to people


@dataclass(frozen=True)
class ActionShare:
    """How often an action is taken: X, F, C, B50 (bet to 50), R150 (raise to), A97 (all in)."""

    action: str
    frequency: float


@dataclass(frozen=True)
class ActionValue:
    """How often an action is taken, and what it is worth in chips from here on."""

    action: str
    frequency: float
    value: float | None  # None where nobody takes it


@dataclass(frozen=True)
class HandClass:
    """One of the 169 classes: its part of the range, and how often it takes each action."""

    name: str
    share: float
    frequencies: tuple[float, ...]


@dataclass(frozen=True)
class ComboValues:
    """A combo: how likely it is here, what it is worth, and each of its actions."""

    combo: str
    share: float
    value: float | None
    actions: tuple[ActionValue, ...]


@dataclass(frozen=True)
class Root:
    """What the seat that acts first does."""

    seat: str
    actions: tuple[ActionShare, ...]


@dataclass(frozen=True)
class SolveAnswer(Answer):
    """A solved spot; values and exploitability are chips."""

    schema: ClassVar[str] = "holdem.solve/1"

    board: str
    pot: float
    stack: float
    ev: tuple[float, float]
    exploitability: float
    exploitability_percent: float
    iterations: int
    seconds: float
    megabytes: float
    root: Root
    classes: tuple[HandClass, ...]
    target: float
    most_iterations: int | None = None
    saved: str | None = None
    stopped: str | None = None  # by what: target, iterations, seconds; None while it goes on

    def sheet(self) -> Sheet:
        gap = f"{self.exploitability:.3f} chips, {self.exploitability_percent:.3f} % of the pot"
        blocks: list[Block] = [
            Heading(f"{self.board}: pot {self.pot}, stack {self.stack}"),
            Words.of(
                f"Value: {self.ev[0]:.2f} out of position, {self.ev[1]:.2f} in position.",
                f"Exploitability: {gap}.",
            ),
            _shares_listing(self.root.seat, self.root.actions),
            *_grids([share.action for share in self.root.actions], self.classes),
            Words.of(self._footnote(), role="quiet"),
        ]
        return blocks

    def _footnote(self) -> str:
        ended = f", stopped by {self.stopped}" if self.stopped else ""
        kept = f"; saved in {self.saved}" if self.saved else ""
        return (
            f"{self.iterations} iterations in {self.seconds:.2f} s{ended}, "
            f"{self.megabytes:.1f} MB{kept}"
        )

    @property
    def progress(self) -> Progress | None:
        if self.stopped:
            return None
        words = f"exploitability {self.exploitability_percent:.3f} % of the pot"
        return Progress(self.iterations, self.most_iterations, words)

    def rows(self) -> list[dict[str, object]]:
        return [
            {"action": share.action, "frequency": share.frequency} for share in self.root.actions
        ]


@dataclass(frozen=True)
class LookAnswer(Answer):
    """A decision of a saved solution; values are chips from there on."""

    schema: ClassVar[str] = "holdem.look/1"

    file: str
    line: str
    board: str
    pot: float
    seat: str
    ev: tuple[float | None, float | None]  # of both seats' ranges here
    exploitability_percent: float  # of the whole solution
    actions: tuple[ActionValue, ...]
    classes: tuple[HandClass, ...]
    combos: tuple[ComboValues, ...]
    oop_range: str
    ip_range: str

    def sheet(self) -> Sheet:
        where = f" after {self.line}" if self.line else ""
        names = [action.action for action in self.actions]
        blocks: list[Block] = [
            Heading(f"{self.board}{where}: pot {self.pot}, {SEATS[self.seat]} acts"),
            Words.of(self._value_text()),
            _values_listing(self.actions),
            *_grids(names, self.classes),
            self._combo_listing(names),
            Words.of(
                f"The solution is exploitable by {self.exploitability_percent:.3f} % of the pot.",
                role="quiet",
            ),
        ]
        return blocks

    def _value_text(self) -> str:
        if self.ev[0] is None:
            return "The solution never gets here: no combo of one range takes this line."
        return (
            f"Value from here: {_chips(self.ev[0])} out of position, "
            f"{_chips(self.ev[1])} in position."
        )

    def _combo_listing(self, names: Sequence[str]) -> Listing:
        columns = ["hand", "share", "value", *names]
        rows: list[list[Written]] = [
            [row.combo, _percent(row.share), _chips(row.value), *map(_mixed, row.actions)]
            for row in self.combos
        ]
        return listing(columns, rows, numbers=columns[1:], title="Combos", most=MOST_ROWS)

    def rows(self) -> list[dict[str, object]]:
        return [
            {
                "combo": row.combo,
                "share": row.share,
                "value": row.value,
                **{action.action: action.frequency for action in row.actions},
            }
            for row in self.combos
        ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _chips(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _mixed(action: ActionValue) -> Ink:
    """How often, and what it is worth; never is said quietly."""
    text = f"{100 * action.frequency:.0f} % ({_chips(action.value)})"
    return ink(text, "quiet" if action.frequency < 0.005 else "")


def _shares_listing(seat: str, actions: Sequence[ActionShare]) -> Listing:
    rows: list[list[Written]] = [[a.action, _percent(a.frequency)] for a in actions]
    title = f"First action, {SEATS[seat]}"
    return listing(["action", "frequency"], rows, numbers=["frequency"], title=title)


def _values_listing(actions: Sequence[ActionValue]) -> Listing:
    rows: list[list[Written]] = [
        [a.action, _percent(a.frequency), _chips(a.value)] for a in actions
    ]
    return listing(["action", "frequency", "value"], rows, numbers=["frequency", "value"])


def _grids(actions: Sequence[str], classes: Sequence[HandClass]) -> list[Cells]:
    """How often each class bets or raises, and where one can, how often it folds."""
    grids = [_grid("Bets and raises", classes, actions, lambda a: a[0] in "BRA")]
    if "F" in actions:
        grids.append(_grid("Folds", classes, actions, lambda a: a == "F"))
    return grids


def _grid(
    title: str, classes: Sequence[HandClass], actions: Sequence[str], counts: Callable[[str], bool]
) -> Cells:
    shares = {
        row.name: sum(
            often for often, action in zip(row.frequencies, actions, strict=True) if counts(action)
        )
        for row in classes
    }
    names = [[_class_name(row, column) for column in range(13)] for row in range(13)]
    return Cells(
        title,
        tuple(tuple(shares.get(name) for name in row) for row in names),
        tuple(tuple(row) for row in names),
        tuple(RANKS),
        tuple(RANKS),
    )


def _class_name(row: int, column: int) -> str:
    if row == column:
        return RANKS[row] * 2
    return RANKS[min(row, column)] + RANKS[max(row, column)] + ("s" if row < column else "o")
