"""Games for the archive, made without the arena: short, different, and quick uncompiled."""

import random

from kibitz.core.game import OVER, payoff, play, turn
from kibitz.core.record import Record
from kibitz.core.registry import make_game


def random_record(seed, game="tictactoe", players=("random", "nim:expert")):
    """A game of random moves; the same seed gives the same record."""
    made = make_game(game)
    return completed(game, made.position_text(made.start()), seed, players)


def completed(game, start, seed, players=("random", "nim:expert")):
    """A game of random moves from a position."""
    made, dice = make_game(game), random.Random(seed)
    p = made.parse_position(start)
    texts = []
    while turn(p) != OVER:
        move = dice.choice(made.legal_moves(p))
        texts.append(made.move_text(p, move))
        p = play(p, move)
    result = tuple(float(payoff(p, seat)) for seat in range(made.seats))
    return Record(made.text, start, players, seed, tuple(texts), result)


def random_records(count, game="tictactoe", first=0):
    return [random_record(seed, game) for seed in range(first, first + count)]
