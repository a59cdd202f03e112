"""What is said at a hold'em table, from what the listener saw before and after a move."""

from kibitz.core.cards import symbols_text
from kibitz.core.scene import Moment
from kibitz.core.speech import clause, sentences
from kibitz.games.holdem.table.position import (
    CALL,
    DEAL,
    ENDED,
    FOLD,
    Holdem,
    bet,
    is_in,
    paid,
)
from kibitz.games.holdem.table.spoken import (
    STREET_NAMES,
    board,
    holes,
    is_showdown,
    move_said,
    result,
    seat_for,
    showdown,
)


def news(moment: Moment, listener: int) -> str:
    """What `listener` hears of a move."""
    before, after = moment.before, moment.after
    if before.stage == DEAL:
        return sentences(_dealt(after, listener))
    return sentences([_acted(moment, listener), _street(before, after), *_end(after, listener)])


def _dealt(after: Holdem, listener: int) -> list[str]:
    blinds = f"the blinds are {after.small} and {after.big}"
    ante = f", the ante is {after.ante}" if after.ante else ""
    hand = symbols_text(holes(after, listener))
    place = seat_for(after, listener, None)
    button = after.seats - 1
    deals = clause(seat_for(after, button, listener), "deal")
    where = "" if listener == button else f"you are {place}"
    return [deals, where, blinds + ante, f"you hold {hand}"]


def seen_move(moment: Moment) -> int:
    """The move of a seat, which everybody sees in its chips."""
    before, after, seat = moment.before, moment.after, moment.seat
    if not is_in(after, seat):
        return FOLD
    to = int(bet(before, seat)) + int(paid(after, seat)) - int(paid(before, seat))
    return CALL + to if to > before.high else CALL


def _acted(moment: Moment, listener: int) -> str:
    if moment.seat == listener:
        return ""
    verb, _, rest = move_said(moment.before, seen_move(moment)).partition(" ")
    return clause(seat_for(moment.before, moment.seat, listener), verb, rest)


def _street(before: Holdem, after: Holdem) -> str:
    """The cards that came on the board."""
    came = board(after)[len(board(before)) :]
    if not came:
        return ""
    if after.stage == ENDED:
        return f"the board runs out {symbols_text(came)}"
    return f"the {STREET_NAMES[after.stage]} is {symbols_text(came)}"


def _end(after: Holdem, listener: int) -> list[str]:
    if after.stage != ENDED:
        return []
    shown = showdown(after, listener) if is_showdown(after) else []
    return [*shown, *result(after, listener)]
