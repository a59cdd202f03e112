"""A position of cribbage as one line of `name=value` words, and back.

`phase=play dealer=1 seat=0 scores=61-70 starter=5c hands=5h6d/?? played=Ah/7c
thrown=KdQs/?? pile=A7 bars=0/12`: hands, played, thrown and bars stand seat by seat, a
`?` is a hidden card, and what is empty is left out.
"""

from collections import Counter

from kibitz.core.cards import RANKS, card_text, parse_cards
from kibitz.errors import BadNotation, BadValue
from kibitz.games.cribbage.table.knowledge import has_thrown, held_by, is_hand_on
from kibitz.games.cribbage.table.pile import LIMIT, pile_count, pile_of, pile_ranks
from kibitz.games.cribbage.table.rules import (
    BAR,
    BAR_BITS,
    CUT,
    DEAL,
    DONE,
    FIRST,
    FITTING,
    HAND,
    KEPT,
    NONE,
    PLAY,
    PLAYED,
    SCORE,
    TARGET,
    THROW,
    THROWN,
    Cribbage,
    thrown_by_each,
)

PHASES = ("first", "deal", "throw", "cut", "play", "done")
WORDS = (
    *("phase", "dealer", "seat", "scores", "starter", "hands", "played", "thrown", "kitty"),
    *("pile", "bars", "deals"),
)


def cards_of(cards: int) -> list[int]:
    """The cards of a set, ascending."""
    if cards < 0:
        raise BadValue(f"{cards} is not a set of cards")
    found = []
    while cards:
        found.append((cards & -cards).bit_length() - 1)
        cards &= cards - 1
    return found


def set_of(cards: list[int]) -> int:
    """The set of these cards."""
    return sum(1 << card for card in cards)


def set_text(cards: int) -> str:
    """The cards of a set, without blanks."""
    return "".join(card_text(card) for card in cards_of(cards))


def sides_of(players: int) -> int:
    """How many scores are kept."""
    return 3 if players == 3 else 2


def position_line(p: Cribbage) -> str:
    """The position as one line."""
    seats = range(p.players)
    words = {
        "phase": PHASES[p.phase],
        "dealer": "" if p.phase == FIRST else str(p.dealer),
        "seat": str(p.seat) if p.phase in (THROW, PLAY, CUT, DONE) else "",
        "scores": "-".join(str(p[SCORE + side]) for side in range(sides_of(p.players))),
        "starter": "" if p.starter == NONE else card_text(p.starter),
        "hands": "/".join(_hidden_or(p[HAND + s], _held(p, s)) for s in seats),
        "played": "/".join(set_text(p[PLAYED + s]) for s in seats),
        "thrown": "/".join(_hidden_or(p[THROWN + s], _away(p, s)) for s in seats),
        "kitty": _hidden_or(p.kitty, int(p.players == 3 and bool(is_hand_on(p)))),
        "pile": "".join(RANKS[rank] for rank in pile_ranks(p.pile)),
        "bars": "/".join(str(p.bars >> BAR_BITS * s & BAR) for s in seats) if p.bars else "",
        "deals": str(p.deals) if p.deals else "",
    }
    return " ".join(f"{name}={text}" for name, text in words.items() if text.strip("/"))


def _held(p: Cribbage, seat: int) -> int:
    return int(held_by(p, seat)) if is_hand_on(p) else 0


def _away(p: Cribbage, seat: int) -> int:
    on = is_hand_on(p) and has_thrown(p, seat)
    return int(thrown_by_each(p)) if on else 0


def _hidden_or(cards: int, wanted: int) -> str:
    return set_text(cards) if cards else "?" * wanted


