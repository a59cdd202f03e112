"""What people say at a table of Leduc poker, from a view of it."""

from kibitz.core.game import CHANCE, OVER, payoff, play, turn
from kibitz.core.headsup import HeadsUp, action, card_said, result_words, told_result
from kibitz.core.scene import Moment
from kibitz.core.speech import listed, sentences
from kibitz.games.leduc.rules import (
    BETS,
    CALL,
    DEAL_PUBLIC,
    DEAL_SECOND,
    FOLD,
    RANKS,
    ROUND_ONE,
    Leduc,
)

LETTERS = ("", "J", "Q", "K", "?")
UNIT = "antes"
_DEALT = Leduc(1, 2, 0, ROUND_ONE, 0, 1, 1, 0, 1)  # cards do not matter to the betting


def moves_of(p: Leduc) -> list[int]:
    """The moves so far."""
    count = (int(p.history).bit_length() - 1) // 2
    return [int(p.history) >> 2 * i & 3 for i in range(count - 1, -1, -1)]


def rounds_of(p: Leduc) -> list[list[tuple[Leduc, int]]]:
    """The moves of each round, each with the betting before it, by playing them again."""
    rounds: list[list[tuple[Leduc, int]]] = [[], []]
    q, number = _DEALT, 0
    for move in moves_of(p):
        if q.stage == DEAL_PUBLIC:
            q, number = play(q, RANKS), 1
        rounds[number].append((q, move))
        q = play(q, move)
    return rounds


def move_said(p: Leduc, move: int) -> str:
    """A move in words: what it costs, and whether there was a bet before it."""
    owed = abs(p.first_paid - p.second_paid)
    if move == FOLD:
        return "fold"
    if move == CALL:
        return f"call {owed}" if owed else "check"
    by = BETS[0] if p.stage == ROUND_ONE else BETS[1]
    return f"raise {by}" if owed else f"bet {by}"


def actions(p: Leduc, listener: int | None) -> tuple[list[str], list[str]]:
    """Every move of each round in words."""
    one, two = (
        [action(q.seat, move_said(q, move), listener) for q, move in moves]
        for moves in rounds_of(p)
    )
    return one, two


def table_of(p: Leduc, seat: int | None) -> HeadsUp:
    """The table as `seat` sees it; None for everything that `p` holds."""
    cards = (LETTERS[p.first], LETTERS[p.second])
    result = ""
    if turn(p) == OVER:
        result = result_words(float(payoff(p, seat or 0)), UNIT, seat)
    rounds = tuple(listed(said) for said in actions(p, seat))
    paid = (p.first_paid, p.second_paid)
    return HeadsUp(
        "Leduc poker", UNIT, cards, paid, int(turn(p)), rounds, LETTERS[p.public], result
    )


def told(moment: Moment, listener: int) -> str:
    """What a listener hears: the cards he sees dealt, what the other does, how it ends."""
    before, after = moment.before, moment.after
    if moment.seat == CHANCE:
        return sentences([_dealt(before, after, listener)])
    one, two = actions(after, listener)
    said = sentences([(two or one)[-1]]) if moment.seat != listener else ""
    if turn(after) != OVER:
        return said
    cards = (LETTERS[after.first], LETTERS[after.second])
    return f"{said} {told_result(float(payoff(after, listener)), UNIT, listener, cards)}".strip()


def _dealt(before: Leduc, after: Leduc, listener: int) -> str:
    if before.stage == DEAL_PUBLIC:
        return f"the public card is {card_said(LETTERS[after.public])}"
    is_mine = listener == (1 if before.stage == DEAL_SECOND else 0)
    return f"you are dealt {card_said(LETTERS[after[listener]])}" if is_mine else ""
