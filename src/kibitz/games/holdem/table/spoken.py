"""Hold'em in words: seats, moves and sizes of bets, what is wanted, and how a hand ended."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kibitz.core.cards import card_words, symbols_text
from kibitz.core.scene import Dial, Play, Stop
from kibitz.core.shown import Landmarks
from kibitz.core.speech import YOU, clause, listed
from kibitz.games.holdem.table.hands import hand_words
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    ENDED,
    FEW,
    FOLD,
    NO_LIMIT,
    SHOWN,
    UNKNOWN,
    Holdem,
    behind,
    bet,
    board_card,
    hole,
    is_in,
    live,
    pot,
    to_call,
)
from kibitz.games.holdem.table.rules import can_raise, few_raises, least_raise, won
from kibitz.games.holdem.table.sizes import COARSE, SIZES, part_of

STREET_NAMES = ("deal", "before the flop", "flop", "turn", "river", "end")


def seat_name(seats: int, seat: int) -> str:
    """A seat by its place: the blinds and the button have names."""
    if seats == 2:
        return ("big blind", "button")[seat]
    names = {0: "small blind", 1: "big blind", seats - 1: "button"}
    return names.get(seat, f"seat {seat + 1}")


def seat_for(p: Holdem, seat: int, listener: int | None) -> str:
    """A seat: `you` to itself; the others by their place, with an article for it."""
    if seat == listener:
        return YOU
    name = seat_name(p.seats, seat)
    return name if name.startswith("seat") else f"the {name}"


class NamedBet(NamedTuple):
    """A bet that has a name, by what it raises to on this street."""

    stop: str  # on a dial
    words: str  # after the amount
    to: int


def named_bets(p: Holdem) -> Iterator[NamedBet]:
    """The named bets of the seat to act, least first: parts of the pot after a call, and all in."""
    whole = int(pot(p) + p.high - bet(p, p.seat))
    least, most = int(least_raise(p)), all_in(p)
    for number, size in enumerate(SIZES):
        to = int(p.high + part_of(whole, number))
        if least < to < most:
            yield NamedBet(size.stop, size.words, to)
    yield NamedBet("all in", "all in", most)


def all_in(p: Holdem) -> int:
    """What the seat to act bets or raises to with all its chips."""
    return int(bet(p, p.seat) + behind(p, p.seat))


def move_said(p: Holdem, move: int) -> str:
    """A move in words: `call 4`, `bet 10, half the pot`."""
    if move == FOLD:
        return "fold"
    if move == CALL:
        chips = int(to_call(p, p.seat))
        if not chips:
            return "check"
        return f"call {chips}" + (", all in" if chips == behind(p, p.seat) else "")
    return raise_said(p, move - CALL)


def raise_said(p: Holdem, to: int) -> str:
    """A bet or raise in words, with the name of its size."""
    said = f"raise to {to}" if p.high else f"bet {to}"
    named = next((size.words for size in named_bets(p) if size.to == to), "")
    return f"{said}, {named}" if named else said


def raises(p: Holdem) -> list[int]:
    """What the seat to act may raise to where these are few; none where a dial has them."""
    if not can_raise(p) or dials(p):
        return []
    if p.kind == FEW:
        return few(p)
    return [int(least_raise(p))]


def few(p: Holdem) -> list[int]:
    """The sizes of the game with few raises, ascending."""
    out = np.empty(len(COARSE) + 2, np.int64)
    return [int(move) - CALL for move in out[: few_raises(p, out, 0)]]


def dials(p: Holdem) -> tuple[Dial, ...]:
    """The bets of no limit, from the least to all in, with named stops."""
    if p.kind != NO_LIMIT or not can_raise(p) or least_raise(p) == all_in(p):
        return ()
    stops = [Stop("least", int(least_raise(p))), *(Stop(s.stop, s.to) for s in named_bets(p))]
    words = "raise to" if p.high else "bet"
    return (Dial(words, "r{}", int(least_raise(p)), all_in(p), stops=tuple(stops)),)


def landmarks(p: Holdem) -> Landmarks | None:
    """Fold, call, the least bet and all in, with the named bets between; None without a dial."""
    found = dials(p)
    if not found:
        return None
    ends = (CALL + found[0].least, CALL + found[0].most)
    usual = frozenset(CALL + size.to for size in named_bets(p))
    return Landmarks(frozenset((FOLD, CALL, *ends)), usual)


def plays(p: Holdem) -> tuple[Play, ...]:
    """The moves of the seat to act that are not on a dial."""
    called = [FOLD, CALL] if p.high > bet(p, p.seat) else [CALL]
    quiet = [Play("f" if move == FOLD else "c", move_said(p, move)) for move in called]
    return (*quiet, *(Play(f"r{to}", raise_said(p, to)) for to in raises(p)))


def prompt(p: Holdem) -> str:
    """What the seat to act is asked for."""
    wanted = [play.words for play in plays(p)]
    for dial in dials(p):
        upto = "to" if dial.words == "bet" else "up to"
        least = f"{dial.words} {dial.least}"
        range_said = least if dial.most - dial.least == 1 else f"{least} {upto} {dial.most - 1}"
        wanted += [range_said, f"all in for {dial.most}"]
    return listed(wanted, "or")


def holes(p: Holdem, seat: int) -> list[int]:
    """The cards of a seat that are seen."""
    cards = [int(hole(p, seat, i)) for i in range(2)]
    return [card for card in cards if card != UNKNOWN]


def board(p: Holdem) -> list[int]:
    """The cards of the board that are seen."""
    cards = [int(board_card(p, i)) for i in range(SHOWN[p.stage])]
    return [card for card in cards if card != UNKNOWN]


def is_showdown(p: Holdem) -> bool:
    """Whether the hand ended with cards shown."""
    return p.stage == ENDED and sum(bool(is_in(p, s)) for s in range(p.seats)) > 1


def shown_hand(p: Holdem, seat: int) -> str:
    """What a seat's cards make at a showdown; empty where it shows none."""
    cards = [*holes(p, seat), *board(p)]
    if not is_showdown(p) or not is_in(p, seat) or len(cards) < BOARD + 2:
        return ""
    return hand_words(cards)


