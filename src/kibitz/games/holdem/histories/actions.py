"""The actions of a PHH hand, sorted into cards and moves; nothing is played yet.

`d dh p1 AhKh` deals a hand, `d db 2c7d9s` board cards, `p1 f`, `p1 cc` and `p1 cbr 40` are
moves, and `p1 sm AhKh` shows (or without cards mucks) a hand. After `#` comes a remark. The
same few texts come again in every hand, so each is read once.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from kibitz.core.cards import card_text
from kibitz.errors import BadRecord
from kibitz.games.holdem.histories.amounts import Amount, amount_of
from kibitz.games.holdem.table.position import BOARD, CALL, FOLD, SEATS, UNKNOWN

CARDS = {**{card_text(card): card for card in range(52)}, "??": UNKNOWN}
PLAYERS = {f"p{seat + 1}": seat for seat in range(SEATS)}
RAISE = CALL + 1  # to the next of `raises`
KEPT_TEXTS = 1 << 16
MOVES, RAISES, DEALS, BOARDS, SHOWS, NOTHING, BAD = range(7)  # kinds of actions
_MOVES = {"f": FOLD, "cc": CALL}
_SILENT = ("", "-")  # shown so: a mucked hand


class Act(NamedTuple):
    """What one action says, whoever sits at the table."""

    kind: int
    seat: int = 0
    what: Any = None  # the move, the amount, the cards, or why it is none


class Actions:
    """What the actions of a hand say."""

    def __init__(self, given: Any, players: int) -> None:
        if not isinstance(given, list) or not set(map(type, given)) <= {str}:
            raise BadRecord("the field 'actions' is missing or not a list of texts")
        self.given: list[str] = given
        self.holes: list[tuple[int, ...] | None] = [None] * players
        self.board: list[int] = []
        self.seats: list[int] = []
        self.moves: list[int] = []
        self.raises: list[Amount] = []
        self.numbers: list[int] = []  # of the moves among the actions, from 0
        seats, moves, numbers, holes = self.seats, self.moves, self.numbers, self.holes
        for number, (kind, seat, what) in enumerate(map(_act, given)):
            if seat >= players:
                raise self._misfit(number, f"'p{seat + 1}' is not a player")
            if kind == MOVES:
                seats.append(seat)
                moves.append(what)
                numbers.append(number)
            elif kind == DEALS:
                holes[seat] = what
            elif kind != NOTHING:
                self._take(number, kind, seat, what)

    def _take(self, number: int, kind: int, seat: int, what: Any) -> None:
        """Take raises, board cards and shown hands, where they fit what came before."""
        if kind == RAISES:
            self.seats.append(seat)
            self.moves.append(RAISE)
            self.numbers.append(number)
            self.raises.append(what)
            return
        if kind == BAD:
            raise self._misfit(number, what)
        if kind == SHOWS:
            self._show(number, seat, what)
            return
        self.board += what
        if len(self.board) > BOARD:
            raise self._misfit(number, f"a board has {BOARD} cards, not {len(self.board)}")

    def _show(self, number: int, seat: int, shown: tuple[int, ...]) -> None:
        """A hand that is shown; what was known of it before stays known."""
        before = self.holes[seat]
        if before is None or UNKNOWN in before or UNKNOWN in shown:
            self.holes[seat] = shown
        elif set(before) != set(shown):
            raise self._misfit(number, "other cards were dealt to that player")

    def _misfit(self, number: int, why: str) -> BadRecord:
        return BadRecord(f"{self._named(number)}: {why}")

    def _named(self, number: int) -> str:
        return f"action {number + 1}, '{self.given[number]}', does not fit"

    def named_move(self, at: int) -> str:
        """The action of a move that does not fit, as an error begins."""
        return self._named(self.numbers[at])


@lru_cache(maxsize=KEPT_TEXTS)
def _act(text: str) -> Act:
    """What the text of an action says."""
    words = text.partition("#")[0].split()
    count = len(words)
    if count == 4 and words[0] == "d" and words[1] == "dh":
        is_unseen = words[2] in PLAYERS and words[3] == "????"
        return Act(NOTHING) if is_unseen else _by(words[2], DEALS, _two, words[3])
    if count == 3 and words[0] == "d" and words[1] == "db":
        return _by("p1", BOARDS, cards_of, words[2])
    if count in (2, 3) and words[1] == "sm":
        return _shown(words)
    if count in (2, 3) and words[1] in ("f", "cc", "cbr"):
        return _move(words)
    return Act(BAD, 0, "it is not an action of hold'em") if count else Act(NOTHING)


def _by(player: str, kind: int, read: Callable[[str], Any], word: str) -> Act:
    """The action of a player, where it can be read."""
    seat = PLAYERS.get(player)
    if seat is None:
        return Act(BAD, 0, f"'{player}' is not a player")
    try:
        return Act(kind, seat, read(word))
    except BadRecord as error:
        return Act(BAD, seat, str(error))


def _shown(words: list[str]) -> Act:
    word = words[2] if words[2:] else ""
    is_seen = word != "????" and word not in _SILENT
    return _by(words[0], SHOWS, _two, word) if is_seen else _by(words[0], NOTHING, str, "")


def _move(words: list[str]) -> Act:
    player, what = words[0], words[1]
    if (what == "cbr") != (len(words) == 3):
        return _by(player, BAD, lambda _: "a raise needs an amount, and nothing else does", "")
    if what == "cbr":
        return _by(player, RAISES, _raise, words[2])
    return _by(player, MOVES, _MOVES.__getitem__, what)


def _raise(word: str) -> Amount:
    amount = amount_of(word)
    if amount <= 0:
        raise BadRecord("a raise is to more than nothing")
    return amount


def cards_of(text: str) -> list[int]:
    """The cards of a text without blanks; `??` is one that nobody saw."""
    try:
        found = [CARDS[text[i : i + 2]] for i in range(0, len(text), 2)]
    except KeyError as error:
        raise BadRecord(f"{error} is not a card") from None
    return found


def _two(text: str) -> tuple[int, ...]:
    cards = tuple(cards_of(text))
    if len(cards) != 2:
        raise BadRecord(f"'{text}' is not two cards")
    return cards
