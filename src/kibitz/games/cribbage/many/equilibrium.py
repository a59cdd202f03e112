"""The model of throws for three and four: best answers of all roles to each other.

Each of the 6,188 rank hands, dealt in a few suits at random, throws the card that is best in
hand, crib and pegging against the throws of the others; later answers are mixed with those
before, so that hands between two throws settle. `tables` makes it and writes it down.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, below
from kibitz.games.cribbage.many.hands import (
    FIVE,
    HANDS,
    RANK_HANDS,
    Bytes,
    Floats,
    hand_ways,
    throw_likelihoods,
)
from kibitz.games.cribbage.many.lore import ManyLore, plain_lore
from kibitz.games.cribbage.many.throw import throw_parts, write_five
from kibitz.games.cribbage.table.score import RANKS

MIXES = (1.0, 0.5, 0.5)  # the part that each round takes over from the new answers
SUITS, SEED = 2, 1932  # deals of suits to each rank hand


@kernel
def dealt_suits(number: int, stream: Stream) -> int:
    """A set of five cards of a rank hand in random suits."""
    cards = 0
    for rank in RANK_HANDS[number]:
        card = 4 * rank + below(stream, 4)
        while cards >> card & 1:
            card = 4 * rank + below(stream, 4)
        cards |= 1 << card
    return cards


@kernel
def write_answers(
    players: int, role: int, lore: ManyLore, ways: Floats, suits: int, stream: Stream, out: Floats
) -> None:
    """Write how often each rank is the best throw of each rank hand of a role."""
    parts, five = np.zeros((3, FIVE)), np.empty(FIVE, np.int64)
    for number in range(HANDS):
        out[number] = 0.0
        for _ in range(suits if ways[number] > 0.0 else 0):
            hand = write_five(dealt_suits(number, stream), five)
            throw_parts(hand, players, role, lore, parts)
            best = int(np.argmax(parts[0] + parts[1] + parts[2]))
            out[number, five[best] >> 2] += 1.0 / suits


def solve(pegging: Floats, chosen: Floats | None = None) -> tuple[Floats, list[float]]:
    """The chances of ranks to be thrown, by role and rank hand, and what each round changed."""
    players, ways = len(pegging), hand_ways()
    lore, changes = plain_lore(players)._replace(pegging=pegging), []
    for turn, mix in enumerate(MIXES):
        if chosen is not None:
            lore = lore._replace(throws=throw_likelihoods(chosen))
        answers = np.zeros((players, HANDS, RANKS))
        for role in range(players):
            luck = stream_of(SEED, turn, role)
            write_answers(players, role, lore, ways, SUITS, luck, answers[role])
        before = answers if chosen is None else chosen
        changed = np.abs(answers - before).sum(axis=2).mean(axis=0) / 2
        changes.append(float(changed @ ways / ways.sum()))
        chosen = before + mix * (answers - before) if turn else answers
    assert chosen is not None
    return chosen, changes


def settled(chosen: Floats) -> Bytes:
    """The likeliest throw of each rank hand, by role."""
    return np.asarray(chosen.argmax(axis=2), np.uint8)
