"""What a position promises the seat to act: from games that were played, or from an analyst.

The archive answers with its win rate (a draw is half a win) where the Wilson interval is
within the wanted error; with draws that interval is on the safe side, since a score
varies less than a win. Otherwise the analyst answers, once: its value is cached. In
games that are won, drawn or lost a value is turned into the same win rate, or the
chance to win stands for one in points; in others it stays in the unit of the game, and says so.

Before a roll there is nothing to analyse. There the game's own expectation (rollouts) takes
the analyst's place, and games too few to answer alone draw it towards their rate: it
counts as `PRIOR_GAMES` games, or as fewer where its error is large.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from kibitz.core.counted import Counted, counted
from kibitz.core.game import CHANCE, Game, Position, turn, view
from kibitz.errors import BadValue, WrongKind
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Kind
from kibitz.players.roster import default_analyst
from kibitz.stats.shrinkage import PRIOR_GAMES, belief, prior_games
from kibitz.store.archive import Archive
from kibitz.store.entry import position_key
from kibitz.store.positions import Counts
from kibitz.store.values import cached_value, save_value

WANTED_ERROR = 0.05
WIN_RATE = "win rate"
ROLLOUTS = "rollouts"
BOTH = "archive and rollouts"


@dataclass(frozen=True)
class Prospect:
    """An expectation for the seat to act with its 95 % interval, and where it comes from."""

    seat: int
    value: float
    low: float  # of all that the game can pay, where the analyst judges
    high: float
    unit: str  # "win rate", or that of the game
    source: str  # "archive", "analyst", "rollouts", "archive and rollouts" or "cache"
    n: int  # games in the archive, or samples of the analyst or the rollouts
    is_exact: bool
    analyst: str | None  # who answered, or drew the answer its way, where it was not the archive
    counts: Counts  # what the archive knows of it in any case
    by: str = ""  # what the analyst judges by, where he does


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
    rules = counted(game)
    seat = rules.counted_seat(position)
    if seat is None:
        where = game.position_text(position)
        raise BadValue(f"nobody decides in {where}: {game.whose_turn(position)}")
    spot = CountedSpot(archive, rules, position, seat, seed)
    if spot.counts.n:
        low, high = spot.counts.interval
        if (high - low) / 2 <= wanted_error:
            return _from_games(seat, spot.counts)
    if turn(position) == CHANCE:
        return _from_expectation(spot)
    return _from_analyst(spot, analyst or default_analyst(game))


@dataclass(frozen=True)
class CountedSpot:
    """A position in its canonical form, and where its numbers are kept."""

    archive: Archive
    game: Counted
    position: Position
    seat: int
    seed: int

    @cached_property
    def known(self) -> tuple[Position, int]:
        return self.game.canonical(self.position, self.seat)

    @cached_property
    def counts(self) -> Counts:
        """What the archive knows of it."""
        return self.archive.positions.counts(self.game.text, *self.known)

    def valued(self, by: str, value: Callable[[], Estimate]) -> tuple[Estimate, bool]:
        """What it is worth, and whether that was found in the archive, kept there `by` a name."""
        known, seat = self.known
        where = (self.archive, self.game.text, position_key(known), seat, by)
        found = cached_value(*where)
        if found is not None:
            return found, True
        found = value()
        save_value(*where, found)
        return found, False


def _from_games(seat: int, counts: Counts) -> Prospect:
    rate, (low, high) = counts.points / counts.n, counts.interval
    return Prospect(seat, rate, low, high, WIN_RATE, "archive", counts.n, False, None, counts)


def _from_analyst(spot: CountedSpot, asked: Analyst) -> Prospect:
    game, seat = spot.game, spot.seat
    known = view(spot.position, seat)
    try:
        found, is_kept = spot.valued(
            f"{asked.text} in {game.unit}",
            lambda: _promised(game, asked.analyse(game, known, seat, spot.seed), asked),
        )
    except WrongKind:
        if spot.counts.n:
            return _from_games(seat, spot.counts)  # few as they are
        raise
    source = "cache" if is_kept else "analyst"
    value, low, high, unit = _in_its_unit(game, found)
    by = asked.text if is_kept and found.by else found.by
    facts = (source, found.samples, found.is_exact, asked.text, spot.counts, by)
    return Prospect(seat, value, low, high, unit, *facts)


def _promised(game: Game, analysis: Analysis, asked: Analyst) -> Estimate:
    """What the best option pays: its value, or its chance to win where that is in another unit."""
    best, (lost, _) = analysis.best, game.plain_payoffs
    if analysis.unit == game.unit:
        return best.estimate
    if game.is_paid or best.win is None:
        told = f"{asked.name} counts in {analysis.unit}"
        raise WrongKind(f"{told}, which does not say what {game.name} pays in {game.unit}")
    win, span = best.win, game.win_span
    return replace(win, value=lost + span * win.value, error=span * win.error)


def _from_expectation(spot: CountedSpot) -> Prospect:
    """The game's own expectation, drawn towards the rate of the games there are."""
    game, seat, counts = spot.game, spot.seat, spot.counts
    found, is_kept = spot.valued(game.expectation_by, lambda: _expectation(spot))
    prior, low, high, unit = _in_its_unit(game, found)
    if unit == WIN_RATE and counts.n and not found.is_exact:
        error = found.error / game.win_span
        worth = min(PRIOR_GAMES, prior_games(prior, error)) if error > 0 else PRIOR_GAMES
        law = belief(counts.points, counts.n, prior, worth)
        value, (low, high) = law.rate, law.interval()
        facts = (BOTH, counts.n, False, game.expectation_by, counts)
        return Prospect(seat, value, low, high, unit, *facts)
    source = "cache" if is_kept else ROLLOUTS
    told = (source, found.samples, found.is_exact, game.expectation_by, counts)
    return Prospect(seat, prior, low, high, unit, *told)


def _expectation(spot: CountedSpot) -> Estimate:
    found = spot.game.expectation(spot.position, spot.seat, spot.seed)
    if found is None:
        where = spot.game.position_text(spot.position)
        raise BadValue(f"nobody decides in {where}: {spot.game.whose_turn(spot.position)}")
    return found


def _in_its_unit(game: Game, found: Estimate) -> tuple[float, float, float, str]:
    bounds = game.least_payoff, game.greatest_payoff
    low, high = bounds if found.kind is Kind.JUDGED else found.interval
    if not game.is_won_or_lost:
        return found.value, low, high, game.unit
    value, low, high = (game.chance_to_win(x) for x in (found.value, low, high))
    return value, low, high, WIN_RATE
