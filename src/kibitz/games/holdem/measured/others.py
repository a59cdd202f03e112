"""Results averaged over what the other seat could have held as well.

Where the strategies of both seats are known, everything that was seen tells how likely each hand
of the other seat is. A result without luck is right on average for the hand that was dealt, so
its mean over hands drawn by those chances is right, too, and depends less on the one (Rao and
Blackwell). Twelve more hands leave little of that. A hand that a player by solutions is too
unlikely to hold changes what it solves, so it stands for itself alone and for no other.
"""

import numpy as np

from kibitz.core.seeds import stream
from kibitz.core.stream import uniform
from kibitz.games.holdem.cards.combos import COMBOS
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.measured.draws import known_draws
from kibitz.games.holdem.measured.known import (
    Known,
    KnownMoves,
    beside,
    board_of,
    combo_of,
    told_moves,
)
from kibitz.games.holdem.measured.result import CorrectedHand
from kibitz.games.holdem.solved.points import Doubles
from kibitz.games.holdem.solver.solution import unblocked

OTHERS = 12  # hands beside the one that was dealt


def corrected_result(hand: Hand, seat: int, mine: Known, theirs: Known | None, seed: int) -> float:
    """What a seat won without its known luck, in big blinds."""
    told = told_moves(hand, seat, mine)
    dealt = combo_of(hand.start, 1 - seat)
    if theirs is None:
        return CorrectedHand(hand, seat, told, dealt).result()
    moves = told_moves(hand, 1 - seat, theirs)
    hands = [dealt, *other_hands(hand, seat, told, moves, seed)]
    draws = known_draws(hand, seat, mine, moves)
    results = {
        other: CorrectedHand(hand, seat, told, other, draws).result() for other in set(hands)
    }
    return sum(results[other] for other in hands) / len(hands)


def other_hands(
    hand: Hand, seat: int, mine: dict[int, KnownMoves], theirs: dict[int, KnownMoves], seed: int
) -> list[int]:
    """Hands that the other seat is as likely to hold; none where its own cards are given away."""
    if any(found.is_alone for found in theirs.values()):
        return []
    chances = other_chances(hand, seat, mine, theirs)
    total = float(chances.sum())
    if not chances[combo_of(hand.start, 1 - seat)] > 0:
        return []
    draws = [float(uniform(stream(seed, number))) * total for number in range(OTHERS)]
    found = np.searchsorted(np.cumsum(chances), draws, side="right")
    return [int(combo) for combo in np.minimum(found, np.flatnonzero(chances)[-1])]


def other_chances(
    hand: Hand, seat: int, mine: dict[int, KnownMoves], theirs: dict[int, KnownMoves]
) -> Doubles:
    """How likely the other seat holds each combo, by all that both did; in any scale."""
    own, stage = combo_of(hand.start, seat), 1
    weights, chances = np.ones(COMBOS), np.ones(COMBOS)
    for number, (p, move) in enumerate(hand.positions()):
        stage = int(p.stage)
        if p.seat != seat:
            chances = chances * theirs[number].of(move)
            continue
        weights = _alone(own) if _tells(mine[number], move, own) else weights
        weights = weights * mine[number].of(move)
        weights = weights if weights.any() else _alone(own)
    left = beside(board_of(hand.start, stage))
    both: Doubles = chances * left * unblocked(weights * left)
    return both


def _tells(found: KnownMoves, move: int, own: int) -> bool:
    """Whether a decision gives the seat's own cards away (see `CorrectedHand`)."""
    return found.is_alone or not found.of(move)[own] > 0


def _alone(combo: int) -> Doubles:
    weights = np.zeros(COMBOS)
    weights[combo] = 1.0
    return weights
