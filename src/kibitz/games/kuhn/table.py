"""What people say at a table of Kuhn poker, from a view of it."""

from kibitz.core.game import CHANCE, OVER, payoff, turn
from kibitz.core.headsup import HeadsUp, action, card_said, result_words, told_result
from kibitz.core.scene import Moment
from kibitz.core.speech import listed, sentences
from kibitz.games.kuhn.rules import BET, Kuhn

LETTERS = ("", "J", "Q", "K", "?")
UNIT = "chips"


def letters(p: Kuhn) -> str:
    """The moves so far, p and b."""
    return "".join("pb"[int(bit)] for bit in bin(p.history)[3:])


def words_after(played: str, move: int) -> str:
    """What a move means after those played: a pass folds to a bet, a bet calls one."""
    is_bet = "b" in played
    if move == BET:
        return "call 1" if is_bet else "bet 1"
    return "fold" if is_bet else "check"


def actions(p: Kuhn, listener: int | None) -> list[str]:
    """Every move so far in words."""
    played = letters(p)
    return [
        action(i % 2, words_after(played[:i], "pb".index(letter)), listener)
        for i, letter in enumerate(played)
    ]


def table_of(p: Kuhn, seat: int | None) -> HeadsUp:
    """The table as `seat` sees it; None for everything that `p` holds."""
    played, cards = letters(p), (LETTERS[p.first], LETTERS[p.second])
    bets = [sum(letter == "b" for letter in played[s::2]) for s in (0, 1)]
    result = ""
    if turn(p) == OVER:
        result = result_words(float(payoff(p, seat or 0)), UNIT, seat)
    paid = (1 + bets[0], 1 + bets[1])
    rounds = (listed(actions(p, seat)),)
    return HeadsUp("Kuhn poker", UNIT, cards, paid, int(turn(p)), rounds, None, result)


def told(moment: Moment, listener: int) -> str:
    """What a listener hears of a move: his card, what the other does, and how it ends."""
    before, after = moment.before, moment.after
    if moment.seat == CHANCE:
        card = after[listener]
        return (
            sentences([f"you are dealt {card_said(LETTERS[card])}"])
            if not before[listener] and card
            else ""
        )
    said = sentences(actions(after, listener)[-1:]) if moment.seat != listener else ""
    if turn(after) != OVER:
        return said
    cards = (LETTERS[after.first], LETTERS[after.second])
    return f"{said} {told_result(float(payoff(after, listener)), UNIT, listener, cards)}".strip()
