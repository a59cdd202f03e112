"""What is said at the table as a game goes on: who deals, the cut, cards and points, the show.

It is made from what the listener saw before and after; a throw is told without its cards.
"""

from kibitz.core.cards import card_symbol, rank_of, symbols_text
from kibitz.core.scene import Moment
from kibitz.core.speech import YOU, clause, listed, sentences
from kibitz.games.cribbage.table.counting import counted_until_won, has_show, is_played_out
from kibitz.games.cribbage.table.knowledge import bar_of, held_by
from kibitz.games.cribbage.table.memory import card_played
from kibitz.games.cribbage.table.names import crib_for, seat_for, side_for
from kibitz.games.cribbage.table.pile import LIMIT, peg, pile_count, pile_ranks
from kibitz.games.cribbage.table.rules import (
    CUT,
    DEAL,
    DONE,
    FIRST,
    HAND,
    HEELS,
    PLAYED,
    SCORE,
    TARGET,
    THROW,
    Cribbage,
    side_of,
    thrown_by_each,
)
from kibitz.games.cribbage.table.score import JACK
from kibitz.games.cribbage.table.text import cards_of, sides_of


def news(moment: Moment, listener: int) -> str:
    """What `listener` hears of a move."""
    before, after = moment.before, moment.after
    if before.phase == FIRST:
        who = seat_for(after.dealer, listener)
        return sentences([clause(who, "cut", f"low and {'deal' if who == YOU else 'deals'} first")])
    if before.phase == DEAL:
        hand = symbols_text(cards_of(after[HAND + listener]))
        return sentences([clause(seat_for(after.dealer, listener), "deal"), f"you hold {hand}"])
    if before.phase == THROW:
        return _thrown(before, moment.seat, listener)
    if before.phase == CUT:
        return sentences([_cut(after, listener), _won(after, listener)])
    return sentences([*_played(moment, listener), *_shown(moment, listener), _won(after, listener)])


def _thrown(before: Cribbage, seat: int, listener: int) -> str:
    if seat == listener:
        return ""
    what = "two cards" if thrown_by_each(before) == 2 else "a card"
    crib = "their own crib" if seat == before.dealer else crib_for(before, listener)
    rest = f"{what} to {crib}"
    return sentences([clause(seat_for(seat, listener), "throw", rest)])


def _cut(after: Cribbage, listener: int) -> str:
    starter = f"the starter is {card_symbol(after.starter)}"
    if after.starter >> 2 != JACK:
        return starter
    return f"{starter}: his heels, {HEELS} for {seat_for(after.dealer, listener)}"


def _played(moment: Moment, listener: int) -> list[str]:
    """The card, the count it makes, what it pegs, and who cannot go on."""
    before, after, card = moment.before, moment.after, card_played(moment)
    if card is None:
        return []
    ranks = [*pile_ranks(before.pile), card >> 2]
    count = _count(before, card)
    points = [
        f"{name.replace('_', ' ')} {value}" for name, value in peg(ranks)._asdict().items() if value
    ]
    points += [f"{_end(after)} 1"] if _is_go(after, count) else []
    said = clause(seat_for(moment.seat, listener), "play", f"{card_symbol(card)} for {count}")
    going = [clause(seat_for(seat, listener), "say", "go") for seat in _passed(moment, after)]
    return [f"{said}: {', '.join(points)}" if points else said, *going]


def _count(before: Cribbage, card: int) -> int:
    return int(pile_count(before.pile << 4 | (card >> 2) + 1))


def _is_go(after: Cribbage, count: int) -> bool:
    """Whether the last point of the pile was pegged: it is away, and not for 31."""
    return not after.pile and count != LIMIT


def _end(after: Cribbage) -> str:
    return "last card" if after.phase in (DEAL, DONE) and is_played_out(after) else "go"


def _passed(moment: Moment, after: Cribbage) -> list[int]:
    """The seats between two plays of one pile that hold cards, can play none and now say so."""
    if not after.pile or after.phase in (DEAL, DONE):
        return []
    steps = (after.seat - moment.seat - 1) % after.players
    seats = [(moment.seat + 1 + step) % after.players for step in range(steps)]
    return [s for s in seats if held_by(after, s) and not _has_passed(moment, s)]


def _has_passed(moment: Moment, seat: int) -> bool:
    """Whether a seat said go to the pile before this play: the one who plays went on alone."""
    before = moment.before
    if not before.pile or bar_of(before, seat) < LIMIT - int(pile_count(before.pile)):
        return False
    newest = pile_ranks(before.pile)[-1]
    played = {rank_of(card) for card in cards_of(before[PLAYED + moment.seat])}
    return newest in played


def _shown(moment: Moment, listener: int) -> list[str]:
    """The hands as they were counted, after the last card."""
    before, after, card = moment.before, moment.after, card_played(moment)
    if card is None or not has_show(after) or not is_played_out(after):
        return []
    scores = [int(before[SCORE + side]) for side in range(sides_of(before.players))]
    count = _count(before, card)
    pegged = peg([*pile_ranks(before.pile), card >> 2]).total + int(_is_go(after, count))
    scores[int(side_of(before, moment.seat))] += pegged
    said = []
    for hand in counted_until_won(after, scores):
        name = seat_for(hand.seat, listener)
        whose = crib_for(before, listener) if hand.is_crib else name
        what = f"{hand.score.total} with {symbols_text(hand.cards)} ({hand.words})"
        said.append(f"{whose} counts {what}" if hand.is_crib else clause(whose, "count", what))
    return said


def _won(after: Cribbage, listener: int) -> str:
    """Who has won, and by how much."""
    if after.phase != DONE:
        return ""
    scores = {side: int(after[SCORE + side]) for side in range(sides_of(after.players))}
    winner = max(scores, key=lambda side: scores[side])
    others = listed(str(points) for side, points in scores.items() if side != winner)
    return clause(side_for(after, winner, listener), "win", f"{TARGET} to {others}")
