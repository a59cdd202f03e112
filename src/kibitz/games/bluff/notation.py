"""Bluff in text: cards by rank, and a position as eleven words.

`HANDS PILE CLAIM TURN KNOWN TOLD SHOWN CALLED CLAIMS TAKEN END`, each word a list
with one entry a seat:

- cards are ranks, `A23TK`, `-` for none, and `?17` for 17 hidden cards
- CLAIM is the rank required, `Q`; with a claim on the table `Q:2:QK`, hidden `Q:2:?`; `-` where
  any rank may be claimed
- TURN is the seat to play, `/` and the seat that may challenge, `@` and the turns gone
- KNOWN has a row for each seat joined by `/`: what it knows each seat to have; `?` hidden
- TOLD and SHOWN count claims, `1.0.0.0` by size and `2.1.0.0.0` truths and lies by false cards
- CALLED counts answers to claims: `1.2.0` wrong challenges, right ones, doubtful claims believed
- CLAIMS is what each seat claimed to have put on the pile, cards by rank
- TAKEN is what each seat is said to have taken with piles, cards by rank
- END is `-`, the winner's seat, or `fewest` when the turns ran out

Before the deal it is the word `deal`.
"""

from kibitz.errors import BadNotation
from kibitz.games.bluff.layout import (
    BITS,
    BYTE,
    CALLED,
    CLAIMS,
    COPIES,
    FEWEST,
    HAND,
    HIDDEN,
    KNOWN,
    NOBODY,
    OWN,
    PILED,
    RANKS,
    SEATS,
    SHOWN,
    SIZE,
    STOOD,
    TAKEN,
    TOLD,
    WINNER,
    Bluff,
)
from kibitz.games.bluff.rules import MOST_CLAIMED

LETTERS = "A23456789TJQK"
NONE, WORDS = "-", 11


def counts(cards: int) -> list[int]:
    """How many of each rank."""
    return [cards >> BITS * rank & 15 for rank in range(RANKS)]


def cards_text(cards: int) -> str:
    """Cards by rank.

    >>> cards_text(parse_cards("KAA2"))
    'AA2K'
    """
    return "".join(LETTERS[rank] * count for rank, count in enumerate(counts(cards))) or NONE


def parse_cards(text: str, copies: int = COPIES) -> int:
    """The cards that `text` names, at most so many of a rank."""
    cards = 0
    for letter in "" if text == NONE else text.upper():
        if letter not in LETTERS:
            raise BadNotation(f"'{letter}' of '{text}' is not a rank; write {LETTERS}")
        rank = LETTERS.index(letter)
        if counts(cards)[rank] == copies:
            raise BadNotation(f"'{text}' has more than {copies} of rank {letter}")
        cards += 1 << BITS * rank
    return cards


def position_text(p: Bluff) -> str:
    """A position as one line."""
    seats = range(p.players)
    if not any(p[SIZE + seat] for seat in seats):
        return "deal"
    words = [
        ",".join(_held_text(p[HAND + seat], p[SIZE + seat]) for seat in seats),
        ",".join(_held_text(p[OWN + seat], p[PILED + seat]) for seat in seats),
        _claim_text(p),
        f"{p.actor}@{p.turns}" if p.asked == NOBODY else f"{p.actor}/{p.asked}@{p.turns}",
        "/".join(_known_text(p, seat) for seat in seats),
        ",".join(_bytes_text(p[TOLD + seat], COPIES) for seat in seats),
        ",".join(_bytes_text(p[SHOWN + seat], COPIES + 1) for seat in seats),
        ",".join(_bytes_text(p[CALLED + seat], STOOD + 1) for seat in seats),
        ",".join(cards_text(int(p[CLAIMS + seat])) for seat in seats),
        ",".join(cards_text(int(p[TAKEN + seat])) for seat in seats),
        {NOBODY: NONE, FEWEST: "fewest"}.get(int(p.winner), str(p.winner)),
    ]
    return " ".join(words)


