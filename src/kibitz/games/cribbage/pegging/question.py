"""A question about one card of the play, asked with as little as a hand and a pile.

What is not told is taken as unknown: without a starter none is seen, and the pile
alternates backwards from the opponent's last card.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.core.cards import card_text, parse_cards
from kibitz.errors import BadValue
from kibitz.games.cribbage.pegging.careful import FULL, less
from kibitz.games.cribbage.pegging.lore import shipped_lore
from kibitz.games.cribbage.pegging.peg import Peg
from kibitz.games.cribbage.pegging.plays import PlaySearch, RankValue
from kibitz.games.cribbage.pegging.stakes import Stakes
from kibitz.games.cribbage.pegging.suspects import Suspects, suspects
from kibitz.games.cribbage.table.pile import LIMIT, pile_count, pile_of
from kibitz.games.cribbage.table.rules import KEPT
from kibitz.games.cribbage.table.score import RANKS, VALUES
from kibitz.games.cribbage.table.text import checked_cards

AVERAGE_HAND = 8  # points, where the starter is not told
SEVEN_EIGHT = 58  # the rank pair of an average throw, where the own one is not told


@dataclass(frozen=True)
class PegQuestion:
    """Who holds what, as the seat to act knows it."""

    hand: tuple[int, ...]
    pile: int
    theirs: tuple[int, ...]
    known: frozenset[int]
    shown: frozenset[int]  # of these, what both have seen
    starter: int | None
    bar: int
    is_dealer: bool
    scores: tuple[int, int]  # own first

    @classmethod
    def read(
        cls,
        hand: str,
        pile: str,
        theirs: str | None,
        seen: str,
        starter: str,
        go: int | None,
        is_dealer: bool,
        scores: tuple[int, int],
    ) -> "PegQuestion":
        """The question that these texts ask, checked."""
        cards, laid = parse_cards(hand), parse_cards(pile)
        if not 1 <= len(cards) <= KEPT:
            raise BadValue(f"the hand '{hand}' has {len(cards)} cards, not 1 to {KEPT}")
        _check_pile(laid, pile)
        shown = laid[::-1][::2] if theirs is None else parse_cards(theirs)
        if len(shown) > KEPT or len(laid) - len(shown) > KEPT:
            raise BadValue(f"the pile '{pile}' is more than two hands of {KEPT} can lay")
        cut = checked_cards(starter, 1, "the starter") if starter else []
        public = sorted({*laid, *shown})
        groups = [cards, cut, parse_cards(seen), public]
        _check_apart(groups)
        known = frozenset(card for group in groups for card in group)
        bar = 0 if go is None else LIMIT - go
        made = pile_of(card >> 2 for card in laid)
        question = cls(
            tuple(cards),
            made,
            tuple(shown),
            known,
            frozenset(cut + public),
            cut[0] if cut else None,
            bar,
            is_dealer,
            scores,
        )
        if not question.playable:
            raise BadValue(f"no card of '{hand}' fits under {LIMIT} at {question.count}: say go")
        return question

    @property
    def count(self) -> int:
        return int(pile_count(self.pile))

    @property
    def playable(self) -> list[int]:
        """The cards that fit under 31."""
        return [card for card in self.hand if self.count + int(VALUES[card >> 2]) <= LIMIT]

    def values(self, search: PlaySearch, seed: int) -> dict[int, RankValue]:
        """The value of every rank that may be played."""
        return search.values(*self.parts(), seed)

    def parts(self) -> tuple[Peg, Suspects, int, Stakes]:
        """What a search works with."""
        return self._position(), self._suspects(), self._unshown(), self._stakes()

    def _position(self) -> Peg:
        mine, role = pile_of(card >> 2 for card in self.hand), int(self.is_dealer)
        scores = self.scores[::-1] if role else self.scores
        hands = (0, mine) if role else (mine, 0)
        return Peg(*hands, self.pile, self.count, role, *scores)

    def _suspects(self) -> Suspects:
        left = np.full(RANKS, 4, np.int64)
        for card in self.known:
            left[card >> 2] -= 1
        role = 1 - int(self.is_dealer)
        shown = pile_of(card >> 2 for card in self.theirs)
        held = KEPT - len(self.theirs)
        found = suspects(left, shown, held, self.bar, shipped_lore().keeps[role])
        if not len(found.sums):
            raise BadValue("the opponent can hold nothing that fits that go")
        return found

    def _unshown(self) -> int:
        counts = FULL
        for card in self.shown:
            counts = less(counts, card >> 2)
        return counts

    def _stakes(self) -> Stakes:
        lore, rank = shipped_lore(), 6 if self.starter is None else self.starter >> 2
        theirs = lore.throw_sums[1 - int(self.is_dealer)]
        return Stakes(0, rank, AVERAGE_HAND, SEVEN_EIGHT, theirs, lore.win)


def _check_pile(laid: list[int], text: str) -> None:
    total = 0
    for card in laid:
        total += int(VALUES[card >> 2])
        if total > LIMIT:
            raise BadValue(f"the pile '{text}' passes {LIMIT} at {card_text(card)}")
    if total == LIMIT:
        raise BadValue(f"the pile '{text}' stands at {LIMIT}: the count restarts")


def _check_apart(groups: list[list[int]]) -> None:
    seen: set[int] = set()
    for group in groups:
        for card in group:
            if card in seen:
                raise BadValue(f"the card {card_text(card)} appears twice")
            seen.add(card)
