"""What the seats and sides of a cribbage table are called, to one who sits there or to none."""

from kibitz.core.speech import YOU, possessive
from kibitz.games.cribbage.table.rules import DEAL, NONE, Cribbage

ROLES = ("first", "second", "third")  # of the sides


def seat_for(seat: int, listener: int | None) -> str:
    """A seat: `you` to itself, else `player 2`."""
    return YOU if seat == listener else f"player {seat + 1}"


def side_for(p: Cribbage, side: int, listener: int | None) -> str:
    """A side: its only seat, or where four play, whose side it is."""
    if p.players < 4:
        return seat_for(side, listener)
    if listener is None:
        return f"side {side + 1}"
    return "your side" if listener % 2 == side else "their side"


def crib_for(p: Cribbage, listener: int | None) -> str:
    """Whose crib it is: `your crib`, `player 2's crib`."""
    return f"{possessive(seat_for(hand_dealer(p), listener))} crib"


def hand_dealer(p: Cribbage) -> int:
    """Who dealt the cards on the table; between two hands the next dealer is already named."""
    return (p.dealer - 1) % p.players if p.phase == DEAL and p.starter != NONE else p.dealer
