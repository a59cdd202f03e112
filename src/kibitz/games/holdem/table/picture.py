"""A hold'em table in characters."""

from kibitz.core.cards import card_ink
from kibitz.core.game import turn
from kibitz.core.ink import Ink, Written, ink, joined, lines
from kibitz.games.holdem.table.position import (
    DEAL,
    ENDED,
    UNKNOWN,
    Holdem,
    behind,
    bet,
    hole,
    is_in,
    pot,
    to_call,
)
from kibitz.games.holdem.table.spoken import (
    STREET_NAMES,
    board,
    result,
    seat_name,
    shown_hand,
)


def picture(p: Holdem, seat: int | None) -> Ink:
    """The board, every seat with its cards and chips, and how it ended."""
    if p.stage == DEAL:
        return ink("  the cards are not dealt yet")
    cards = joined(" ", map(card_ink, board(p)))
    rows: list[Written] = [f"  {STREET_NAMES[p.stage]}   pot {pot(p)}   " + cards]
    rows += [_seat_row(p, s, s == seat) for s in range(p.seats)]
    if p.stage == ENDED:
        rows += ["  " + ink(words, "strong") for words in result(p, None)]
    else:
        rows.append(f"  to call {to_call(p, p.seat)}")
    return lines(rows)


def _seat_row(p: Holdem, seat: int, is_viewer: bool) -> Ink:
    mark = ">" if turn(p) == seat else " "
    name = seat_name(p.seats, seat) + (" (you)" if is_viewer else "")
    cards = joined(" ", (_card(int(hole(p, seat, i))) for i in range(2)))
    row = f"{mark} {name:18} " + cards + f"   {behind(p, seat)} behind, {bet(p, seat)} bet"
    if not is_in(p, seat):
        return row + ink("  folded", "quiet")
    hand = shown_hand(p, seat)
    return row + (f"  {hand}" if hand else "")


def _card(card: int) -> Ink:
    return ink("▒▒", "back") if card == UNKNOWN else card_ink(card)
