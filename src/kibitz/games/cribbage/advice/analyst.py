"""The analyst of cribbage: throws and plays in points, with the chance to win beside them.

Near the end (`aware` points from it) values may be chances to win instead: then the unit
is wins, 1 for a win and -1 for a loss (each loser of three pays a half). Points and chances
are never added.
"""

import time
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.errors import UnknownName
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.cribbage.advice.many import many_chances_of_throws, many_plays, many_throws
from kibitz.games.cribbage.advice.seen import (
    peg_position,
    role_of,
    stakes_of,
    suspects_of,
    unshown_of,
)
from kibitz.games.cribbage.pegging.lore import shipped_lore
from kibitz.games.cribbage.pegging.plays import METHODS as PLAY_METHODS
from kibitz.games.cribbage.pegging.plays import PlaySearch, RankValue
from kibitz.games.cribbage.table.rules import HAND, KEPT, SCORE, THROW, Cribbage
from kibitz.games.cribbage.table.text import cards_of
from kibitz.games.cribbage.throwing.endgame import DECISIVE_WORLDS
from kibitz.games.cribbage.throwing.keeps import KEEPS
from kibitz.games.cribbage.throwing.throws import METHODS as THROW_METHODS
from kibitz.games.cribbage.throwing.throws import (
    WIN_ERROR,
    Throws,
    Wins,
    throws_of,
    win_chances,
)
from kibitz.games.cribbage.winning.criterion import is_decisive
from kibitz.search.limit import LONGEST_LOOK, check_positive, last_look

POINTS, WINS = "points", "wins"
USUAL_ITERATIONS = 4000
EVERY_HAND = KEPT * KEEPS  # play-outs that try each card against all hands there are
WORLDS_PER_PLAY_OUT = 8  # worlds of a throw are cheap, and chances to win need many
MANY_SHARE = 4  # with three and four they cost more: so many times fewer are taken
HAND_ALONE, AT_ONCE = "hand alone", "points at once"  # rules that leave out what comes later
JUDGED_THROWS = {"hand": HAND_ALONE, "table": "published table"}


