"""Hold'em as people write it down: `deal:AhKh/????`, the betting, and the board as it came.

A record keeps the board behind the holes, `deal:AhKh/????/2c7d9s`; what is written for people
has it where it was turned over, `flop:2c7d9s turn:Td river:3h`. Cards that nobody showed are
`??`, and the rules go on without them.
"""

import re
from collections.abc import Sequence

from kibitz.core.cards import card_text, parse_card
from kibitz.core.game import CHANCE, Position, play, turn
from kibitz.core.stream import Stream
from kibitz.core.writing import Result, Seen, Unshown, Writing, parted
from kibitz.errors import BadRecord, IllegalMove, KibitzError
from kibitz.games.holdem.histories.hand import is_payable
from kibitz.games.holdem.table.position import (
    BOARD,
    ENDED,
    HOLE_BITS,
    NO_BOARD,
    NO_HOLES,
    SHOWN,
    UNKNOWN,
    Holdem,
    behind,
    board_card,
    hole,
    is_in,
    to_call,
    with_cards,
)
from kibitz.games.holdem.table.rules import can_raise, least_raise
from kibitz.games.holdem.table.spoken import is_showdown

DEALS = "deal:"
STREETS = ("flop:", "turn:", "river:")
_CARD = re.compile(r"\?\?|10[shdc]|[A23456789TJQK][shdc]")
_COMING = ((3, "flop:"), (4, "turn:"), (5, "river:"))


class HoldemWriting(Writing):
    """How hold'em is written down."""

    def event(self, before: Position, after: Position, move: int) -> str:
        holes = [_text([int(hole(after, s, i)) for i in range(2)]) for s in range(after.seats)]
        board = _text([int(board_card(after, i)) for i in range(BOARD)])
        return DEALS + "/".join([*holes, board])

    def after_event(self, p: Position, text: str) -> Position | None:
        if not text.startswith(DEALS):
            return None
        parts = [_cards(part) for part in text.removeprefix(DEALS).split("/")]
        if len(parts) not in (p.seats, p.seats + 1) or any(len(h) != 2 for h in parts[: p.seats]):
            raise IllegalMove(f"'{text}' does not deal two cards to each of {p.seats} seats")
        board = parts[p.seats] if len(parts) > p.seats else []
        if len(board) > BOARD:
            raise IllegalMove(f"'{text}' has {len(board)} cards on the board, more than {BOARD}")
        known = [card for part in parts for card in part if card != UNKNOWN]
        for card in known:
            if known.count(card) > 1:
                raise IllegalMove(f"the card {card_text(card)} appears twice in '{text}'")
        return with_cards(play(p, 0), *_packed(parts[: p.seats], board))

    def is_known(self, end: Position) -> bool:
        return end.stage != ENDED or bool(is_payable(end))

    def gathered(self, words: list[str]) -> list[str]:
        """The board goes to the deal."""
        board = "".join(word.partition(":")[2] for word in words if word.startswith(STREETS))
        moves = [word for word in words if not word.startswith(STREETS)]
        if not board or not moves or not moves[0].startswith(DEALS):
            return moves
        if len(moves[0].split("/")) > self.game.seats:
            raise BadRecord("the board is told twice, at the deal and where it came")
        return [f"{moves[0]}/{board}", *moves[1:]]

    def spread(self, texts: Sequence[str]) -> list[str]:
        """The board goes to where it came."""
        parts = texts[0].split("/") if texts and texts[0].startswith(DEALS) else []
        if len(parts) <= self.game.seats:
            return list(texts)
        board = [card for card in _CARD.findall(parts.pop()) if card != "??"]
        found, shown = ["/".join(parts)], 0
        p = self.after_event(self.game.start(), texts[0])
        for text in texts[1:]:
            found += _turned(board, shown, SHOWN[p.stage] if p else 0)
            shown = max(shown, SHOWN[p.stage] if p else 0)
            found.append(text)
            p = play(p, self.game.parse_move(p, parted(text)[0])) if p else None
        return found + _turned(board, shown, len(board))

    def seen(self, steps: Sequence[Seen], seat: int) -> list[str]:
        """The cards that showed in the end were seen, too."""
        found = [self.game.move_text(step.before, step.move) for step in steps]
        if steps and steps[0].seat == CHANCE:
            from kibitz.core.game import view

            last = steps[-1].after
            shown = _latest(steps, seat)
            seen = with_cards(steps[0].after, *_cards_of(view(last, seat)))
            board = _text([int(board_card(steps[0].after, i)) for i in range(shown)])
            found[0] = "/".join([*self.event(last, seen, 0).split("/")[:-1], board]).rstrip("/")
        return found

    def completed(
        self, start: Position, texts: Sequence[str], seat: int, luck: Stream, result: Result = None
    ) -> list[str]:
        return list(texts)

    def with_entry(self, texts: list[str], more: list[str]) -> list[str]:
        """The board goes to the deal."""
        if not texts or not more[0].startswith(STREETS):
            return [*texts, *more]
        parts = texts[0].split("/")
        board = "".join(parts[self.game.seats :]) + more[0].partition(":")[2]
        return ["/".join([*parts[: self.game.seats], board]), *texts[1:]]

    def wanted(self, texts: Sequence[str], p: Position, seat: int | None) -> str:
        if turn(p) == CHANCE:
            if seat is not None:
                return "your two cards"
            return "the two cards of each seat with / between them (???? for unseen)"
        lacking = _lacking(p)
        if lacking:
            return f"the {lacking[:-1]}, e.g. {'2c7d9s' if lacking == 'flop:' else 'Td'}"
        who = "your move" if p.seat == seat else f"{self.game.seat_name(p.seat)} to move"
        return f"{who}: {_choices(p)}"

    def entered(self, texts: Sequence[str], p: Position, seat: int | None, text: str) -> list[str]:
        word = text.strip().replace(" ", "")
        if turn(p) == CHANCE:
            if seat is None or ":" in word or "/" in word:
                return [word if word.startswith(DEALS) else DEALS + word]
            hands = [word if s == seat else "????" for s in range(p.seats)]
            return [DEALS + "/".join(hands)]
        lacking = _lacking(p)
        if lacking and not word.startswith(lacking):
            count = {"flop:": 3}.get(lacking, 1)
            if len(_cards(word)) != count:
                cards = "three cards" if count == 3 else "one card"
                raise IllegalMove(f"'{text}' is not the {lacking[:-1]}, {cards}")
            return [lacking + word]
        return [word]

    def unshown(self, steps: Sequence[Seen], texts: Sequence[str], seat: int) -> list[Unshown]:
        """The board that came after all were all in, and the cards of those who stayed in."""
        if not steps or not is_showdown(steps[-1].after) or not texts[0].startswith(DEALS):
            return []
        end, found = steps[-1].after, list[Unshown]()
        missing = sum(1 for i in range(BOARD) if board_card(end, i) == UNKNOWN)
        if missing:
            cards = "the last card" if missing == 1 else f"the last {missing} cards"
            asked = f"{cards} of the board, e.g. {'TdJh2c7d9s'[: 2 * missing]}"
            found.append(Unshown(end.seats, f"{asked} (? if they were not dealt)"))
        for s in range(end.seats):
            if s != seat and is_in(end, s) and UNKNOWN in [hole(end, s, i) for i in range(2)]:
                name = self.game.seat_name(s)
                found.append(Unshown(s, f"what {name} showed, e.g. KdQs (? if nothing)"))
        return found

    def with_shown(self, texts: list[str], place: int, text: str) -> list[str]:
        parts = texts[0].removeprefix(DEALS).split("/")
        word = text.replace(" ", "")
        cards = _cards(word)
        if place < self.game.seats:
            if len(cards) != 2:
                raise IllegalMove(f"'{text}' is not two cards")
            parts[place] = word
        else:
            board = "".join(parts[place:])
            if len(_cards(board)) + len(cards) != BOARD:
                raise IllegalMove(f"'{text}' does not make the board five cards")
            parts = [*parts[:place], board + word]
        return [DEALS + "/".join(parts), *texts[1:]]


