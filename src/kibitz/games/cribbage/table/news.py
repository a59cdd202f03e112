"""What is said at the table as a game goes on: who deals, the cut, cards and points, the show.

A throw is told without its cards.
"""

from kibitz.core.cards import card_markup
from kibitz.core.game import play
from kibitz.games.cribbage.table.picture import has_show, show_rows
from kibitz.games.cribbage.table.pile import peg, pile_count, pile_ranks
from kibitz.games.cribbage.table.rules import CUT, DEAL, DONE, FIRST, HEELS, THROW, Cribbage
from kibitz.games.cribbage.table.score import JACK


def news(p: Cribbage, seat: int, move: int, listener: int) -> str:
    """What `listener` hears when `move` is made in `p` by a seat or by chance."""
    if p.phase == FIRST:
        return f"[dim]{_name(move)} cuts low and deals first[/dim]"
    if p.phase == DEAL:
        shown = "\n".join(show_rows(p)) + "\n" if has_show(p) else ""
        return f"{shown}[dim]{_name(p.dealer)} deals[/dim]"
    if p.phase == THROW:
        return "" if seat == listener else f"[dim]{_name(seat)} throws to the crib[/dim]"
    if p.phase == CUT:
        heels = f", his heels: {HEELS} for {_name(p.dealer)}" if move >> 2 == JACK else ""
        return f"[dim]the starter is[/dim] {card_markup(move)}[dim]{heels}[/dim]"
    return _played(p, seat, move)


def _name(seat: int) -> str:
    return f"player {seat + 1}"


def _played(p: Cribbage, seat: int, card: int) -> str:
    """The card, the count it makes, and what it pegs."""
    counted = peg([*pile_ranks(p.pile), card >> 2])
    after = play(p, card)
    count = int(pile_count(p.pile << 4 | (card >> 2) + 1))
    text = f"[dim]{_name(seat)} plays[/dim] {card_markup(card)} [dim]for {count}[/dim]"
    points = [
        f"{name.replace('_', ' ')} {value}" for name, value in counted._asdict().items() if value
    ]
    if after.phase not in (DEAL, DONE) and not after.pile and count != 31:
        points.append("go 1")
    elif after.phase == DEAL and count != 31:
        points.append("last card 1")
    elif after.phase not in (DEAL, DONE) and after.seat == seat and after.pile:
        points.append("the others say go")
    return f"{text}: {', '.join(points)}" if points else text
