"""The cards of one hand of cribbage as far as they were written down, and the rest drawn.

What others hold is known from what they played, what they said go to, and the crib that was
shown. Everything else is any card that nobody saw.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

from kibitz.core.cards import card_text, parse_cards
from kibitz.core.stream import Stream, below
from kibitz.core.writing import parted
from kibitz.errors import BadRecord, IllegalMove, KibitzError
from kibitz.games.cribbage.table.pile import LIMIT
from kibitz.games.cribbage.table.rules import (
    HAND,
    KEPT,
    NONE,
    THROW,
    Cribbage,
    thrown_by_each,
)
from kibitz.games.cribbage.table.score import DECK, VALUES, set_points
from kibitz.games.cribbage.table.text import set_of, set_text

GO, CRIB, DEALS, HIDDEN = "go", "crib:", "deal:", "?"


def hidden_cards(text: str) -> tuple[list[int], int]:
    """The cards of a text and how many more of it are hidden."""
    return parse_cards(text.replace(HIDDEN, "")), text.count(HIDDEN)


@dataclass(frozen=True)
class Dealt:
    """What each seat was dealt, as far as it is known; the kitty is last where three play."""

    before: Cribbage
    hands: tuple[tuple[int, ...], ...]

    @classmethod
    def read(cls, p: Cribbage, text: str) -> "Dealt":
        """A deal that is written out."""
        sizes = [KEPT + int(thrown_by_each(p))] * p.players + [1] * (p.players == 3)
        parts = text.split("/")
        if len(parts) != len(sizes):
            raise IllegalMove(f"the deal '{text}' is for {len(parts)} hands, not {len(sizes)}")
        hands = []
        for part, size in zip(parts, sizes, strict=True):
            try:
                cards, hidden = hidden_cards(part)
            except KibitzError as error:
                raise IllegalMove(str(error)) from None
            if len(cards) + hidden != size:
                raise IllegalMove(f"'{part}' is {len(cards) + hidden} cards, not {size}")
            hands.append(tuple(cards))
        seen = [card for hand in hands for card in hand]
        for card in seen:
            if seen.count(card) > 1:
                raise IllegalMove(f"the card {card_text(card)} is dealt twice")
        return cls(p, tuple(hands))

    @property
    def is_whole(self) -> bool:
        each = KEPT + int(thrown_by_each(self.before))
        return all(len(hand) == each for hand in self.hands[: self.before.players])

    def position(self) -> Cribbage:
        """The position after the deal."""
        p = self.before
        sets = [set_of(list(hand)) for hand in self.hands[: p.players]] + [0] * (4 - p.players)
        kitty = set_of(list(self.hands[3])) if p.players == 3 else 0
        first = (p.dealer + 1) % p.players
        table = (THROW, p.players, p.skunks, p.dealer, first, NONE, 0, 0, kitty, p.deals + 1)
        return Cribbage._make((*table, *p[HAND - 3 : HAND], *sets, *[0] * 8))


@dataclass
class TablePlay:
    """A hand as one seat saw it."""

    before: Cribbage
    seat: int
    dealt: list[set[int]]  # what each seat is known to have been dealt; the kitty is last of three
    name: Callable[[int], str]
    thrown: list[set[int] | None] = field(default_factory=list)  # None is unseen
    throwers: list[int] = field(default_factory=list)  # who has thrown
    starter: int | None = None
    played: list[tuple[int, int, str]] = field(default_factory=list)  # seat, card, as written
    bars: list[int] = field(default_factory=list)  # by seat: no card of that value or less
    crib: set[int] | None = None
    points: int | None = None  # of the crib

    @property
    def order(self) -> list[int]:
        """The seats from the dealer's left on."""
        n = self.before.players
        return [(self.before.dealer + 1 + k) % n for k in range(n)]

    @classmethod
    def read(
        cls, p: Cribbage, texts: list[str], seat: int, name: Callable[[int], str]
    ) -> "TablePlay":
        """The texts of one hand, from its deal on."""
        dealt = Dealt.read(p, texts[0].removeprefix(DEALS))
        each = KEPT + int(thrown_by_each(p))
        if len(dealt.hands[seat]) != each:
            raise BadRecord(f"'{texts[0]}' does not show the {each} cards of {name(seat)}")
        hand = cls(p, seat, [set(cards) for cards in dealt.hands], name)
        hand.bars, hand.thrown = [0] * p.players, [None] * p.players
        rest = texts[1:]
        for thrower, text in zip(hand.order, rest, strict=False):
            hand._throw(thrower, text)
            hand.throwers.append(thrower)
        rest = rest[p.players :]
        if rest:
            hand.starter = _one_card(parted(rest[0])[0])
            hand._play(rest[1:])
        return hand

    def _throw(self, seat: int, text: str) -> None:
        cards, hidden = hidden_cards(text)
        wanted = int(thrown_by_each(self.before))
        if len(cards) + hidden != wanted:
            raise BadRecord(f"the throw '{text}' is not {wanted} cards")
        self.thrown[seat] = None if hidden else set(cards)
        if seat == self.seat and (hidden or not set(cards) <= self.dealt[seat]):
            own = set_text(set_of(sorted(self.dealt[seat])))
            raise BadRecord(f"the throw '{text}' is not of the cards {own}")

    def _play(self, texts: list[str]) -> None:
        """Find out who played each card, and who said go to what."""
        left = [KEPT] * self.before.players
        turn, last, count = self.order[0], self.order[-1], 0
        for text in texts:
            if text.startswith(CRIB):
                self._show(text)
                continue
            if text == GO:
                turn = self._pass(turn, left, LIMIT - count)
                continue
            card = _one_card(parted(text)[0])
            value = int(VALUES[card >> 2])
            if count + value > LIMIT:
                for seat in range(self.before.players):
                    self._bar(seat, left, LIMIT - count)
                turn, count = _holder_after(last, left), 0
            turn = self._player(turn, card, left, LIMIT - count)
            self.played.append((turn, card, text))
            left[turn] -= 1
            last, count = turn, count + value
            turn = _holder_after(turn, left)
            if count == LIMIT:
                count = 0

    def _player(self, turn: int, card: int, left: list[int], room: int) -> int:
        """Who played a card, given whose turn it was: seats between have said go."""
        mine = card in self.dealt[self.seat]
        for _ in range(self.before.players):
            if left[turn] and mine == (turn == self.seat):
                return turn
            turn = self._pass(turn, left, room)
        raise BadRecord(f"nobody can have played {card_text(card)}")

    def _pass(self, turn: int, left: list[int], room: int) -> int:
        self._bar(turn, left, room)
        return _holder_after(turn, left)

    def _bar(self, seat: int, left: list[int], room: int) -> None:
        if left[seat]:
            self.bars[seat] = max(self.bars[seat], room)

    def _show(self, text: str) -> None:
        head, said = parted(text)
        cards, hidden = hidden_cards(head.removeprefix(CRIB))
        if said and not said.isdecimal():
            raise BadRecord(f"the crib '{text}' is not told in points, like {CRIB}?(6)")
        self.points = int(said) if said else None
        own = self.thrown[self.seat] or set()
        self.crib = None if hidden else set(cards) - own
        if self.crib is None and self.points is None:
            raise BadRecord(f"'{text}' tells neither the cards of the crib nor its points")

    @property
    def is_over(self) -> bool:
        return len(self.played) == KEPT * self.before.players

    def filled(self, luck: Stream, is_last: bool) -> list[str]:
        """The hand with all cards, as a record of all seats has it."""
        if self.is_over and not is_last and self.crib is None and self.points is None:
            raise BadRecord("the crib of a hand is not told: write crib:KdQs or crib:?(6)")
        hands = self._hands(luck)
        throws = self._throws(hands, luck)
        each = [set_text(set_of(sorted(h | t))) for h, t in zip(hands, throws, strict=False)]
        kitty = [set_text(set_of(sorted(throws[-1])))] if self.before.players == 3 else []
        told = [set_text(set_of(sorted(throws[s]))) for s in self.throwers]
        cut = [] if self.starter is None else [card_text(self.starter)]
        plays = [text for _, _, text in self.played]
        return [DEALS + "/".join(each + kitty), *told, *cut, *plays]

    def _known(self) -> set[int]:
        """Every card whose place is known."""
        known = {card for _, card, _ in self.played} | set().union(*self.dealt)
        known |= set() if self.starter is None else {self.starter}
        known |= set().union(*(thrown for thrown in self.thrown if thrown))
        return known | (self.crib or set())

    def _hands(self, luck: Stream) -> list[set[int]]:
        """Four cards for each seat; what others did not play is drawn beyond their goes."""
        pool = [card for card in range(DECK) if card not in self._known()]
        hands = []
        for seat in range(self.before.players):
            hand = {card for who, card, _ in self.played if who == seat}
            sure = self.dealt[seat] - (self.thrown[seat] or set())
            spare = [card for card in sorted(sure - hand) if self._may_hold(seat, card)]
            if seat == self.seat and self.thrown[seat] is None:
                hand = set(sorted(sure)[:KEPT])
            while len(hand) < KEPT and spare:
                hand.add(spare.pop(0))
            while len(hand) < KEPT:
                fit = [card for card in pool if self._may_hold(seat, card)]
                if not fit:
                    raise BadRecord(f"no card is left that {self.name(seat)} can have held")
                card = fit[int(below(luck, len(fit)))]
                pool.remove(card)
                hand.add(card)
            hands.append(hand)
        return hands

    def _may_hold(self, seat: int, card: int) -> bool:
        return int(VALUES[card >> 2]) > self.bars[seat]

    def _throws(self, hands: list[set[int]], luck: Stream) -> list[set[int]]:
        """What every seat threw; the kitty is last where three play."""
        size, players = int(thrown_by_each(self.before)), self.before.players
        throws = [set(thrown or ()) for thrown in self.thrown]
        for seat in range(players):
            spare = sorted(self.dealt[seat] - hands[seat] - throws[seat])
            throws[seat] |= set(spare[: size - len(throws[seat])])
        if players == 3:
            throws.append(set(self.dealt[3]))
        sizes = [size] * players + [1] * (players == 3)
        open_seats = [i for i, t in enumerate(throws) for _ in range(sizes[i] - len(t))]
        taken = self._known().union(*hands, *throws) - (self.crib or set())
        drawn = self._drawn(open_seats, taken, set().union(*throws), luck)
        for place, card in zip(open_seats, drawn, strict=True):
            throws[place].add(card)
        return throws

    def _drawn(
        self, places: list[int], taken: set[int], thrown: set[int], luck: Stream
    ) -> list[int]:
        """Cards for the unseen throws that go with the crib as it was shown."""
        if self.crib is not None:
            rest = sorted(self.crib - thrown)
            if len(rest) != len(places):
                raise BadRecord(
                    f"the crib's {set_text(set_of(rest))} are not the {len(places)} unseen cards"
                )
            return rest
        pool = [card for card in range(DECK) if card not in taken]
        if self.points is None or self.starter is None:
            return [pool.pop(int(below(luck, len(pool)))) for _ in places]
        known = set_of(sorted(thrown))
        fit = [
            cards
            for cards in combinations(pool, len(places))
            if int(set_points(known | set_of(list(cards)), self.starter, 1)) == self.points
        ]
        if not fit:
            raise BadRecord(f"no crib with those cards counts {self.points}")
        return list(fit[int(below(luck, len(fit)))])


def _one_card(text: str) -> int:
    cards = parse_cards(text)
    if len(cards) != 1:
        raise BadRecord(f"'{text}' is not one card")
    return cards[0]


def _holder_after(seat: int, left: list[int]) -> int:
    """The next seat that has cards, the same one last."""
    players = len(left)
    order = [(seat + k) % players for k in range(1, players + 1)]
    return next((other for other in order if left[other]), seat)
