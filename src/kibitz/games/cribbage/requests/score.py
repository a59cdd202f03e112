"""`cribbage.score`: what a hand or a crib counts, in parts."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import ClassVar

from kibitz.core.ink import ink
from kibitz.core.request import CARDS, Answer, Request, ask
from kibitz.core.sheet import Sheet, Words
from kibitz.errors import BadValue
from kibitz.games.cribbage.requests.sides import shown_cards


@dataclass(frozen=True)
class ScoreParts:
    """The points of a hand by what makes them."""

    fifteens: int
    pairs: int
    runs: int
    flush: int
    nobs: int


@dataclass(frozen=True)
class ScoreAnswer(Answer):
    """Five cards, counted."""

    schema: ClassVar[str] = "cribbage.score/1"
    hand: tuple[str, ...]
    starter: str
    total: int
    parts: ScoreParts
    crib: bool

    def sheet(self) -> Sheet:
        cards = shown_cards(self.hand) + " with " + shown_cards([self.starter])
        counted = [f"  {part:9} {points:3}" for part, points in asdict(self.parts).items()]
        return [
            Words.of(
                cards + (" as a crib" if self.crib else ""),
                *(line for line in counted if not line.endswith(" 0")),
                ink(f"  total     {self.total:3}", "strong"),
            )
        ]

    def rows(self) -> list[dict[str, object]]:
        return [{"part": part, "points": n} for part, n in asdict(self.parts).items()]


@dataclass(frozen=True)
class ScoreRequest(Request[ScoreAnswer]):
    """Count four cards and the starter.

    For example: kibitz cribbage score "5H 5S 5D JC" 5C.
    """

    verb: ClassVar[str] = "cribbage.score"
    examples: ClassVar[tuple[str, ...]] = ('"5H 5S 5D JC" 5C',)
    gives: ClassVar[type[Answer]] = ScoreAnswer

    hand: str = ask(help="Four cards.", argument=True, holds=CARDS)
    starter: str = ask(help="The starter.", argument=True, holds=CARDS)
    crib: bool = ask(False, "Count it as a crib, where a flush takes all five cards.")

    def answers(self) -> Iterator[ScoreAnswer]:
        from kibitz.core.cards import card_text
        from kibitz.games.cribbage.table.score import score
        from kibitz.games.cribbage.table.text import checked_cards

        cards = checked_cards(self.hand, 4, "the hand")
        (cut,) = checked_cards(self.starter, 1, "the starter")
        if cut in cards:
            raise BadValue(f"the starter {card_text(cut)} is in the hand '{self.hand}'")
        counted = score(cards, cut, self.crib)
        texts = tuple(map(card_text, cards))
        parts = ScoreParts(**counted._asdict())
        yield ScoreAnswer(texts, card_text(cut), counted.total, parts, self.crib)
