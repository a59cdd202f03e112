"""Cribbage in a terminal: the board, the table and the last show, in rich's markup."""

from kibitz.core.cards import RANKS, card_markup
from kibitz.games.cribbage.table.knowledge import has_thrown, held_by, is_hand_on
from kibitz.games.cribbage.table.pile import pile_count, pile_ranks
from kibitz.games.cribbage.table.rules import (
    CUT,
    DEAL,
    DONE,
    FIRST,
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
    crib_of,
    thrown_by_each,
)
from kibitz.games.cribbage.table.score import score
from kibitz.games.cribbage.table.text import cards_of, sides_of

HOLES = 60  # in a street of the board; two streets and the game hole
COLOURS = ("cyan", "magenta", "yellow")
BACK = "[dim]▒▒[/dim]"


def board_rows(p: Cribbage) -> list[str]:
    """Each side's way to 121, two points a hole, skunk lines marked."""
    rows = []
    for side in range(sides_of(p.players)):
        points, colour = p[SCORE + side], COLOURS[side]
        holes = [
            "┊" if hole in (30, 45) and hole * 2 >= points else "━" if hole * 2 < points else "·"
            for hole in range(1, HOLES + 1)
        ]
        track = f"[{colour}]" + "".join(holes) + f"[/{colour}]"
        rows.append(f"  {_side_name(p, side):9} {track} [bold]{points:3}[/bold]/{TARGET}")
    return rows


def _side_name(p: Cribbage, side: int) -> str:
    return f"side {side + 1}" if p.players == 4 else f"player {side + 1}"


def cards_markup(cards: int, hidden: int = 0) -> str:
    """The cards of a set with their symbols, and backs for the hidden ones."""
    return " ".join([card_markup(card) for card in cards_of(cards)] + [BACK] * hidden)


def table_rows(p: Cribbage) -> list[str]:
    """Every seat's hand and what it has played."""
    rows = []
    for seat in range(p.players):
        name = f"player {seat + 1}" + (" (deals)" if seat == p.dealer else "")
        mark = "►" if p.phase in (THROW, PLAY) and seat == p.seat else " "
        hidden = 0 if p[HAND + seat] else int(held_by(p, seat))
        row = f"{mark} {name:17} {cards_markup(p[HAND + seat], hidden)}"
        if p[PLAYED + seat]:
            row += f"   played {cards_markup(p[PLAYED + seat])}"
        if has_thrown(p, seat):
            away = p[THROWN + seat]
            row += f"   threw {cards_markup(away, 0 if away else int(thrown_by_each(p)))}"
        rows.append(row)
    return rows


def pile_row(p: Cribbage) -> str:
    """The starter, the pile and its count."""
    starter = "-" if p.starter == NONE else card_markup(p.starter)
    pile = " ".join(RANKS[rank].replace("T", "10") for rank in pile_ranks(p.pile)) or "-"
    return f"  starter {starter}   pile {pile}   count [bold]{int(pile_count(p.pile))}[/bold]"


def show_rows(p: Cribbage) -> list[str]:
    """What the last hand counted, while its cards still lie there."""
    dealer = (p.dealer - 1) % p.players if p.phase == DEAL else p.dealer
    rows = [f"  the show, starter {card_markup(p.starter)}"]
    for step in range(1, p.players + 1):
        seat = (dealer + step) % p.players
        cards = p[PLAYED + seat] | p[HAND + seat]
        rows.append(_counted(f"player {seat + 1}", cards, p.starter, False))
    rows.append(_counted("crib", crib_of(p), p.starter, True))
    return rows


def _counted(name: str, cards: int, starter: int, crib: bool) -> str:
    counted = score(cards_of(cards), starter, crib)
    parts = ", ".join(f"{part} {points}" for part, points in counted._asdict().items() if points)
    return (
        f"    {name:9} {cards_markup(cards)}   [bold]{counted.total}[/bold] ({parts or 'nothing'})"
    )


def has_show(p: Cribbage) -> bool:
    cards = [p[PLAYED + seat] | p[HAND + seat] for seat in range(p.players)]
    return p.starter != NONE and all(len(cards_of(hand)) == KEPT for hand in cards)


def picture(p: Cribbage) -> str:
    """The position for people."""
    rows = board_rows(p)
    if is_hand_on(p):
        rows += ["", *table_rows(p)]
        if p.phase == PLAY:
            rows += ["", pile_row(p)]
    elif p.phase in (DEAL, DONE) and has_show(p):
        rows += ["", *show_rows(p)]
    if p.phase == CUT:
        rows += ["", "  the cut is next"]
    if p.phase == FIRST:
        rows += ["", "  cut for the deal"]
    return "\n".join(rows)