class Reader:
    """Reads one line into a position, refusing what cannot be."""

    def __init__(self, line: str, players: int, skunks: bool) -> None:
        self.line, self.players, self.skunks = line, players, int(skunks)
        self.words = self._split()

    def _refuse(self, why: str, column: int | None = None) -> BadNotation:
        where = "" if column is None else f" at column {column}"
        return BadNotation(f"'{self.line}' is not a cribbage position: {why}{where}")

    def _split(self) -> dict[str, str]:
        words: dict[str, str] = {}
        column = 1
        for word in self.line.split(" "):
            name, equals, text = word.partition("=")
            if word:
                if name not in WORDS or not equals:
                    raise self._refuse(f"'{word}' is not one of {', '.join(WORDS)}", column)
                if name in words:
                    raise self._refuse(f"{name} appears twice", column)
                words[name] = text
            column += len(word) + 1
        for needed in ("phase", "scores"):
            if needed not in words:
                raise self._refuse(f"it lacks {needed}")
        return words

    def position(self) -> Cribbage:
        """The position of the line, checked."""
        if self.words["phase"] not in PHASES:
            raise self._refuse(f"phase '{self.words['phase']}' is not one of {', '.join(PHASES)}")
        dealer = self._seat("dealer")
        p = Cribbage(
            PHASES.index(self.words["phase"]),
            self.players,
            self.skunks,
            dealer,
            dealer if self.words["phase"] == "deal" else self._seat("seat"),
            self._starter(),
            self._pile(),
            self._bars(),
            self._cards("kitty", self.words.get("kitty", "")),
            self._deals(),
            *self._scores(),
            *self._sets("hands"),
            *self._sets("played"),
            *self._sets("thrown"),
        )
        self._check(p)
        return p

    def _seat(self, name: str) -> int:
        text = self.words.get(name, "0")
        if not text.isdecimal() or not int(text) < self.players:
            raise self._refuse(f"{name} '{text}' is not a seat from 0 to {self.players - 1}")
        return int(text)

    def _deals(self) -> int:
        text = self.words.get("deals", "0")
        if not text.isdecimal() or len(text) > 3:
            raise self._refuse(f"deals '{text}' is not a number of hands")
        return int(text)

    def _scores(self) -> tuple[int, int, int]:
        parts = self.words["scores"].split("-")
        if len(parts) != sides_of(self.players):
            raise self._refuse(f"it has {len(parts)} scores, not {sides_of(self.players)}")
        for text in parts:
            if not text.isdecimal() or len(text) > 3 or int(text) > TARGET:
                raise self._refuse(f"score '{text}' is not from 0 to {TARGET}")
        first, second, *third = map(int, parts)
        return first, second, third[0] if third else 0

    def _starter(self) -> int:
        cards = cards_of(self._cards("starter", self.words.get("starter", "")))
        if len(cards) > 1:
            raise self._refuse("it has more than one starter")
        return cards[0] if cards else NONE

    def _cards(self, name: str, text: str) -> int:
        if set(text) <= {"?"}:
            return 0
        try:
            return set_of(parse_cards(text))
        except BadNotation as error:
            raise self._refuse(f"in {name}, {error}") from None

    def _sets(self, name: str) -> list[int]:
        parts = self.words.get(name, "/" * (self.players - 1)).split("/")
        if len(parts) != self.players:
            raise self._refuse(f"{name} has {len(parts)} parts, not {self.players}")
        return [self._cards(name, part) for part in parts] + [0] * (4 - self.players)

    def _pile(self) -> int:
        text = self.words.get("pile", "")
        for rank in text:
            if rank not in RANKS:
                raise self._refuse(f"'{rank}' in the pile is not a rank of {RANKS}")
        pile = pile_of(map(RANKS.index, text)) if len(text) < 14 else 0
        if len(text) > 13 or pile_count(pile) > LIMIT:
            raise self._refuse(f"the pile {text} passes {LIMIT}")
        return pile

    def _bars(self) -> int:
        parts = self.words.get("bars", "0" + "/0" * (self.players - 1)).split("/")
        good = [text for text in parts if text.isdecimal() and len(text) < 3 and int(text) < BAR]
        if len(parts) != self.players or good != parts:
            raise self._refuse(f"bars are {self.players} numbers from 0 to {BAR - 1}")
        return sum(int(text) << BAR_BITS * seat for seat, text in enumerate(parts))

    def _check(self, p: Cribbage) -> None:
        self._check_cards(p)
        self._check_pile(p)
        won = [p[SCORE + side] == TARGET for side in range(3)]
        if sum(won) != (p.phase == DONE):
            raise self._refuse(f"a score of {TARGET} is reached exactly when it is done")
        if (p.starter == NONE) != (p.phase in (FIRST, THROW, CUT)) and p.phase not in (DEAL, DONE):
            raise self._refuse("there is a starter exactly when it has been cut")
        if p.phase == CUT and p.seat != (p.dealer + 1) % p.players:
            raise self._refuse("at the cut the seat left of the dealer is next")

    def _check_cards(self, p: Cribbage) -> None:
        sets = [p.kitty, 0 if p.starter == NONE else 1 << p.starter, *p[HAND:]]
        counts = Counter(card for cards in sets for card in cards_of(cards))
        for card, count in counts.items():
            if count > 1:
                raise self._refuse(f"the card {card_text(card)} appears twice")
        for seat in range(p.players):
            self._check_seat(p, seat)

    def _check_seat(self, p: Cribbage, seat: int) -> None:
        held, away, down = (len(cards_of(p[first + seat])) for first in (HAND, THROWN, PLAYED))
        if down > (KEPT if p.phase in (PLAY, DEAL, DONE) else 0):
            raise self._refuse(f"seat {seat} has played {down} cards")
        if is_hand_on(p):
            if held not in (0, _held(p, seat)):
                raise self._refuse(f"seat {seat} holds {held} cards, not {_held(p, seat)}")
            if away not in (0, _away(p, seat)):
                raise self._refuse(f"seat {seat} has thrown {away} cards, not {_away(p, seat)}")
        elif p.phase != DONE and held:
            raise self._refuse(f"seat {seat} holds cards before the deal")
        if p[HAND + seat] & FITTING[p.bars >> BAR_BITS * seat & BAR]:
            raise self._refuse(f"seat {seat} holds a card that its go has excluded")

    def _check_pile(self, p: Cribbage) -> None:
        down = p.played0 | p.played1 | p.played2 | p.played3
        have = Counter(card >> 2 for card in cards_of(down))
        if Counter(pile_ranks(p.pile)) - have:
            raise self._refuse("the pile holds cards that nobody has played")
        hand = p[HAND + p.seat]
        if p.phase == PLAY and hand and not hand & FITTING[LIMIT - pile_count(p.pile)]:
            raise self._refuse(f"seat {p.seat} has no card to play")


def parse_line(line: str, players: int, skunks: bool) -> Cribbage:
    """The position that `position_line` writes as `line`."""
    return Reader(line.strip(), players, skunks).position()


def checked_cards(text: str, count: int, what: str) -> list[int]:
    """Exactly `count` different cards."""
    cards = parse_cards(text)
    if len(cards) != count:
        raise BadValue(f"{what} '{text}' has {len(cards)} cards, not {count}")
    return cards
