"""Crews for the tests: one that cuts chunks as told, one that makes results up by a law."""

import numpy as np

from kibitz.arena.batch import Batch
from kibitz.arena.workers import Crew, Serial
from kibitz.core.seeds import generator


def batch_of(payoffs, first=0, players=(0, 1)):
    """Pairs in which the first player got so much in each of both games."""
    won = np.array(payoffs, float).reshape(-1, 2)
    both = np.stack([won, -won], axis=2)
    plies = np.ones((len(won), 2), np.int64)
    return Batch(players, first, both, plies, np.ones(both.shape, np.int64), np.zeros(both.shape))


HALVES = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))


def batch_of_cells(cells):
    """Pairs with so many half points for the first player."""
    return batch_of([HALVES[cell] for cell in cells])


class Paid(Crew):
    """Payoffs of the first player by a law: each pair one of these values with its chance."""

    size = 1

    def __init__(self, laws, seed=0):
        super().__init__()
        self.pace.size = 64
        self.laws, self.seed = laws, seed

    def run(self, chunks):
        for chunk in chunks:
            values, chances = self.laws[chunk.pairing.players]
            random = generator(chunk.pairing.seed, self.seed, chunk.first)
            won = random.choice(values, chunk.count, p=chances)
            yield batch_of(np.stack([won, won], 1), chunk.first, chunk.pairing.players)


class Ragged(Serial):
    """Serial, but the sizes of its chunks go round this list."""

    def __init__(self, setting, sizes):
        super().__init__(setting)
        self.sizes, self.turn = sizes, 0

    def run(self, chunks):
        for batch in super().run(chunks):
            self.turn += 1
            self.pace.size = self.sizes[self.turn % len(self.sizes)]
            yield batch


class Lawful(Crew):
    """Results by Bradley and Terry's law with draws and an advantage of the first seat."""

    size = 1

    def __init__(self, elo, first_seat=30.0, draws=0.3, seed=0):
        super().__init__()
        self.pace.size = 64
        self.elo, self.first_seat, self.draws, self.seed = elo, first_seat, draws, seed

    def run(self, chunks):
        for chunk in chunks:
            yield self.play(chunk)

    def play(self, chunk):
        a, b = chunk.pairing.players
        random = generator(chunk.pairing.seed, self.seed, chunk.first)
        gap = self.elo[a] - self.elo[b]
        payoffs = np.empty((chunk.count, 2, 2))
        for number, seat in enumerate((1.0, -1.0)):
            score = 1.0 / (1.0 + 10.0 ** (-(gap + seat * self.first_seat) / 400.0))
            drawn = 2.0 * self.draws * np.sqrt(score * (1.0 - score))
            win = score - drawn / 2.0
            ticket = random.random(chunk.count)
            mine = np.where(ticket < win, 1.0, np.where(ticket < win + drawn, 0.0, -1.0))
            payoffs[:, number, 0], payoffs[:, number, 1] = mine, -mine
        plies = np.ones((chunk.count, 2), np.int64)
        ones = np.ones(payoffs.shape, np.int64)
        return Batch((a, b), chunk.first, payoffs, plies, ones, np.zeros(payoffs.shape))
