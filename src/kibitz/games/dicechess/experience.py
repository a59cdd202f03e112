"""What counted games know of a position: its turns, or how it ended and a turn for each roll.

Few games prove little, so their rate is drawn towards what rollouts say (`Prior`). Rollouts
take long, so an experience comes turn by turn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kibitz.games.dicechess.book import BookTurn, Cell, Lookup, known_turns, opening_turns
from kibitz.games.dicechess.dice import POOLS, dice_text
from kibitz.games.dicechess.equity import STRONG, equity
from kibitz.games.dicechess.rules import DiceChess
from kibitz.stats.shrinkage import PRIOR_GAMES, belief, prior_games


@dataclass(frozen=True)
class Prior:
    """What the judge's rollouts say, as the rate that few games are drawn towards."""

    rollouts: int
    seed: int

    def rate(self, p: DiceChess, seat: int) -> tuple[float, float]:
        """The share of the points for `seat` before a roll, and what it is worth in games."""
        found = equity(p, replace(STRONG, rollouts=self.rollouts), self.seed)
        rate, error = (1 + found.value(seat)) / 2, found.value_error / 2
        return rate, min(PRIOR_GAMES, prior_games(rate, error)) if error else PRIOR_GAMES


@dataclass(frozen=True)
class KnownResults:
    """The games of a position or a turn, and with a prior: what it says, and both together."""

    moves: tuple[str, ...]  # of a turn; empty for a position
    cell: Cell
    rollout: float | None = None
    shrunk: float | None = None
    shrunk_interval: tuple[float, float] | None = None  # 95 %, of the law that `shrunk` is from


@dataclass(frozen=True)
class Experience:
    """What is known so far; `left` turns are still to be rolled out."""

    here: KnownResults | None = None  # before a roll
    turns: tuple[KnownResults, ...] = ()  # of a roll
    rolls: tuple[tuple[str, KnownResults], ...] = ()  # before a roll, a turn for each
    left: int = 0


def experiences(
    p: DiceChess, lookup: Lookup, least: int, limit: int, prior: Prior
) -> Iterator[Experience]:
    """What games know of `p`, from turns of at least `least` games; the last one is whole."""
    if p.dice:
        yield from _of_a_roll(known_turns(p, lookup, least)[:limit], int(p.seat), prior)
    else:
        here = _known((), lookup(p), p, int(p.seat), prior)
        found = opening_turns(p, lookup, least).items()
        rolls = ((dice_text(int(POOLS[roll])), KnownResults(t.moves, t.cell)) for roll, t in found)
        yield Experience(here, rolls=tuple(rolls))


def _of_a_roll(turns: list[BookTurn], seat: int, prior: Prior) -> Iterator[Experience]:
    known = Experience(left=len(turns))
    yield known
    for turn in turns:
        rolled_out = _known(turn.moves, turn.cell, turn.after, seat, prior)
        known = replace(known, turns=(*known.turns, rolled_out), left=known.left - 1)
        yield known


def _known(
    moves: tuple[str, ...], cell: Cell, p: DiceChess, seat: int, prior: Prior
) -> KnownResults:
    if not prior.rollouts:
        return KnownResults(moves, cell)
    rate, worth = prior.rate(p, seat)
    law = belief(cell.score, cell.games, rate, worth)
    return KnownResults(moves, cell, rate, law.rate, law.interval())
