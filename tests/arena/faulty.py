"""Players that do not play as they should, for any game; module-level, so that they pickle."""

import os
import time
from functools import partial

from kibitz.players.player import Player, RandomPlayer


class Faulty(Player):
    """Plays at random, but does something else when it sees these seeds."""

    text = "faulty"

    def __init__(self, game, fault, often):
        self.sound, self.fault, self.often = RandomPlayer(game), fault, often

    def move(self, view, seat, seed):
        if seed % self.often == 1:
            return self.fault(self.sound.game)
        return self.sound.move(view, seat, seed)


def _raise(game):
    raise RuntimeError("I do not feel well")


def _cheat(game):
    return -7


def _hang(game):
    time.sleep(60)
    return 0


def _exit(game):
    os._exit(3)


def raising(game):
    return Faulty(game, _raise, 7)


def cheating(game):
    return Faulty(game, _cheat, 7)


def hanging(game):
    return Faulty(game, _hang, 15)


def exiting(game):
    return Faulty(game, _exit, 15)


class Slow(Player):
    """Plays at random and takes so many seconds a move, without the processor."""

    text = "slow"

    def __init__(self, game, seconds):
        self.sound, self.seconds = RandomPlayer(game), seconds

    def move(self, view, seat, seed):
        time.sleep(self.seconds)
        return self.sound.move(view, seat, seed)


def slow(game, seconds=0.002):
    return Slow(game, seconds)


very_slow = partial(slow, seconds=0.02)