@dataclass(frozen=True)
class Counsel(Analyst):
    """Values throws by `throw` (exact, uniform, sample, table, hand), plays by `play`."""

    name: ClassVar[str] = "counsel"
    throw: str = "exact"
    play: str = "careful"
    iterations: int | None = None  # play-outs for a decision of the play
    depth: int = 4  # of the search
    c: float = 2.0  # exploration of the tree, in points
    cribs: int = 500  # sampled for a throw
    worlds: int = 8_000  # at most, for the chance to win of a throw; 0 leaves it out where
    # points decide
    aware: int = 0  # points from the end from which chances to win decide; 0 is never
    seconds: float | None = None

    def __post_init__(self) -> None:
        for what, method, known in (
            ("throwing", self.throw, THROW_METHODS),
            ("playing", self.play, PLAY_METHODS),
        ):
            if method not in known:
                raise UnknownName(f"method of {what}", method, known)
        check_positive(
            self.name,
            iterations=self.iterations,
            depth=self.depth,
            cribs=self.cribs,
            seconds=self.seconds,
        )

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        def look(iterations: int) -> Analysis:
            return replace(self, iterations=iterations)._look(game, view, seat, seed)

        if self.seconds is None or not self._is_sampled(view):
            return self._look(game, view, seat, seed)
        most = self.iterations or LONGEST_LOOK
        if self.play != "careful" or view.phase == THROW or most < EVERY_HAND or view.players > 2:
            return last_look(look, most, self.seconds)
        found = last_look(look, EVERY_HAND, self.seconds)
        return replace(found, stopped_by="complete") if found.stopped_by == "samples" else found

    def _is_sampled(self, v: Cribbage) -> bool:
        """Whether more work makes the values better."""
        return self.play != "greedy" if v.phase != THROW else self._is_decisive(v)

    @property
    def work(self) -> int:
        """The play-outs for a decision of the play."""
        return self.iterations or USUAL_ITERATIONS

    @property
    def _plays_out(self) -> bool:
        """Whether cards are followed to the end of the play."""
        return self.play in ("careful", "tree")

    def _look(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        begun = time.perf_counter()
        if view.phase == THROW:
            options, unit = self._throws(game, view, seat, seed)
        else:
            options, unit = self._plays(game, view, seat, seed)
        samples = max(option.estimate.samples for option in options)
        seconds = time.perf_counter() - begun
        return Analysis.ranked(seat, options, unit, samples=samples, seconds=seconds, seed=seed)

    def _is_decisive(self, p: Cribbage) -> bool:
        return bool(is_decisive(max(p.score0, p.score1), p.score2, self.aware))

    @property
    def _most_worlds(self) -> int:
        """The most worlds that tell the chance to win of a throw."""
        return min(self.worlds or DECISIVE_WORLDS, WORLDS_PER_PLAY_OUT * self.work)

    def _wins(self, v: Cribbage, seat: int, seed: int) -> Wins:
        """The chance to win of each throw."""
        if v.players != 2:
            return many_chances_of_throws(v, seat, max(2, self._most_worlds // MANY_SHARE), seed)
        cards, role = cards_of(v[HAND + seat]), int(role_of(v, seat))
        scores = (v[SCORE + 1 - v.dealer], v[SCORE + v.dealer])
        return win_chances(cards, role, scores, self._most_worlds, seed, WIN_ERROR)

    def _throws(self, game: Game, v: Cribbage, seat: int, seed: int) -> tuple[list[Option], str]:
        cards, role = cards_of(v[HAND + seat]), int(role_of(v, seat))
        if v.players == 2:
            thrown = throws_of(cards, role, self.throw, self.cribs, seed)
        else:
            thrown = many_throws(v, seat, self.throw)
        decisive = self._is_decisive(v)
        options = _throw_options(game, v, thrown)
        if decisive or self.worlds:
            wins = self._wins(v, seat, seed)
            best, worlds = int(np.argmax(wins.chances)), wins.worlds
            for i, option in enumerate(options):
                win = Estimate.sampled(float(wins.chances[i]), float(wins.errors[i, i]), worlds)
                if decisive:
                    options[i] = _won_option(game, option, win, float(wins.errors[best, i]))
                else:
                    options[i] = replace(option, win=win)
        return options, WINS if decisive else POINTS

    def _values(self, v: Cribbage, seat: int, decisive: bool, seed: int) -> dict[int, RankValue]:
        """The value of every rank that may be played."""
        search = PlaySearch(self.play, self.work, self.depth, self.c)
        if v.players != 2:
            return many_plays(v, seat, search, seed)
        lore = shipped_lore()
        return search.values(
            peg_position(v, seat),
            suspects_of(v, seat, lore.keeps),
            unshown_of(v),
            stakes_of(v, seat, int(decisive), lore.throw_sums, lore.win),
            seed,
        )

    def _plays(self, game: Game, v: Cribbage, seat: int, seed: int) -> tuple[list[Option], str]:
        decisive = self._is_decisive(v) and self._plays_out
        values = self._values(v, seat, decisive, seed)
        options = [
            self._play_option(game, v, move, values[move >> 2], decisive)
            for move in game.legal_moves(v)
        ]
        return options, WINS if decisive else POINTS

    def _play_option(
        self, game: Game, v: Cribbage, move: int, value: RankValue, decisive: bool
    ) -> Option:
        option = Option(
            move,
            game.move_text(v, move),
            self._points(value),
            {"at once": float(value.at_once), "later": value.points - value.at_once},
            loss_error=value.loss_error,
        )
        if value.win is None:
            return option
        win = _known(Estimate.sampled(value.win, value.win_error, value.samples), value.is_complete)
        return (
            _won_option(game, option, win, value.win_loss_error)
            if decisive
            else replace(option, win=win)
        )

    def _points(self, value: RankValue) -> Estimate:
        """Points by play-outs, or by a rule that stops before the end of the play."""
        if self._plays_out:
            points = Estimate.sampled(value.points, value.error, value.samples)
            return _known(points, value.is_complete)
        ahead = AT_ONCE if self.play == "greedy" else f"{self.depth} cards ahead"
        return Estimate.judged(value.points, ahead)


def _throw_points(thrown: Throws, value: float, error: float) -> Estimate:
    """Judged, exact, or as well known as pegging and sampled cribs are."""
    if thrown.method in JUDGED_THROWS:
        return Estimate.judged(value, JUDGED_THROWS[thrown.method])
    if thrown.is_exact:
        return Estimate.exact(value)
    points = Estimate.sampled(value, error, thrown.samples or thrown.learned)
    return _known(points, is_complete=thrown.samples == 0)


def _known(sampled: Estimate, is_complete: bool) -> Estimate:
    """A sampled value that says whether more work would leave it as it is."""
    return replace(sampled, stopped_by="complete") if is_complete else sampled


def _throw_options(game: Game, v: Cribbage, thrown: Throws) -> list[Option]:
    """All throws in points."""
    parts = zip(thrown.hand.tolist(), thrown.crib.tolist(), thrown.pegging.tolist(), strict=True)
    errors, loss_errors = thrown.error.tolist(), thrown.loss_error.tolist()
    options = []
    for i, (hand, crib, pegging) in enumerate(parts):
        options.append(
            Option(
                thrown.sets[i],
                game.move_text(v, thrown.sets[i]),
                _throw_points(thrown, hand + crib + pegging, errors[i]),
                {"hand": hand, "crib": crib, "pegging": pegging},
                loss_error=loss_errors[i],
            )
        )
    return options


def _won_option(game: Game, option: Option, win: Estimate, loss_error: float) -> Option:
    """The option counted in wins, as payoffs are: 1 for a win, for a loss -1 or a share of it."""
    (lost, _), span = game.plain_payoffs, game.win_span
    estimate = replace(win, value=span * win.value + lost, error=span * win.error)
    return replace(option, estimate=estimate, parts={}, loss_error=span * loss_error, win=win)
