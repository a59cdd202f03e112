"""The cards that one seat of bluff did not see, found by what was shown: whole numbers that fit.

Suits mean nothing, so hands, plays and the pile are counts by rank. What others were dealt and
what they put down unseen are unknown; no hand may ever lack what was played from it, and
every pile that was taken and seen is known. Those are linear equations in whole numbers; a
random weight for each unknown picks one of their solutions.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import play
from kibitz.core.stream import Stream, uniform
from kibitz.core.writing import parted
from kibitz.errors import BadNotation, BadRecord, IllegalMove
from kibitz.games.bluff.layout import COPIES, RANKS, SIZE, Bluff, opened, pack_count
from kibitz.games.bluff.notation import LETTERS, counts, parse_cards

DEALS, TOOK = "deal:", "took"
_FACE_DOWN = re.compile(r"\?([1-4])")
_FREE_DOWN = re.compile(r"\?:[A23456789TJQK]")
Floats = NDArray[np.float64]


def copies_of(p: Bluff) -> int:
    """How many cards of a rank are dealt."""
    return COPIES * int(pack_count(opened(p)))


def read_hands(p: Bluff, text: str) -> list[int | None]:
    """The hands of a deal, None for one unseen."""
    parts = text.removeprefix(DEALS).split("/")
    if len(parts) != p.players:
        raise IllegalMove(f"'{text}' deals {len(parts)} hands, not {p.players}")
    try:
        return [None if part.startswith("?") else parse_cards(part, copies_of(p)) for part in parts]
    except BadNotation as error:
        raise IllegalMove(str(error)) from None


@dataclass
class Cards:
    """Some cards: known ones by rank, and unknown groups that were added or taken away."""

    known: Floats
    groups: dict[int, int] = field(default_factory=dict)  # the group, and how often it is in

    def add(self, other: "Cards", sign: int = 1) -> None:
        self.known = self.known + sign * other.known
        for group, count in other.groups.items():
            self.groups[group] = self.groups.get(group, 0) + sign * count


class Untold:
    """A game as one seat saw it, and what must hold of the rest."""

    def __init__(self, start: Bluff, texts: Sequence[str], seat: int) -> None:
        self.start, self.texts, self.seat = start, texts, seat
        self.sizes: list[int] = []  # of each unknown group
        self.least: list[Cards] = []  # what has no rank below nothing
        self.exact: list[tuple[Cards, Floats]] = []  # what is just so much
        self.hands = self._deal()
        self.dealt = [Cards(hand.known, dict(hand.groups)) for hand in self.hands]
        self.pile = _none()
        self.actor, self.passes, self.turns = int(start.actor), 0, 0
        self.last, self.is_true = _none(), True  # the play that is claimed
        self.plays: dict[int, Cards] = {}
        for number, text in enumerate(texts[1:], 1):
            head, said = parted(text)
            if head in ("pass", "challenge"):
                self._answer(head, said)
            else:
                self._play(head, number)

    def filled(self, luck: Stream) -> list[str]:
        """The texts with every card named."""
        found = self._solved(luck)
        hands = "/".join(_letters(hand, found) for hand in self.dealt)
        rest = [
            self._named(text, found, number) if number in self.plays else _without_pile(text)
            for number, text in enumerate(self.texts)
        ]
        return [DEALS + hands, *rest[1:]]

    def _deal(self) -> list[Cards]:
        hands = read_hands(self.start, self.texts[0])
        sizes = play(self.start, 0)
        if hands[self.seat] is None:
            raise BadRecord(f"'{self.texts[0]}' does not show the cards of seat {self.seat + 1}")
        made, total = [], _none()
        for seat, hand in enumerate(hands):
            size = int(sizes[SIZE + seat])
            if hand is not None and sum(counts(hand)) != size:
                raise BadRecord(f"'{self.texts[0]}' does not deal {size} cards to each seat")
            made.append(self._unknown(size) if hand is None else _some(counts(hand)))
            total.add(made[-1])
        self.exact.append((total, np.full(RANKS, float(copies_of(self.start)))))
        return made

    def _unknown(self, size: int) -> Cards:
        self.sizes.append(size)
        return Cards(np.zeros(RANKS), {len(self.sizes) - 1: 1})

    def _answer(self, head: str, said: str) -> None:
        """A claim stands, or is turned over and the pile taken."""
        players = self.start.players
        if head == "challenge":
            asked = (self.actor + 1 + self.passes) % players
            taker = asked if self.is_true else self.actor
            took = said.partition(TOOK)[2].strip()
            if took:
                self.exact.append((self.pile, np.array(_ranks(took), float)))
                self.pile = _some(_ranks(took))
            self.hands[taker].add(self.pile)
            self.pile = _none()
        elif self.passes + 1 < players - 1:
            self.passes += 1
            return
        self.actor, self.passes = (self.actor + 1) % players, 0
        self.turns += 1

    def _play(self, text: str, number: int) -> None:
        """Cards go down: known ones, those shown later, or any."""
        shown = self._shown(text, number)
        rank = self.turns % RANKS
        if self.start.packs:
            rank = LETTERS.index(text.partition(":")[2][:1].upper() or "A")
        if shown is None:
            down = _FACE_DOWN.fullmatch(text)
            self.last = self._unknown(int(down[1]) if down else 1)
        else:
            self.last, self.is_true = _some(shown), shown[rank] == sum(shown)
        self.plays[number] = self.last
        self.hands[self.actor].add(self.last, -1)
        hand = self.hands[self.actor]
        self.least.append(Cards(hand.known, dict(hand.groups)))
        self.pile.add(self.last)

    def _shown(self, text: str, number: int) -> list[int] | None:
        """The ranks of a play, where they are known."""
        if "?" not in text:
            return _ranks(text.partition(":")[0])
        if not _FACE_DOWN.fullmatch(text) and not _FREE_DOWN.fullmatch(text):
            raise BadRecord(f"'{text}' is not a play; write ?2 for two cards face down")
        for later in self.texts[number + 1 :]:
            head, said = parted(later)
            if head == "challenge":
                if not said:
                    raise BadRecord("a challenge turns cards over: write challenge(QK)")
                return _ranks(said.partition(",")[0].strip())
            if head != "pass":
                break
        return None

    def _solved(self, luck: Stream) -> Floats:
        """The ranks of every unknown group, a row each."""
        if not self.sizes:
            return np.zeros((0, RANKS))
        from scipy.optimize import Bounds, LinearConstraint, milp

        width, most = len(self.sizes) * RANKS, float(copies_of(self.start))
        rows, low, high = self._equations()
        weights = np.array([float(uniform(luck)) for _ in range(width)])
        found = milp(
            weights,
            integrality=np.ones(width),
            bounds=Bounds(0.0, most),
            constraints=LinearConstraint(rows, low, high),
        )
        if found.x is None:
            raise BadRecord("no deal goes with everything that was shown")
        solved: Floats = np.round(found.x).reshape(-1, RANKS)
        return solved

    def _equations(self) -> tuple[Any, Floats, Floats]:
        """What must hold, as rows between bounds."""
        from scipy.sparse import eye_array, kron, vstack

        one = np.ones((1, RANKS))
        sums = kron(eye_array(len(self.sizes)), one)
        parts, low = [sums], [np.array(self.sizes, float)]
        high = [low[0]]
        for cards in self.least:
            parts.append(kron(self._row(cards), eye_array(RANKS)))
            low.append(-cards.known)
            high.append(np.full(RANKS, np.inf))
        for cards, wanted in self.exact:
            parts.append(kron(self._row(cards), eye_array(RANKS)))
            low.append(wanted - cards.known)
            high.append(wanted - cards.known)
        return vstack(parts).tocsr(), np.concatenate(low), np.concatenate(high)

    def _row(self, cards: Cards) -> Floats:
        row = np.zeros((1, len(self.sizes)))
        for group, count in cards.groups.items():
            row[0, group] = count
        return row

    def _named(self, text: str, found: Floats, number: int) -> str:
        """A play with its cards."""
        claim = text.partition(":")[2]
        return _letters(self.plays[number], found) + (f":{claim}" if claim else "")


def _none() -> Cards:
    return Cards(np.zeros(RANKS))


def _some(ranks: Sequence[int]) -> Cards:
    return Cards(np.array(ranks, float))


def _letters(cards: Cards, found: Floats) -> str:
    total = cards.known + sum(count * found[group] for group, count in cards.groups.items())
    return "".join(LETTERS[rank] * int(count) for rank, count in enumerate(total))


def _ranks(text: str) -> list[int]:
    """How many of each rank some letters name."""
    try:
        return counts(parse_cards(text.upper(), 15))
    except BadNotation as error:
        raise BadRecord(str(error)) from None


def _without_pile(text: str) -> str:
    """An answer without what only the taker saw."""
    head, said = parted(text)
    shown = said.partition(",")[0].strip()
    return f"{head}({shown})" if shown else head
