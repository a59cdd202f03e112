"""Positions of random play as material for the tests."""

import numpy as np

from kibitz.core.game import OVER, play, sample, turn
from kibitz.core.seeds import stream
from kibitz.games.dicechess.board import MOST_MICRO_MOVES
from kibitz.games.dicechess.notation import START, parse_dfen

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
# Men in each other's way, promotions, en passant and castling, where shortcuts go wrong.
THORNY = (
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/P1P2P1P/8/1pPpP3/8/8/8/R3K2R w KQkq b6d6 0 1",
    "4k3/PPPPPPPP/8/8/8/8/pppppppp/4K3 b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "q3k2q/2P3P1/1B4B1/2N2N2/3RR3/8/1p4p1/R3K2R w KQ - 0 1",
    "3qk3/3Pp3/8/1pP1Pp2/8/8/3Q4/3RK2B w - b6f6 0 1",
)


def random_positions(count, seed):
    """Positions of random games from the start and from thorny ones, before and after rolls."""
    luck, out, found = stream(seed), np.empty(MOST_MICRO_MOVES, np.int64), 0
    starts = [START, *THORNY]
    game = 0
    while True:
        p = parse_dfen(starts[game % len(starts)])
        game += 1
        while turn(p) != OVER:
            yield p
            found += 1
            if found == count:
                return
            p = play(p, int(sample(p, out, luck)))