def _choices(p: Holdem) -> str:
    """What the seat to act may do, with how it is typed."""
    calls = int(to_call(p, p.seat))
    told = [f"f to fold, c to call {min(calls, int(behind(p, p.seat)))}" if calls else "c to check"]
    if can_raise(p):
        word = "raise to" if p.high else "bet"
        told.append(f"r{int(least_raise(p))} to {word} {int(least_raise(p))}")
    return ", ".join(told)


def _lacking(p: Holdem) -> str:
    """The street whose cards are not told yet."""
    for count, street in _COMING:
        if SHOWN[p.stage] >= count and board_card(p, count - 1) == UNKNOWN:
            return street if p.stage != ENDED else ""
    return ""


def _turned(board: list[str], shown: int, upto: int) -> list[str]:
    """The words for the cards that came from `shown` on."""
    found = []
    for count, street in _COMING:
        first = 0 if count == 3 else count - 1
        if shown < count <= upto and len(board) >= count:
            found.append(street + "".join(board[first:count]))
    return found


def _latest(steps: Sequence[Seen], seat: int) -> int:
    """How many cards of the board a seat got to see."""
    end = steps[-1].after
    from kibitz.core.game import view

    known = view(end, seat)
    at_end = sum(1 for i in range(BOARD) if board_card(known, i) != UNKNOWN)
    return max([at_end, *(SHOWN[step.before.stage] for step in steps)])


def _cards_of(p: Holdem) -> tuple[int, int, int]:
    return p.holes_a, p.holes_b, p.board


def _cards(text: str) -> list[int]:
    found = _CARD.findall(text)
    if "".join(found) != text:
        raise IllegalMove(f"'{text}' is not a list of cards such as AhKd, ?? for one unseen")
    try:
        return [UNKNOWN if card == "??" else parse_card(card) for card in found]
    except KibitzError as error:
        raise IllegalMove(str(error)) from None


def _text(cards: list[int]) -> str:
    return "".join("??" if card == UNKNOWN else card_text(card) for card in cards)


def _packed(holes: list[list[int]], board: list[int]) -> tuple[int, int, int]:
    """The cards as a position holds them."""
    words, table = [NO_HOLES, NO_HOLES], NO_BOARD
    for seat, two in enumerate(holes):
        for i, card in enumerate(two):
            words[seat // 5] ^= (UNKNOWN ^ card) << HOLE_BITS * (seat % 5) + 6 * i
    for i, card in enumerate(board):
        table ^= (UNKNOWN ^ card) << 6 * i
    return words[0], words[1], table