def _held_text(cards: int, size: int) -> str:
    return f"?{size}" if cards == HIDDEN else cards_text(int(cards))


def _claim_text(p: Bluff) -> str:
    rank = LETTERS[p.rank]
    if p.asked == NOBODY:
        return NONE if p.packs else rank
    return f"{rank}:{p.claimed}:{'?' if p.played == HIDDEN else cards_text(int(p.played))}"


def _known_text(p: Bluff, viewer: int) -> str:
    row = [int(p[KNOWN + SEATS * viewer + holder]) for holder in range(p.players)]
    return "?" if HIDDEN in row else ",".join(map(cards_text, row))


def _bytes_text(packed: int, count: int) -> str:
    return ".".join(str(packed >> BYTE * i & 255) for i in range(count))


class PositionReader:
    """Reads the words of a position for a number of players; `packs` as in positions."""

    def __init__(self, players: int, packs: int) -> None:
        self.players, self.packs = players, packs
        self.copies = COPIES * max(packs, 1)
        self.cards = RANKS * self.copies

    def read(self, text: str, start: Bluff) -> Bluff:
        """The position, with what does not fit together refused."""
        words = text.split()
        if words == ["deal"]:
            return start
        if len(words) != WORDS:
            raise BadNotation(f"it has {len(words)} words, not {WORDS}")
        a = list(start)
        self._read_held(a, words[0], HAND, SIZE)
        self._read_held(a, words[1], OWN, PILED)
        self._read_turn(a, words[3])
        self._read_claim(a, words[2])
        self._read_known(a, words[4])
        self._read_bytes(a, words[5], TOLD, COPIES)
        self._read_bytes(a, words[6], SHOWN, COPIES + 1)
        self._read_bytes(a, words[7], CALLED, STOOD + 1)
        self._read_claims(a, words[8])
        for seat, part in enumerate(self._listed(words[9])):
            a[TAKEN + seat] = parse_cards(part, MOST_CLAIMED)
        a[WINNER] = self._winner(words[10])
        p = Bluff(*a)
        self._check(p)
        return p

    def _listed(self, text: str, by: str = ",") -> list[str]:
        parts = text.split(by)
        if len(parts) != self.players:
            raise BadNotation(f"'{text}' has {len(parts)} entries, not {self.players}")
        return parts

    def _read_held(self, a: list[int], text: str, cards_slot: int, size_slot: int) -> None:
        for seat, part in enumerate(self._listed(text)):
            if part.startswith("?"):
                a[cards_slot + seat], a[size_slot + seat] = HIDDEN, _number(part[1:], self.cards)
            else:
                cards = parse_cards(part, self.copies)
                a[cards_slot + seat], a[size_slot + seat] = cards, sum(counts(cards))

    def _read_turn(self, a: list[int], text: str) -> None:
        seats, _, turns = text.partition("@")
        actor, slash, asked = seats.partition("/")
        p = Bluff(*a)._replace(
            actor=_number(actor, self.players - 1),
            asked=_number(asked, self.players - 1) if slash else NOBODY,
            turns=_number(turns, 10_000),
        )
        if p.actor == p.asked:
            raise BadNotation(f"'{text}' asks the seat that made the claim")
        a[:] = p

    def _read_claim(self, a: list[int], text: str) -> None:
        rank, *claim = text.split(":")
        p = Bluff(*a)
        if self.packs and text == NONE:
            rank = LETTERS[0]
        elif len(rank) != 1 or rank not in LETTERS or (len(claim) != 2 and (claim or self.packs)):
            raise BadNotation(
                f"'{text}' is not a claim; write {'-' if self.packs else 'Q'} or Q:2:QK"
            )
        if bool(claim) != (p.asked != NOBODY):
            raise BadNotation(f"'{text}' and the turn do not agree whether there is a claim")
        p = p._replace(rank=LETTERS.index(rank))
        if claim:
            played = HIDDEN if claim[1] == "?" else parse_cards(claim[1], self.copies)
            most = 1 if self.packs else COPIES
            p = p._replace(claimed=_number(claim[0], most), played=played)
            if p.claimed == 0 or (played != HIDDEN and sum(counts(played)) != p.claimed):
                raise BadNotation(f"'{text}' does not claim as many cards as were played")
        a[:] = p

    def _read_known(self, a: list[int], text: str) -> None:
        for viewer, row in enumerate(self._listed(text, "/")):
            slots = range(KNOWN + SEATS * viewer, KNOWN + SEATS * viewer + SEATS)
            if row == "?":
                for slot in slots:
                    a[slot] = HIDDEN
                continue
            for slot, part in zip(slots, self._listed(row), strict=False):
                a[slot] = parse_cards(part, self.copies)

    def _read_claims(self, a: list[int], text: str) -> None:
        for seat, part in enumerate(self._listed(text)):
            a[CLAIMS + seat] = parse_cards(part, MOST_CLAIMED)
            claimed = sum(counts(a[CLAIMS + seat]))
            if claimed > a[PILED + seat]:
                raise BadNotation(f"seat {seat} claims '{part}' with {a[PILED + seat]} cards piled")

    def _read_bytes(self, a: list[int], text: str, slot: int, count: int) -> None:
        for seat, part in enumerate(self._listed(text)):
            numbers = part.split(".")
            if len(numbers) != count:
                raise BadNotation(f"'{part}' is not {count} counts")
            packed = sum(_number(n, 255) << BYTE * i for i, n in enumerate(numbers))
            a[slot + seat] = packed

    def _winner(self, text: str) -> int:
        if text in (NONE, "fewest"):
            return NOBODY if text == NONE else FEWEST
        return _number(text, self.players - 1)

    def _check(self, p: Bluff) -> None:
        """Refuse cards that are not one pack."""
        seats = range(self.players)
        total = sum(p[SIZE + seat] + p[PILED + seat] for seat in seats)
        if total != self.cards:
            raise BadNotation(f"it has {total} cards, not {self.cards}")
        seen = [p[slot + seat] for slot in (HAND, OWN) for seat in seats]
        for rank in range(RANKS):
            if sum(counts(cards)[rank] for cards in seen if cards != HIDDEN) > self.copies:
                raise BadNotation(f"it has more than {self.copies} of rank {LETTERS[rank]}")
        for viewer in seats:
            self._check_known(p, viewer)
        if p.asked != NOBODY:
            self._check_played(p)

    def _check_known(self, p: Bluff, viewer: int) -> None:
        row = [p[KNOWN + SEATS * viewer + holder] for holder in range(self.players)]
        if HIDDEN in row:
            return
        for holder, known in enumerate(row):
            hand = p[HAND + holder]
            more = hand != HIDDEN and any(
                k > h for k, h in zip(counts(known), counts(hand), strict=True)
            )
            if more or sum(counts(known)) > p[SIZE + holder]:
                raise BadNotation(
                    f"seat {viewer} knows cards of seat {holder} that it does not hold"
                )
        own = [p[slot + viewer] for slot in (HAND, OWN)]
        for rank in range(RANKS):
            cards = [*(c for c in own if c != HIDDEN), *row]
            if sum(counts(c)[rank] for c in cards) > self.copies:
                many = f"more than {self.copies} of rank {LETTERS[rank]}"
                raise BadNotation(f"seat {viewer} knows {many}")

    def _check_played(self, p: Bluff) -> None:
        own = p[OWN + p.actor]
        is_short = (
            p.played != HIDDEN
            and own != HIDDEN
            and any(n > h for n, h in zip(counts(p.played), counts(own), strict=True))
        )
        if is_short or p.claimed > p[PILED + p.actor]:
            raise BadNotation(f"the claim of seat {p.actor} is not on the pile")


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= most):
        raise BadNotation(f"'{text}' is not a number from 0 to {most}")
    return int(text)
