"""What a listener sees of a claim, as numbers: the signs by which its truth is judged.

All of them are in the view of the seat that is asked: its own cards, the sizes of hands and
pile, the claims on the pile, and what everybody saw of each seat.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.games.bluff.kept import kept_signs
from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    CALLED,
    CARDS,
    CLAIMED,
    CLAIMS,
    COPIES,
    HAND,
    KNOWN,
    PILED,
    PLAYERS,
    RANK,
    RIGHT,
    SEATS,
    SHOWN,
    SIZE,
    STOOD,
    TAKEN,
    TOLD,
    TURNS,
    WRONG,
    Ints,
    byte,
    count_of,
    size_of,
)
from kibitz.games.bluff.spread import spread_signs
from kibitz.games.bluff.unseen import unseen_of_rank

Signs = NDArray[np.float64]

NAMES = (
    "players",
    "unknown cards of the claimant's hand",
    "unseen cards of the rank",
    "unknown cards in all other hands",
    "unseen cards on the pile",
    "cards of the rank that others claim to have put on the pile",
    "turns the claimant has had",
    "seats that let the claim stand",
    "odds that the hand has none of the rank against one",
    "the same if the pile were as likely to hold it",
    "cards by which the hand is larger than one that sheds a card per turn",
    "cards known to be in the hand",
    "cards of the listener",
    "single cards the claimant claimed unchallenged",
    "larger claims of his that stood",
    "claims of his shown true",
    "claims of his shown false",
    "his wrong challenges",
    "truths challenged at the table",
    "lies shown at the table",
    "claims that stood at the table",
    "larger ones among them",
    "doubtful claims let stand at the table",
    "cards of the rank in the listener's hand",
    "unseen cards of the rank that nobody claims to have put on the pile",
    "the same by claims of two or more alone",
    "odds that the hand has none of those against one",
    "whether he was asked for the rank and took no pile said to hold it since",
    "cards of the rank that he is said to have taken",
    "cards of the rank that others are said to have taken",
    "unknown cards of others who were asked for the rank and took none since",
    "odds that he has none against one, by how dense the rank is in the hands",
    "seats that challenged a truth",
    "seats that let a doubtful claim stand and never challenged a truth",
    "lies challenged at the table",
    "doubtful claims the claimant let stand",
    "seats that challenged a truth before and let this claim stand",
    "cards of the largest hand",
    "cards of the smallest hand",
    "cards that he is said to have taken, of all ranks",
    "truths challenged at the table per turn",
    "lies shown at the table per turn",
    "odds that he has none against one, where all hands and the pile agree",
    "cards of the rank in other hands then",
    "cards of the rank on the pile then",
    "unseen cards of the rank that nobody else claims to have put on the pile or took with one",
)
LEAST_LEFT = 0.2  # in place of no card left elsewhere, where a logarithm is taken


@kernel
def void_odds(places: int, matching: int, drawn: int) -> float:
    """The logarithm of the odds that a hand drawn from the places has none of the rank, not one."""
    elsewhere = max(float(places - matching - drawn + 1), LEAST_LEFT)
    return float(np.log(elsewhere / (max(drawn, 1) * max(matching, 1))))


@kernel
def lies_of(shown: int) -> int:
    """How many claims were shown false."""
    total = 0
    for false in range(1, COPIES + 1):
        total += byte(shown, false)
    return total


@kernel
def large_claims(told: int) -> int:
    """How many claims of two cards or more stood."""
    return byte(told, 1) + byte(told, 2) + byte(told, 3)


@kernel
def fill_signs(v: Ints, seat: int, out: Signs) -> None:
    """Write the signs of the claim before `seat`, under the standard rules."""
    _fill_cards(v, seat, out)
    _fill_record(v, out)
    out[27], out[28], out[29], out[30], out[31] = kept_signs(v, seat)
    _fill_company(v, out)
    out[42], out[43], out[44] = spread_signs(v, seat)
    out[45] = out[24] - out[29]


@kernel
def _fill_cards(v: Ints, seat: int, out: Signs) -> None:
    actor, players, rank, claimed = v[ACTOR], v[PLAYERS], v[RANK], v[CLAIMED]
    known = size_of(v[KNOWN + SEATS * seat + actor])
    wanted, matching = v[SIZE + actor] + claimed - known, unseen_of_rank(v, seat, rank)
    places, piled, said, large = claimed, -claimed, 0, 0
    for other in range(players):
        if other != seat:
            places += v[SIZE + other] - size_of(v[KNOWN + SEATS * seat + other])
            piled += v[PILED + other]
            count = count_of(v[CLAIMS + other], rank) if other != actor else 0
            said += count
            large += count if count > 1 else 0
    turns = v[TURNS] // players
    out[0], out[1], out[2], out[3], out[4], out[5] = players, wanted, matching, places, piled, said
    out[6], out[7] = turns, (v[ASKED] - actor - 1) % players
    out[8], out[9] = (
        void_odds(places, matching, wanted),
        void_odds(places + piled, matching, wanted),
    )
    out[10] = wanted + known - max(CARDS // players - turns, 1)
    out[11], out[12] = known, v[SIZE + seat]
    out[23] = count_of(v[HAND + seat], rank)
    out[24], out[25] = matching - said, matching - large
    out[26] = void_odds(places, max(matching - said, 0), wanted)


@kernel
def _fill_record(v: Ints, out: Signs) -> None:
    actor = v[ACTOR]
    told, shown = v[TOLD + actor], v[SHOWN + actor]
    out[13], out[14] = byte(told, 0), large_claims(told)
    out[15], out[16] = byte(shown, 0), lies_of(shown)
    out[17] = byte(v[CALLED + actor], WRONG)
    out[18:23] = 0.0
    for seat in range(v[PLAYERS]):
        out[18] += byte(v[SHOWN + seat], 0)
        out[19] += lies_of(v[SHOWN + seat])
        out[20] += byte(v[TOLD + seat], 0) + large_claims(v[TOLD + seat])
        out[21] += large_claims(v[TOLD + seat])
        out[22] += byte(v[CALLED + seat], STOOD)


@kernel
def _fill_company(v: Ints, out: Signs) -> None:
    """What kinds of players sit there: who challenges, who does not, and how hands differ."""
    actor, players = v[ACTOR], v[PLAYERS]
    before = (v[ASKED] - actor - 1) % players
    out[32:42] = 0.0
    out[35] = byte(v[CALLED + actor], STOOD)
    out[38] = CARDS
    for seat in range(players):
        called, size = v[CALLED + seat], v[SIZE + seat]
        is_doubter = byte(called, WRONG) > 0
        out[32] += is_doubter
        out[33] += not is_doubter and byte(called, STOOD) > 0
        out[34] += byte(called, RIGHT)
        out[36] += is_doubter and seat != actor and (seat - actor - 1) % players < before
        out[37], out[38] = max(out[37], size), min(out[38], size)
    out[39] = size_of(v[TAKEN + actor])
    turns = max(v[TURNS], 1)
    out[40], out[41] = out[18] / turns, out[19] / turns
