"""What a position promises the seat to act: from games that were played, or from an analyst.

The archive answers with its win rate (a draw is half a win) where the Wilson interval is
within the wanted error; with draws that interval is on the safe side, since a score
varies less than a win. Otherwise the analyst answers, once: its value is cached. In
games that are won, drawn or lost a value of -1 to 1 is turned into the same win rate;
in others it stays in the unit of the game, and says so.
"""

from dataclasses import dataclass
from typing import cast

from kibitz.core.game import CHANCE, OVER, Game, Position, turn, view
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Estimate
from kibitz.players.roster import default_analyst
from kibitz.stats.significance import wilson_interval
from kibitz.store.archive import Archive
from kibitz.store.entry import position_key
from kibitz.store.positions import Counts
from kibitz.store.values import cached_value, save_value

WANTED_ERROR = 0.05
WIN_RATE = "win rate"


@dataclass(frozen=True)
class Prospect:
    """An expectation for the seat to act with its 95 % interval, and where it comes from."""

    seat: int
    value: float
    low: float
    high: float
    unit: str  # "win rate", or that of the game
    source: str  # "archive", "analyst" or "cache"
    n: int  # games in the archive, or samples of the analyst
    is_exact: bool
    analyst: str | None  # who answered, where it was not the archive
    counts: Counts  # what the archive knows of it in any case


def prospect(
    archive: Archive,
    game: Game,
    position: Position,
    *,
    wanted_error: float = WANTED_ERROR,
    analyst: Analyst | None = None,
    seed: int = 0,
) -> Prospect:
    """What `position` promises the seat to act, to within `wanted_error` where it can be had."""
    if not 0.0 < wanted_error <= 0.5:
        raise BadValue(f"the wanted error {wanted_error} is not above 0 and at most 0.5")
    seat = turn(position)
    if seat in (CHANCE, OVER):
        where = game.position_text(position)
        raise BadValue(f"nobody decides in {where}: {game.whose_turn(position)}")
    known = view(position, seat)
    counts = archive.positions.counts(game.text, known, seat)
    if counts.n:
        played = _from_games(seat, counts)
        if (played.high - played.low) / 2 <= wanted_error:
            return played
    return _from_analyst(archive, game, known, seat, analyst, seed, counts)


def _from_games(seat: int, counts: Counts) -> Prospect:
    low, high = wilson_interval(cast(int, counts.points), counts.n)  # half a win is fine there
    rate = counts.points / counts.n
    return Prospect(seat, rate, low, high, WIN_RATE, "archive", counts.n, False, None, counts)


def _from_analyst(
    archive: Archive,
    game: Game,
    known: Position,
    seat: int,
    analyst: Analyst | None,
    seed: int,
    counts: Counts,
) -> Prospect:
    asked = analyst or default_analyst(game)
    key, source = position_key(known), "cache"
    found = cached_value(archive, game.text, key, seat, asked.text)
    if found is None:
        found, source = asked.analyse(game, known, seat, seed).best.estimate, "analyst"
        save_value(archive, game.text, key, seat, asked.text, found)
    value, low, high, unit = _in_its_unit(game, found)
    facts = (source, found.samples, found.is_exact, asked.text, counts)
    return Prospect(seat, value, low, high, unit, *facts)


def _in_its_unit(game: Game, found: Estimate) -> tuple[float, float, float, str]:
    low, high = found.interval
    if (game.unit, game.least_payoff, game.greatest_payoff) != ("wins", -1.0, 1.0):
        return found.value, low, high, game.unit
    value, low, high = ((min(max(x, -1.0), 1.0) + 1.0) / 2.0 for x in (found.value, low, high))
    return value, low, high, WIN_RATE
