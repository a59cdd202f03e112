"""How often the errors that analysts report hold: values and losses against 50 times the work.

An analyst is asked about positions of random games, once with its usual work or less and once,
with another seed, with 50 times as much, which stands for the truth. What it calls sampled may
be more than two of its standard errors off in 7 % of the cases and more than four in 0.5 %;
so may the losses, the difference to the best option, of what is sampled and of what is judged
with an error of its own.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.core.game import CHANCE, OVER, Game, Position, play, sample, turn, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import child, generator, stream
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import UNSEEN, Analysis, Estimate, Kind, Option
from kibitz.players.roster import make_analyst

MORE = 50  # times the work, for what stands for the truth
BEYOND_TWO, BEYOND_FOUR = 0.07, 0.005  # the shares that may be so many errors off
ROUNDING = 1e-9


@dataclass(frozen=True)
class Claims:
    """An analyst of a game, with so much work, in so many positions."""

    game: str
    analyst: str
    work: int
    positions: int
    seeds: int = 2


CLAIMS = (
    Claims("tictactoe", "rollout", 500, 40),
    Claims("tictactoe", "mcts", 300, 40),
    Claims("tictactoe", "mcts(proofs=false)", 1000, 20),
    Claims("ultimate", "rollout", 200, 10),
    Claims("ultimate", "mcts", 2000, 20),
    Claims("ultimate", "mcts(c=0.2,playout_plies=4)", 5000, 20),
    Claims("dots(3,3)", "rollout", 400, 10),
    Claims("dots(4,4)", "mcts(c=0.4)", 1000, 10),
    Claims("dots(4,4)", "chains(lines=12)", 1000, 10),
    Claims("nim(3,4,5)", "rollout", 300, 20),
    Claims("octal(kayles,9)", "mcts", 500, 40),
    Claims("kuhn", "rollout", 500, 20),
    Claims("kuhn", "mcts", 1000, 20),
    Claims("kuhn", "cfr", 100, 20, 1),
    Claims("leduc", "rollout", 500, 40),
    Claims("leduc", "mcts", 1000, 40),
    Claims("leduc", "cfr", 100, 60, 1),
    Claims("leduc", "cfr", 1000, 60, 1),
    Claims("battleship", "posterior(budget=1)", 400, 12),
    Claims("battleship(3,2,2,rows=5,cols=6,salvo=true)", "posterior(budget=1)", 400, 20),
    Claims("battleship(3,2,2,rows=5,cols=5,announce=ship)", "posterior(budget=1)", 400, 20),
    Claims("dicechess", "montecarlo", 60, 10),
    Claims("bluff(2,turns=12)", "mcts", 1000, 20),
    Claims("bluff(turns=12)", "foresight", 500, 20),
    Claims("bluff(2,turns=12)", "foresight", 500, 20),
    Claims("holdem", "odds", 200, 30),
    Claims("holdem", "balanced", 200, 20),
)


@dataclass
class Misses:
    """By how many of their errors values and losses were off."""

    values: list[float] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)

    def note(self, found: Analysis, truth: Analysis) -> None:
        """Add one analysis, held to another that is as good as the truth."""
        for option in found.options:
            true = truth.option(option.move)
            self.values += _off(option.estimate, true.estimate)
            if option.win is not None and true.win is not None:
                self.values += _off(option.win, true.win)
            error = loss_error(found, option)
            if option is not found.best and error is not None:
                self.losses.append(_ratio(found.loss(option.move) - truth.loss(option.move), error))

    @property
    def is_honest(self) -> bool:
        """Whether no share is larger than it may be."""
        kinds = [offs for offs in (self.values, self.losses) if offs]
        return all(
            share(offs, 2.0) <= BEYOND_TWO and share(offs, 4.0) <= BEYOND_FOUR for offs in kinds
        )

    @property
    def text(self) -> str:
        return f"{_told(self.values)}   {_told(self.losses)}{'' if self.is_honest else '  *'}"


def _off(found: Estimate, true: Estimate) -> list[float]:
    if found.kind is not Kind.SAMPLED:
        return []
    return [_ratio(found.value - true.value, found.error)]


def _ratio(difference: float, error: float) -> float:
    if abs(difference) < ROUNDING:
        return 0.0
    return abs(difference) / error if error else math.inf


def loss_error(analysis: Analysis, option: Option) -> float | None:
    """The error that an analysis gives the loss of an option; None where it knows none."""
    if option.estimate.by == UNSEEN:
        return None
    if option.loss_error is not None:
        return option.loss_error
    error = math.hypot(option.estimate.error, analysis.best.estimate.error)
    return error if 0.0 < error < math.inf else None


def share(offs: list[float], errors: float) -> float:
    """The share that was more than so many errors off."""
    return sum(off > errors for off in offs) / max(len(offs), 1)


def _told(offs: list[float]) -> str:
    if not offs:
        return f"{'none claimed':>24}"
    return f"{len(offs):6,} {100 * share(offs, 2.0):7.1f} {100 * share(offs, 4.0):8.2f} "


def measured(claims: Claims, factor: int = 1, more: int = MORE) -> Misses:
    """An analyst's errors held to what it says with more work."""
    game, misses = make_game(claims.game), Misses()
    analyst = make_analyst(claims.analyst, game)
    quick = analyst.within(iterations=claims.work)
    thorough = analyst.within(iterations=more * claims.work)
    for number, (p, seat) in enumerate(decisions(game, factor * claims.positions)):
        truth = _asked(thorough, game, p, seat, child(1, number))
        for seed in range(claims.seeds):
            misses.note(_asked(quick, game, p, seat, child(2, number, seed)), truth)
    return misses


def _asked(analyst: Analyst, game: Game, p: Position, seat: int, seed: int) -> Analysis:
    return analyst.analyse(game, view(p, seat), seat, seed)


def decisions(game: Game, count: int) -> Iterator[tuple[Position, int]]:
    """Positions with a choice, one from each of so many random games, with the seat to decide."""
    rng, number, found = generator(3), 0, 0
    while found < count:
        walk = [p for p in _walked(game, child(3, number)) if len(game.legal_moves(p)) > 1]
        number += 1
        if walk:
            p = walk[int(rng.integers(len(walk)))]
            yield p, int(turn(p))
            found += 1


def _walked(game: Game, seed: int) -> Iterator[Position]:
    luck, out, p = stream(seed), game.scratch(), game.start()
    while turn(p) != OVER:
        if turn(p) != CHANCE:
            yield p
        p = play(p, int(sample(p, out, luck)))


def main(factor: int = 1) -> None:
    """Print what share of values and losses is beyond two and four errors."""
    print(f"errors of analysts against {MORE} times the work, per cent beyond two and four")
    print(f"  {'':<70} {'values    two     four':>24}   {'losses    two     four':>24}")
    for claims in CLAIMS:
        name = f"{claims.game} {claims.analyst}, {claims.work:,}"
        print(f"  {name:<70} {measured(claims, factor).text}", flush=True)
    print("  * more than 7 % beyond two errors or 0.5 % beyond four")
