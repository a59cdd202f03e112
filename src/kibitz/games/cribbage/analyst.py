"""The analyst of cribbage: throws and plays in points, with the chance to win beside them.

Near the end (`aware` points from it) values may be chances to win instead: then the unit
is wins, 1 for a win and -1 for a loss. Points and chances are never added.
"""

import math
import time
from dataclasses import dataclass, replace
from typing import ClassVar

from kibitz.core.game import Game, Position
from kibitz.errors import BadValue, UnknownName
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.cribbage.endgame import DECISIVE_WORLDS
from kibitz.games.cribbage.lore import shipped_lore
from kibitz.games.cribbage.many import simple_options
from kibitz.games.cribbage.plays import METHODS as PLAY_METHODS
from kibitz.games.cribbage.plays import PlaySearch, RankValue
from kibitz.games.cribbage.rules import HAND, SCORE, TARGET, THROW, Cribbage
from kibitz.games.cribbage.seen import peg_position, role_of, stakes_of, suspects_of
from kibitz.games.cribbage.text import cards_of
from kibitz.games.cribbage.throws import METHODS as THROW_METHODS
from kibitz.games.cribbage.throws import Throws, throws_of, win_chances

POINTS, WINS = "points", "wins"


@dataclass(frozen=True)
class Counsel(Analyst):
    """Values throws by `throw` (exact, uniform, sample, table, hand), plays by `play`."""

    name: ClassVar[str] = "counsel"
    throw: str = "exact"
    play: str = "tree"
    iterations: int = 4000  # play-outs for a decision of the play
    depth: int = 4  # of the search
    c: float = 4.0  # exploration of the tree, in points
    cribs: int = 500  # sampled for a throw
    worlds: int = 200  # for the chance to win of a throw; 0 leaves it out
    aware: int = 0  # points from the end from which chances to win decide; 0 is never

    def __post_init__(self) -> None:
        for what, method, known in (
            ("throwing", self.throw, THROW_METHODS),
            ("playing", self.play, PLAY_METHODS),
        ):
            if method not in known:
                raise UnknownName(f"method of {what}", method, known)
        for name in ("iterations", "depth", "cribs"):
            if getattr(self, name) < 1:
                raise BadValue(f"{name} {getattr(self, name)} of counsel is less than 1")

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        begun = time.perf_counter()
        if view.players != 2:
            options, unit = simple_options(game, view, seat), POINTS
        elif view.phase == THROW:
            options, unit = self._throws(game, view, seat, seed)
        else:
            options, unit = self._plays(game, view, seat, seed)
        samples = max(option.estimate.samples for option in options)
        seconds = time.perf_counter() - begun
        return Analysis.ranked(seat, options, unit, samples=samples, seconds=seconds, seed=seed)

    def _is_decisive(self, p: Cribbage) -> bool:
        return self.aware > 0 and max(p.score0, p.score1) >= TARGET - self.aware

    def _throws(self, game: Game, v: Cribbage, seat: int, seed: int) -> tuple[list[Option], str]:
        cards, role = cards_of(v[HAND + seat]), int(role_of(v, seat))
        thrown = throws_of(cards, role, self.throw, self.cribs, seed)
        decisive = self._is_decisive(v)
        options = [_throw_option(game, v, thrown, i) for i in range(len(thrown.sets))]
        if decisive or self.worlds:
            scores = (v[SCORE + 1 - v.dealer], v[SCORE + v.dealer])
            worlds = self.worlds or DECISIVE_WORLDS
            wins = win_chances(cards, role, scores, worlds, seed)
            with_win = _won_option if decisive else _option_with_win
            options = [
                with_win(option, float(win), worlds)
                for option, win in zip(options, wins, strict=True)
            ]
        return options, WINS if decisive else POINTS

    def _plays(self, game: Game, v: Cribbage, seat: int, seed: int) -> tuple[list[Option], str]:
        lore, decisive = shipped_lore(), self._is_decisive(v) and self.play == "tree"
        search = PlaySearch(self.play, self.iterations, self.depth, self.c)
        values = search.values(
            peg_position(v, seat),
            suspects_of(v, seat, lore.keeps),
            stakes_of(v, seat, int(decisive), lore.throw_sums, lore.win),
            seed,
        )
        options = [
            _play_option(game, v, move, values[move >> 2], decisive) for move in game.legal_moves(v)
        ]
        return options, WINS if decisive else POINTS


def _throw_option(game: Game, v: Cribbage, thrown: Throws, i: int) -> Option:
    parts = {
        "hand": float(thrown.hand[i]),
        "crib": float(thrown.crib[i]),
        "pegging": float(thrown.pegging[i]),
    }
    estimate = Estimate(
        sum(parts.values()), float(thrown.error[i]), thrown.samples, thrown.is_exact
    )
    return Option(thrown.sets[i], game.move_text(v, thrown.sets[i]), estimate, parts)


def _option_with_win(option: Option, win: float, worlds: int) -> Option:
    """The option in points, with the chance to win beside them."""
    return replace(option, parts={**option.parts, "win": win})


def _won_option(option: Option, win: float, worlds: int) -> Option:
    """The option counted in wins: 1 for a win, -1 for a loss."""
    error = 2 * math.sqrt(win * (1 - win) / worlds)  # at most: chances lie between 0 and 1
    return replace(option, estimate=Estimate(2 * win - 1, error, worlds), parts={"win": win})


def _play_option(game: Game, v: Cribbage, move: int, value: RankValue, decisive: bool) -> Option:
    parts = {} if value.win is None else {"win": value.win}
    estimate = Estimate(value.points, value.error, value.samples, value.samples == 0)
    if decisive and value.win is not None:
        estimate = Estimate(2 * value.win - 1, 2 * value.win_error, value.samples)
    return Option(move, game.move_text(v, move), estimate, parts)
