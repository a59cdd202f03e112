"""The actions of a PHH hand, sorted into cards and moves; nothing is played yet.

`d dh p1 AhKh` deals a hand, `d db 2c7d9s` board cards, `p1 f`, `p1 cc` and `p1 cbr 40` are
moves, and `p1 sm AhKh` shows (or without cards mucks) a hand. After `#` comes a remark.
"""

from functools import lru_cache
from typing import Any

from kibitz.core.cards import card_text
from kibitz.errors import BadRecord
from kibitz.games.holdem.histories.amounts import Amount, amount_of
from kibitz.games.holdem.table.position import BOARD, CALL, FOLD, SEATS, UNKNOWN

CARDS = {**{card_text(card): card for card in range(52)}, "??": UNKNOWN}
PLAYERS = {f"p{seat + 1}": seat for seat in range(SEATS)}
RAISE = CALL + 1  # to the next of `raises`
_SILENT = ("", "-")  # shown so: a mucked hand
_UNSEEN = frozenset(f"d dh {player} ????" for player in PLAYERS)
_PLAIN = {
    f"{player} {what}": (seat, move)
    for player, seat in PLAYERS.items()
    for what, move in (("f", FOLD), ("cc", CALL))
}


class Actions:
    """What the actions of a hand say."""

    def __init__(self, given: Any, players: int) -> None:
        if not isinstance(given, list) or not set(map(type, given)) <= {str}:
            raise BadRecord("the field 'actions' is missing or not a list of texts")
        self.players = players
        self.holes: list[tuple[int, ...] | None] = [None] * players
        self.board: list[int] = []
        self.seats: list[int] = []
        self.moves: list[int] = []
        self.raises: list[Amount] = []
        self.numbers: list[int] = []  # of the moves among the actions, from 1
        self.texts: list[str] = []
        seats, moves, numbers, texts = self.seats, self.moves, self.numbers, self.texts
        for number, text in enumerate(given, 1):
            plain = _PLAIN.get(text)
            if plain is not None and plain[0] < players:
                seats.append(plain[0])
                moves.append(plain[1])
                numbers.append(number)
                texts.append(text)
            elif (dealt := _dealt(text)) is not None and dealt[0] < players:
                self.holes[dealt[0]] = dealt[1]
            elif text not in _UNSEEN:
                self._try(number, text)

    def _try(self, number: int, text: str) -> None:
        try:
            self._read(number, text)
        except BadRecord as error:
            raise BadRecord(f"action {number}, '{text}', does not fit: {error}") from None

    def _read(self, number: int, text: str) -> None:
        words = text.partition("#")[0].split() if "#" in text else text.split()
        count = len(words)
        if count == 4 and words[0] == "d" and words[1] == "dh":
            self.holes[self._seat(words[2])] = _two(words[3])
        elif count == 3 and words[0] == "d" and words[1] == "db":
            self._board(words[2])
        elif count in (2, 3) and words[1] == "sm":
            self._show(self._seat(words[0]), words[2] if count == 3 else "")
        elif count in (2, 3) and words[1] in ("f", "cc", "cbr"):
            self._move(number, words, text)
        elif count:
            raise BadRecord("it is not an action of hold'em")

    def _seat(self, word: str) -> int:
        seat = PLAYERS.get(word, self.players)
        if seat >= self.players:
            raise BadRecord(f"'{word}' is not a player")
        return seat

    def _board(self, text: str) -> None:
        self.board += cards_of(text)
        if len(self.board) > BOARD:
            raise BadRecord(f"a board has {BOARD} cards, not {len(self.board)}")

    def _show(self, seat: int, text: str) -> None:
        """A hand that is shown; what was known of it before stays known."""
        shown = None if text in _SILENT else _two(text)
        if shown is not None:
            before = self.holes[seat]
            if before is not None and UNKNOWN not in before and UNKNOWN not in shown:
                if set(before) != set(shown):
                    raise BadRecord("other cards were dealt to that player")
                return
            self.holes[seat] = shown

    def _move(self, number: int, words: list[str], text: str) -> None:
        seat, what = self._seat(words[0]), words[1]
        if (what == "cbr") != (len(words) == 3):
            raise BadRecord("a raise needs an amount, and nothing else does")
        if what == "cbr":
            amount = amount_of(words[2])
            if amount <= 0:
                raise BadRecord("a raise is to more than nothing")
            self.raises.append(amount)
        self.seats.append(seat)
        self.moves.append(FOLD if what == "f" else CALL if what == "cc" else RAISE)
        self.numbers.append(number)
        self.texts.append(text)


def cards_of(text: str) -> list[int]:
    """The cards of a text without blanks; `??` is one that nobody saw."""
    try:
        found = [CARDS[text[i : i + 2]] for i in range(0, len(text), 2)]
    except KeyError as error:
        raise BadRecord(f"{error} is not a card") from None
    return found


@lru_cache(maxsize=1 << 15)
def _dealt(text: str) -> tuple[int, tuple[int, ...]] | None:
    """The seat and the cards of a deal, where it is written simply and both cards are known."""
    if text[:5] != "d dh " or text[7:8] != " " or len(text) != 12 or text[5:7] not in PLAYERS:
        return None
    a, b = CARDS.get(text[8:10], UNKNOWN), CARDS.get(text[10:], UNKNOWN)
    return None if UNKNOWN in (a, b) else (PLAYERS[text[5:7]], (a, b))


def _two(text: str) -> tuple[int, ...] | None:
    if text == "????":
        return None
    cards = tuple(cards_of(text))
    if len(cards) != 2:
        raise BadRecord(f"'{text}' is not two cards")
    return cards
