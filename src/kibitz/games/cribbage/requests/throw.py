"""`cribbage.throw`: all fifteen throws of six cards, in points and in chances to win."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from kibitz.core.ink import Ink, ink
from kibitz.core.request import CARDS, PLACE, Answer, Request, ask, ask_seed, row_of
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.games.cribbage.requests.sides import (
    ROLES,
    ask_dealer,
    ask_score,
    percent,
    role_of,
    scores_of,
    shown_cards,
)

if TYPE_CHECKING:
    from kibitz.games.cribbage.throwing.throws import Throws, Wins

POINTS, WINS = "points", "wins"
COLUMNS = ("throw", "value", "hand", "crib", "pegging", "win", "hand from", "to", "12 or more")
TITLES = {
    "exact": "hand and crib counted",
    "uniform": "the other two in the crib at random",
    "sample": "the crib sampled",
    "table": "the crib by a published table",
    "hand": "without the crib",
}


@dataclass(frozen=True)
class ThrowParts:
    """What a throw's value is the sum of."""

    hand: float
    crib: float
    pegging: float


@dataclass(frozen=True)
class ThrowOption:
    """One throw: its value in points, the chance to win it leaves, and what the hand counts."""

    move: str
    value: float
    error: float  # of the pegging, which is learned, and of sampled cribs
    parts: ThrowParts
    win: float | None
    win_error: float | None
    least: int
    most: int
    chance_of_12: float


@dataclass(frozen=True)
class ThrowsAnswer(Answer):
    """The throws of a hand, best first: by points, or near the end by the chance to win."""

    schema: ClassVar[str] = "cribbage.throw/1"
    role: str
    score: tuple[int, int]
    method: str
    unit: str  # what options are ranked by: points or wins
    seed: int
    samples: int
    worlds: int
    exact: bool
    options: tuple[ThrowOption, ...]

    def sheet(self) -> Sheet:
        title = f"throws of the {self.role}, {TITLES[self.method]}"
        table = listing(
            COLUMNS, map(_row, self.options), numbers=COLUMNS[1:], title=title, marked=(0,)
        )
        return [table, Words.of("; ".join(self._notes()), role="quiet")]

    def _notes(self) -> Iterator[str]:
        yield f"ranked by {'the chance to win' if self.unit == 'wins' else 'points'}"
        if self.method == "exact":
            yield "hand and crib are exact against the model, ± is of the pegging"
        if self.worlds:
            error = max(option.win_error or 0.0 for option in self.options)
            yield f"win ± {100 * error:.1f} by {self.worlds:,} shared worlds, seed {self.seed}"

    def rows(self) -> list[dict[str, Any]]:
        return [row_of(option) for option in self.options]


def _row(option: ThrowOption) -> tuple[Ink | str, ...]:
    parts = option.parts
    return (
        shown_cards([option.move[:2], option.move[2:]]),
        ink(f"{option.value:.2f}", "strong") + (f" ± {option.error:.2f}" if option.error else ""),
        f"{parts.hand:.2f}",
        f"{parts.crib:+.2f}",
        f"{parts.pegging:+.2f}",
        percent(option.win),
        str(option.least),
        str(option.most),
        percent(option.chance_of_12, 0),
    )


@dataclass(frozen=True)
class ThrowRequest(Request[ThrowsAnswer]):
    """Value all fifteen throws of six cards.

    For example: kibitz cribbage throw "5H 5S 6D 7C KH QS" --dealer --score 61-70. Within 35
    points of the end throws are ranked by the chance to win, as the coach ranks them.
    """

    verb: ClassVar[str] = "cribbage.throw"
    examples: ClassVar[tuple[str, ...]] = (
        '"5H 5S 6D 7C KH QS" --dealer --score 61-70',
        '"5H 5S 6D 7C KH QS" --pone --method sample --samples 100',
    )
    gives: ClassVar[type[Answer]] = ThrowsAnswer

    hand: str = ask(help="Six cards.", argument=True, holds=CARDS)
    dealer: bool | None = ask_dealer()
    score: str = ask_score()
    method: Literal["exact", "uniform", "sample", "table", "hand"] = ask(
        "exact",
        "How the crib is valued: by a model, uniformly, by samples, Schell's table, or not.",
    )
    samples: int = ask(500, "Cribs to draw for `sample`.", low=2, high=10_000_000, metavar="N")
    worlds: int = ask(
        40_000,
        "Most worlds for `win`, which stops at an error of 0.3 %; 0 to skip it.",
        low=0,
        high=1_000_000,
        metavar="N",
    )
    table: str | None = ask(None, "Another published table, as JSON.", metavar="FILE", holds=PLACE)
    seed: int | None = ask_seed()

    def check(self) -> None:
        role_of(self.dealer)
        scores_of(self.score)

    def answers(self) -> Iterator[ThrowsAnswer]:
        from kibitz.core.seeds import checked_seed, child
        from kibitz.games.cribbage.table.text import checked_cards
        from kibitz.games.cribbage.throwing.throws import WIN_ERROR, throws_of, win_chances
        from kibitz.games.cribbage.winning.criterion import AWARE, is_decisive

        cards, role = checked_cards(self.hand, 6, "the hand"), role_of(self.dealer)
        mine, theirs = scores_of(self.score)
        root = checked_seed(self.seed)
        table = None if self.table is None else Path(self.table)
        valued = throws_of(cards, role, self.method, self.samples, child(root, 0), table)
        scores = (theirs, mine) if role else (mine, theirs)
        wins = None
        if self.worlds:
            root_of_wins = child(root, 1)
            wins = win_chances(cards, role, scores, self.worlds, root_of_wins, WIN_ERROR)
        decides = wins and self.method == "exact" and is_decisive(*scores, AWARE)
        unit = WINS if decides else POINTS
        yield ThrowsAnswer(
            ROLES[role],
            (mine, theirs),
            self.method,
            unit,
            root,
            valued.samples,
            wins.worlds if wins else 0,
            valued.is_exact,
            _options(cards, valued, wins, unit),
        )


def _options(
    cards: list[int], valued: "Throws", wins: "Wins | None", unit: str
) -> tuple[ThrowOption, ...]:
    """One for each throw, best first."""
    from kibitz.games.cribbage.table.text import set_text
    from kibitz.games.cribbage.throwing.throws import hand_spread

    values, options = valued.value, []
    ranking = wins.chances if wins and unit == WINS else values
    for i in sorted(range(len(values)), key=lambda i: -float(ranking[i])):
        spread = hand_spread(cards, valued.sets[i])
        parts = (float(part[i]) for part in (valued.hand, valued.crib, valued.pegging))
        options.append(
            ThrowOption(
                set_text(valued.sets[i]),
                float(values[i]),
                float(valued.error[i]),
                ThrowParts(*parts),
                None if wins is None else float(wins.chances[i]),
                None if wins is None else float(wins.errors[i, i]),
                spread.least,
                spread.most,
                spread.good_chance,
            )
        )
    return tuple(options)
