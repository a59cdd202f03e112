"""Claims of whole games, as they are heard."""

import numpy as np

from kibitz.core.game import OVER, play, turn, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.bluff.contest import best_move
from kibitz.games.bluff.layout import NOBODY, count_of, opened
from kibitz.games.bluff.rules import MOST_MOVES


def walked_claims(players, ways, seed):
    """Views of claims in one game, each with its listener and whether it was a lie."""
    game, luck = make_game(f"bluff({players})"), stream(seed)
    out, values = game.scratch(), np.empty(MOST_MOVES)
    p = game.play(game.start(), seed)
    while turn(p) != OVER:
        seat = int(turn(p))
        v = opened(view(p, seat))
        if p.asked != NOBODY:
            yield v, seat, count_of(p.played, p.rank) < p.claimed
        p = play(p, int(best_move(v, seat, ways[seat], out, values, luck)))
