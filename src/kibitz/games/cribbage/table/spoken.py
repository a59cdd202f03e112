"""Cribbage in words: what is wanted, what a move does, and the whole table for the ear."""

from kibitz.core.cards import card_symbol, card_words, rank_words, symbols_text
from kibitz.core.scene import Trail
from kibitz.core.speech import clause, listed, sentences
from kibitz.games.cribbage.table.counting import has_show, is_played_out, the_show
from kibitz.games.cribbage.table.knowledge import held_by, is_hand_on
from kibitz.games.cribbage.table.memory import earlier_cards, pile_cards
from kibitz.games.cribbage.table.names import crib_for, seat_for, side_for
from kibitz.games.cribbage.table.pile import pile_count
from kibitz.games.cribbage.table.rules import (
    CUT,
    DEAL,
    DONE,
    FIRST,
    HAND,
    NONE,
    PLAY,
    SCORE,
    TARGET,
    THROW,
    THROWN,
    Cribbage,
    thrown_by_each,
)
from kibitz.games.cribbage.table.score import VALUES
from kibitz.games.cribbage.table.text import cards_of, sides_of


def prompt(known: Cribbage, seat: int) -> str:
    """What the seat to act is asked for."""
    if known.phase == THROW:
        what = "two cards" if thrown_by_each(known) == 2 else "a card"
        return f"throw {what} to {crib_for(known, seat)}"
    count = int(pile_count(known.pile))
    return f"play a card, the count is {count}" if count else "lead a card"


def move_said(p: Cribbage, move: int) -> str:
    """A move in words."""
    if p.phase == THROW:
        return f"throw {symbols_text(cards_of(move))}"
    if p.phase == PLAY:
        count = int(pile_count(p.pile)) + int(VALUES[move >> 2])
        return f"play {card_symbol(move)} for {count}"
    if p.phase == CUT:
        return f"cut {card_symbol(move)}"
    return f"{seat_for(move, None)} deals" if p.phase == FIRST else "deal"


def title(p: Cribbage, seat: int) -> str:
    """The state of the game in a line."""
    if p.phase == DONE:
        side = max(range(sides_of(p.players)), key=lambda s: int(p[SCORE + s]))
        return f"Cribbage: {clause(side_for(p, side, seat), 'win')}"
    if p.phase == FIRST:
        return "Cribbage: cut for the deal"
    if p.phase == DEAL:
        return (
            f"Cribbage: {'the show' if has_show(p) else clause(seat_for(p.dealer, seat), 'deal')}"
        )
    if p.phase == CUT:
        return "Cribbage: the cut"
    what = "throw" if p.phase == THROW else "play"
    return f"Cribbage: {clause(seat_for(p.seat, seat), what)}"


def summary(p: Cribbage, seat: int, trail: Trail) -> str:
    """Everything that the drawing shows, in sentences."""
    said = [_scores(p, seat)]
    if is_hand_on(p):
        said += _hand(p, seat, trail)
        said.append(f"you are to {prompt(p, seat)}" if _acts(p, seat) else _waiting(p, seat))
    elif has_show(p):
        said += _show(p, seat)
    if p.phase in (FIRST, DEAL):
        dealer = clause(seat_for(p.dealer, seat), "deal", "next")
        said.append("the cards are cut for the deal" if p.phase == FIRST else dealer)
    return sentences(said)


def _acts(p: Cribbage, seat: int) -> bool:
    return p.phase in (THROW, PLAY) and p.seat == seat


def _waiting(p: Cribbage, seat: int) -> str:
    who = seat_for(p.seat, seat)
    return "the cut is next" if p.phase == CUT else clause(who, "are", "to act")


def _scores(p: Cribbage, seat: int) -> str:
    sides = range(sides_of(p.players))
    return (
        listed(clause(side_for(p, side, seat), "have", str(p[SCORE + side])) for side in sides)
        + f" of {TARGET} points"
    )


def _hand(p: Cribbage, seat: int, trail: Trail) -> list[str]:
    said = [clause(seat_for(p.dealer, seat), "are", "the dealer")]
    said += [_held(p, other, seat) for other in range(p.players)]
    thrown = cards_of(p[THROWN + seat])
    if thrown:
        said.append(f"you threw {_listed(thrown)} to {crib_for(p, seat)}")
    if p.starter != NONE:
        said.append(f"the starter is the {card_words(p.starter)}")
    for other in range(p.players):
        earlier = earlier_cards(p, other, trail)
        if earlier:
            said.append(f"{seat_for(other, seat)} played {_listed(earlier)} before")
    if p.phase == PLAY:
        said.append(_pile(p, trail))
    return said


def _held(p: Cribbage, other: int, seat: int) -> str:
    count = int(held_by(p, other))
    if other == seat:
        return f"you hold {_listed(cards_of(p[HAND + seat]))}" if count else "you hold no cards"
    how_many = f"{count or 'no'} {'card' if count == 1 else 'cards'}"
    return clause(seat_for(other, seat), "hold", how_many)


def _pile(p: Cribbage, trail: Trail) -> str:
    pile = pile_cards(p, trail)
    if not pile:
        return "the pile is empty"
    cards = listed(rank_words(r) if c is None else card_words(c) for r, c in pile)
    return f"the pile is {cards}, the count is {int(pile_count(p.pile))}"


def _show(p: Cribbage, seat: int) -> list[str]:
    head = "the show" if is_played_out(p) else "the hands, which were not counted"
    said = [f"{head}: the starter is the {card_words(p.starter)}"]
    for hand in the_show(p):
        whose = crib_for(p, seat) if hand.is_crib else seat_for(hand.seat, seat)
        said.append(f"{whose}: {hand.score.total} with {_listed(hand.cards)}, {hand.words}")
    return said


def _listed(cards: list[int]) -> str:
    return listed(map(card_words, cards))
