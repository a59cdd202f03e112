"""`cribbage.crib`: what two cards are worth in the crib, with any cards known."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from kibitz.core.ink import ink
from kibitz.core.request import CARDS, Answer, Request, ask
from kibitz.core.sheet import Sheet, Words
from kibitz.games.cribbage.requests.sides import ROLES, ask_dealer, role_of, shown_cards


@dataclass(frozen=True)
class CribValue(Answer):
    """What a pair counts in the crib on average."""

    schema: ClassVar[str] = "cribbage.crib/1"
    throw: tuple[str, ...]
    seen: tuple[str, ...]
    role: str
    value: float  # what the crib counts, whosever it is
    exact: bool  # over all hands and starters, given the model of the opponent

    def sheet(self) -> Sheet:
        crib = "their own" if self.role == "dealer" else "the dealer's"
        told = shown_cards(self.throw) + f" in {crib} crib: "
        told += ink(f"{self.value:.3f}", "strong")
        how = "exact over all starters and hands of six, against the model of a good opponent"
        return [Words.of(told), Words.of(how, role="quiet")]


@dataclass(frozen=True)
class CribRequest(Request[CribValue]):
    """Value two cards in the crib, with any other cards known.

    For example: kibitz cribbage crib "7H 8S" --pone --seen "5H 5S 6D JC".
    """

    verb: ClassVar[str] = "cribbage.crib"
    examples: ClassVar[tuple[str, ...]] = (
        '"7H 8S" --pone',
        '"JH JS" --dealer --seen "5H 5S 6D 7C"',
    )
    gives: ClassVar[type[Answer]] = CribValue

    throw: str = ask(help="The two cards thrown.", argument=True, holds=CARDS)
    dealer: bool | None = ask_dealer()
    seen: str = ask("", "Other cards that the opponent cannot hold.", metavar="CARDS", holds=CARDS)

    def check(self) -> None:
        role_of(self.dealer)

    def answers(self) -> Iterator[CribValue]:
        from kibitz.core.cards import card_text, parse_cards
        from kibitz.games.cribbage.table.text import checked_cards
        from kibitz.games.cribbage.throwing.throws import crib_of_pair

        pair, seen = checked_cards(self.throw, 2, "the throw"), parse_cards(self.seen)
        checked_cards(f"{self.throw} {self.seen}", 2 + len(seen), "the throw and the cards seen")
        role = role_of(self.dealer)
        value = crib_of_pair(pair, role, seen)
        texts = tuple(map(card_text, pair)), tuple(map(card_text, seen))
        yield CribValue(*texts, ROLES[role], value, True)
