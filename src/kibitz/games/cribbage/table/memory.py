"""What the moments that a seat saw add to its view: the suits on the pile, and the back pegs."""

from kibitz.core.cards import rank_of
from kibitz.core.scene import Moment, Trail
from kibitz.games.cribbage.table.pile import pile_ranks
from kibitz.games.cribbage.table.rules import (
    CUT,
    FIRST,
    PLAY,
    PLAYED,
    SCORE,
    THROW,
    THROWN,
    Cribbage,
)
from kibitz.games.cribbage.table.text import cards_of


def card_played(moment: Moment) -> int | None:
    """The card that a play laid down."""
    before, after = moment.before, moment.after
    if before.phase != PLAY:
        return None
    laid = after[PLAYED + moment.seat] & ~before[PLAYED + moment.seat]
    return cards_of(laid)[0] if laid else None


def seen_move(moment: Moment) -> int | None:
    """The move of a moment as far as it was seen: not a deal, and no throw of another."""
    before, after = moment.before, moment.after
    if before.phase == FIRST:
        return int(after.dealer)
    if before.phase == CUT:
        return int(after.starter)
    if before.phase == THROW:
        return int(after[THROWN + moment.seat]) or None
    return card_played(moment)


def pile_cards(p: Cribbage, trail: Trail) -> list[tuple[int, int | None]]:
    """The rank and card of each on the pile, oldest first; None where the suit is forgotten.

    Without the trail a card is still known if it is the only one of its rank that was played.
    """
    ranks = pile_ranks(p.pile)
    seen = _last_played(trail, len(ranks))
    down = [card for seat in range(p.players) for card in cards_of(p[PLAYED + seat])]
    if [rank_of(card) for card in seen] == ranks and set(seen) <= set(down):
        return list(zip(ranks, seen, strict=True))
    return [(rank, _only(rank, down)) for rank in ranks]


def _last_played(trail: Trail, count: int) -> list[int]:
    found: list[int] = []
    for moment in reversed(trail):
        if len(found) == count or moment.before.phase != PLAY:
            break
        card = card_played(moment)
        if card is not None:
            found.append(card)
    return found[::-1]


def _only(rank: int, down: list[int]) -> int | None:
    same = [card for card in down if rank_of(card) == rank]
    return same[0] if len(same) == 1 else None


def earlier_cards(p: Cribbage, seat: int, trail: Trail) -> list[int]:
    """What a seat played before the pile began, as far as that is known."""
    pile = pile_cards(p, trail)
    on_pile = {card for _, card in pile}
    unsure = {rank for rank, card in pile if card is None}
    played = cards_of(p[PLAYED + seat])
    return [card for card in played if card not in on_pile and rank_of(card) not in unsure]


def back_peg(p: Cribbage, side: int, trail: Trail) -> int:
    """Where a side stood before it last scored; 0 where that was not seen."""
    for moment in reversed(trail):
        if moment.after[SCORE + side] != moment.before[SCORE + side]:
            return int(moment.before[SCORE + side])
    return 0
