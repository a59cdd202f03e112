"""Threads that make a pass together: boards are shared out, values added up in their order."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import numpy as np

from kibitz.games.holdem.solver.game import Books, Desks, Layout, Scenes, make_desks
from kibitz.games.holdem.solver.lanes import Floats
from kibitz.games.holdem.solver.passes import (
    BoardShare,
    Mode,
    begin,
    deal_last,
    deal_middle,
    finish,
    pass_last,
    pass_middle,
)


class Hero:
    """Everything that passes of one seat need."""

    def __init__(self, layout: Layout, books: Books, hero: int, threads: int) -> None:
        self.scenes: Scenes = layout.scenes(books, hero)
        self.desks: list[Desks] = [make_desks(self.scenes) for _ in range(threads)]
        weights = layout.root_weights(1 - hero)
        for desks in self.desks:
            desks[0].reach[: len(weights)] = weights
        self.kept: Floats = np.zeros(0, np.float32)
        if len(self.scenes) == 3 or (threads > 1 and len(self.scenes) > 1):
            below = self.scenes[1]
            size = below.program.entries * below.mine.stride * len(below.boards.cards)
            self.kept = np.zeros(size, np.float32)

    @property
    def values(self) -> Floats:
        """The values of the last pass at the root."""
        return self.desks[0][0].values


class SolverCrew:
    """Makes passes, by as many threads as it is given."""

    def __init__(self, layout: Layout, books: Books, threads: int = 1) -> None:
        self.layout, self.threads = layout, threads if len(layout.boards) > 1 else 1
        self.heroes = tuple(Hero(layout, books, hero, self.threads) for hero in (0, 1))
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def make_pass(self, seat: int, mode: Mode) -> None:
        """One pass of a seat through the whole game."""
        hero = self.heroes[seat]
        scenes, desks = hero.scenes, hero.desks[0]
        if len(scenes) == 1:
            pass_last(scenes[0], 0, mode, desks[0])
        elif not len(hero.kept):
            pass_middle(scenes[0], scenes[1], 0, mode, desks[0], desks[1])
        else:
            begin(scenes[0], mode, desks[0])
            self._deal(hero, mode)
            finish(scenes[0], scenes[1], mode, desks[0], hero.kept)

    def _deal(self, hero: Hero, mode: Mode) -> None:
        if self.pool is None:
            _deal_share(hero, mode, 0, 1)
            return
        jobs = [
            self.pool.submit(_deal_share, hero, mode, number, self.threads)
            for number in range(self.threads)
        ]
        for job in jobs:
            job.result()

    def root_value(self, seat: int, mode: Mode) -> float:
        """What a pass is worth to a seat, in chips above its half of the pot."""
        self.make_pass(seat, mode)
        weights = self.layout.root_weights(seat).astype(np.float64)
        return float(weights @ self.heroes[seat].values[: len(weights)]) / self.layout.deals


def _deal_share(hero: Hero, mode: Mode, number: int, threads: int) -> None:
    """What one thread does of a pass; all read the first thread's own board."""
    share = BoardShare(number, threads, hero.kept)
    desks = (hero.desks[0][0], *hero.desks[number][1:])
    deal = deal_last if len(desks) == 2 else deal_middle
    cast(Any, deal)(hero.scenes, mode, desks, share)
