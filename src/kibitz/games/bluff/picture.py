"""A table of bluff in characters."""

from kibitz.core.game import CHANCE, turn
from kibitz.core.ink import Ink, Written, ink, lines
from kibitz.games.bluff.layout import HAND, HIDDEN, NOBODY, SIZE, Bluff
from kibitz.games.bluff.spoken import (
    claim_said,
    count_said,
    known_of,
    letters_said,
    pile_size,
    result,
    seat_for,
)


def picture(p: Bluff, seat: int | None) -> Ink:
    """Every seat's cards as far as `seat` sees them, the pile, and the claim on it."""
    if turn(p) == CHANCE:
        return ink("  the cards are not dealt yet")
    rows: list[Written] = [_seat_row(p, other, seat) for other in range(p.players)]
    rows.append(f"  pile: {count_said(pile_size(p))}")
    role = "strong" if p.asked == NOBODY else "warning"
    rows.append("  " + ink(result(p, None) or claim_said(p, None), role))
    return lines(rows)


def _seat_row(p: Bluff, other: int, seat: int | None) -> Ink:
    mark = ink(">" if turn(p) == other else " ", "strong")
    name = seat_for(other, None) + (" (you)" if other == seat else "")
    is_hidden = p[HAND + other] == HIDDEN or seat not in (None, other)
    cards = count_said(int(p[SIZE + other])) if is_hidden else letters_said(int(p[HAND + other]))
    row = mark + f" {name:15} {cards}"
    known = known_of(p, seat, other) if seat is not None and seat != other else 0
    return row + ink(f"   surely {letters_said(known)}", "quiet") if known else row