def winnings(p: Holdem) -> dict[int, int]:
    """What each winner of a finished hand takes, without a bet that nobody called."""
    taken = {s: int(won(p, s)) - uncalled(p, s) for s in range(p.seats) if is_in(p, s)}
    return {s: chips for s, chips in taken.items() if chips > 0}


def uncalled(p: Holdem, seat: int) -> int:
    """What a seat bet beyond everybody else; it comes back."""
    others = max(int(live(p, s)) for s in range(p.seats) if s != seat)
    return max(0, int(live(p, seat)) - others)


def result(p: Holdem, listener: int | None) -> list[str]:
    """Who won what with which hand."""
    said = []
    for seat, chips in winnings(p).items():
        hand = shown_hand(p, seat)
        rest = f"{chips} with {_article(hand)}" if hand else f"{chips}"
        said.append(clause(seat_for(p, seat, listener), "win", rest))
    return said


def _article(hand: str) -> str:
    """`a pair of kings`, but `two pair` and `ace high`."""
    single = ("pair", "full", "royal")
    if hand.startswith(single) or hand.endswith(("straight", "flush")):
        return f"{'an' if hand[0] in 'ae' else 'a'} {hand}"
    return hand


def showdown(p: Holdem, listener: int | None) -> list[str]:
    """What everybody still in shows."""
    if not is_showdown(p):
        return []
    return [
        clause(seat_for(p, s, listener), "show", f"{symbols_text(holes(p, s))}, {shown_hand(p, s)}")
        for s in range(p.seats)
        if is_in(p, s)
    ]


def cards_said(cards: list[int]) -> str:
    """Cards for the ear."""
    return listed(map(card_words, cards))
