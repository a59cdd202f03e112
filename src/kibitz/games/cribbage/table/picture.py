"""Cribbage in characters: the board, the table and the last show."""

from kibitz.core.cards import RANKS, card_ink
from kibitz.core.ink import Ink, Written, ink, joined, lines
from kibitz.games.cribbage.table.counting import CountedHand, has_show, is_played_out, the_show
from kibitz.games.cribbage.table.knowledge import has_thrown, held_by, is_hand_on
from kibitz.games.cribbage.table.names import ROLES, seat_for, side_for
from kibitz.games.cribbage.table.pile import pile_count, pile_ranks
from kibitz.games.cribbage.table.rules import (
    CUT,
    DEAL,
    FIRST,
    HAND,
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
from kibitz.games.cribbage.table.text import cards_of, sides_of

HOLES = 60  # in a street of the board; two streets and the game hole
BACK = ink("▒▒", "back")


def board_rows(p: Cribbage) -> list[Ink]:
    """Each side's way to 121, two points per hole, skunk lines marked."""
    rows = []
    for side in range(sides_of(p.players)):
        points = p[SCORE + side]
        holes = [
            "┊" if hole in (30, 45) and hole * 2 >= points else "━" if hole * 2 < points else "·"
            for hole in range(1, HOLES + 1)
        ]
        name, track = side_for(p, side, None), ink("".join(holes), ROLES[side])
        rows.append(f"  {name:9} " + track + ink(f" {points:3}", "strong") + f"/{TARGET}")
    return rows


def cards_ink(cards: int, hidden: int = 0) -> Ink:
    """The cards of a set with their symbols, and backs for the hidden ones."""
    return joined(" ", [card_ink(card) for card in cards_of(cards)] + [BACK] * hidden)


def table_rows(p: Cribbage, viewer: int | None) -> list[Ink]:
    """Every seat's hand and what it has played."""
    rows = []
    for seat in range(p.players):
        roles = [
            word for word, fits in (("you", seat == viewer), ("deals", seat == p.dealer)) if fits
        ]
        name = seat_for(seat, None) + (f" ({', '.join(roles)})" if roles else "")
        mark = "►" if p.phase in (THROW, PLAY) and seat == p.seat else " "
        hidden = 0 if p[HAND + seat] else int(held_by(p, seat))
        row = f"{mark} {name:22} " + cards_ink(p[HAND + seat], hidden)
        if p[PLAYED + seat]:
            row += "   played " + cards_ink(p[PLAYED + seat])
        if has_thrown(p, seat):
            away = p[THROWN + seat]
            row += "   threw " + cards_ink(away, 0 if away else int(thrown_by_each(p)))
        rows.append(row)
    return rows


def pile_row(p: Cribbage) -> Ink:
    """The starter, the pile and its count."""
    starter = ink("-") if p.starter == NONE else card_ink(p.starter)
    pile = " ".join(RANKS[rank].replace("T", "10") for rank in pile_ranks(p.pile)) or "-"
    count = ink(str(int(pile_count(p.pile))), "strong")
    return "  starter " + starter + f"   pile {pile}   count " + count


def show_rows(p: Cribbage) -> list[Ink]:
    """What the last hand counted, while its cards still lie there."""
    title = "the show" if is_played_out(p) else "the hands, which were not counted"
    return [f"  {title}, starter " + card_ink(p.starter), *map(_counted, the_show(p))]


def _counted(hand: CountedHand) -> Ink:
    name = "crib" if hand.is_crib else seat_for(hand.seat, None)
    cards = joined(" ", map(card_ink, hand.cards))
    return (
        f"    {name:9} " + cards + "   " + ink(str(hand.score.total), "strong") + f" ({hand.words})"
    )


def picture(p: Cribbage, seat: int | None) -> Ink:
    """The position for people."""
    rows: list[Written] = [*board_rows(p)]
    if is_hand_on(p):
        rows += ["", *table_rows(p, seat)]
        if p.phase == PLAY:
            rows += ["", pile_row(p)]
    elif has_show(p):
        rows += ["", *show_rows(p)]
    if p.phase == CUT:
        rows += ["", "  the cut is next"]
    if p.phase == FIRST:
        rows += ["", "  cut for the deal"]
    if p.phase == DEAL:
        rows += ["", f"  {seat_for(p.dealer, None)} deals next"]
    return lines(rows)
