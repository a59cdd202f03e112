"""`holdem.range`: a range, counted and drawn."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.core.request import RANGE, Answer, Request, ask
from kibitz.core.sheet import Sheet, Words
from kibitz.games.holdem.requests.square import square


@dataclass(frozen=True)
class RangeShares(Answer):
    """A range: its combos, their weight, the share of all hands, and the share of each class."""

    schema: ClassVar[str] = "holdem.range/1"
    range: str
    combos: int
    weight: float
    share: float
    classes: dict[str, float]  # those that are in it

    def sheet(self) -> Sheet:
        counted = f"{self.weight:g} of 1326 combos, {self.share:.2%} of all hands"
        return [square(self.range, self.classes), Words.of(self.range, counted)]

    def rows(self) -> list[dict[str, Any]]:
        return [{"class": name, "share": share} for name, share in self.classes.items()]


@dataclass(frozen=True)
class RangeRequest(Request[RangeShares]):
    """Show a range in its 13x13 square.

    For example: kibitz holdem range '22+,A2s+,KTo+,AKs:0.5'.
    """

    verb: ClassVar[str] = "holdem.range"
    examples: ClassVar[tuple[str, ...]] = ("22+,AKs:0.5",)
    gives: ClassVar[type[Answer]] = RangeShares
    saves: ClassVar[tuple[str, ...]] = ("svg",)

    text: str = ask(help="A range.", argument=True, metavar="RANGE", holds=RANGE)

    def answers(self) -> Iterator[RangeShares]:
        from kibitz.games.holdem.cards.combos import CLASS_TEXTS
        from kibitz.games.holdem.cards.ranges import parse_range

        found = parse_range(self.text)
        shares = zip(CLASS_TEXTS, map(float, found.class_shares()), strict=True)
        classes = {name: share for name, share in shares if share}
        weight = float(found.weights.sum())
        yield RangeShares(str(found), len(found.combos), weight, found.share, classes)
