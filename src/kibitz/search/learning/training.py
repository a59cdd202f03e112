"""The training of a judge: rounds of self-play, each followed by passes over the last few rounds.

Every round has streams of its own by its index, and so has every piece of its games: a training
that was killed and goes on from its last state ends with the same bits as one that was not, and
it does not matter who plays the pieces. The judge that comes out is a running mean of the
weights, which is steadier than the last of them.
"""

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Inputs
from kibitz.core.hands import Hands, OwnHands
from kibitz.core.learnable import Learnable, learnable
from kibitz.core.registry import make_game
from kibitz.core.seeds import child, stream
from kibitz.core.stream import Stream
from kibitz.errors import WrongKind
from kibitz.search.learning.lessons import Manner, new_notes
from kibitz.search.learning.net import UNITS, Net, net_of, net_size, new_weights, widened
from kibitz.search.learning.round import judge_rows, learn, lessons
from kibitz.search.limit import check_zero_sum_for_two

LONGEST = 300  # positions of one game that are learned from
PIECE = 25  # games until a kernel returns, with a stream of their own
LAST_RATE = 0.05  # of the first rate, at the end
STEADY = 0.9  # how much of the mean of the weights a round keeps

Gathered = tuple[Inputs, NDArray[np.float64]]  # the rows of a round and their aims


@dataclass(frozen=True)
class TrainingPlan:
    """How a judge is trained."""

    games: int
    seed: int
    units: int = UNITS
    games_per_round: int = 250
    replayed: int = 12  # rounds that are learned from at a time
    passes: int = 1  # over them, after each round
    batch: int = 64
    rate: float = 0.002
    explore: float = 0.1
    trace: float = 0.8
    last_trace: float | None = None  # at the end: shorter aims have less luck in them
    has_one_stream: bool = False  # a round, whose pieces then must be played one after the other
    look: int = 0  # outcomes of chance that an aim averages; 0 for the one that comes
    steady: float = STEADY
    start: str | None = None  # the digest of the judge that it began with

    @property
    def rounds(self) -> int:
        """How many rounds there are; the last may be short."""
        return -(-self.games // self.games_per_round)

    def in_one_stream(self) -> "TrainingPlan":
        """The same with one stream for all games of a round."""
        return replace(self, has_one_stream=True)

    def games_in(self, number: int) -> int:
        """The games of a round."""
        return min(self.games_per_round, self.games - number * self.games_per_round)

    def trace_in(self, number: int) -> float:
        """How far the aims of a round look: from `trace` evenly to `last_trace`."""
        last = self.trace if self.last_trace is None else self.last_trace
        return self.trace + (last - self.trace) * number / max(self.rounds - 1, 1)

    def rate_in(self, number: int) -> float:
        """The step size of a round: it falls along half a cosine."""
        fall = 0.5 + 0.5 * math.cos(math.pi * number / max(self.rounds, 1))
        return self.rate * (LAST_RATE + (1.0 - LAST_RATE) * fall)


@dataclass
class Pupil:
    """A training as it stands after some rounds."""

    weights: Inputs
    mean: Inputs  # Adam's of the gradients
    square: Inputs  # and of their squares
    steady: Inputs  # the running mean of the weights
    aside: Inputs  # what the game keeps besides
    done: int = 0  # rounds
    steps: int = 0
    losses: list[float] = field(default_factory=list)  # of each round
    positions: list[int] = field(default_factory=list)
    kept: list[Gathered] = field(default_factory=list)
    is_between_rounds: bool = True  # else there is nothing that could be kept

    @classmethod
    def new(cls, game: Learnable, plan: TrainingPlan) -> "Pupil":
        """One that knows nothing."""
        inputs = game.most_features
        weights = new_weights(inputs, plan.units, plan.seed)
        mean, square, steady = (np.zeros_like(weights) for _ in range(3))
        nothing = np.empty((0, inputs), np.float32)
        aside = game.aside(nothing[:, 0], nothing, nothing[:, 0], plan.seed)
        return cls(weights, mean, square, steady, aside)

    @classmethod
    def after(cls, before: "Pupil", game: Learnable, plan: TrainingPlan) -> "Pupil":
        """One that begins with what another has learned."""
        weights = widened(before.steady, game.most_features, plan.units, plan.seed)
        mean, square = np.zeros_like(weights), np.zeros_like(weights)
        return cls(weights, mean, square, weights.copy(), before.aside)

    @property
    def digest(self) -> str:
        """A name for what it has learned: equal trainings have equal ones."""
        content = self.steady.tobytes() + self.aside.tobytes()
        return hashlib.sha256(content).hexdigest()[:16]


def check_learnable(game: Learnable, plan: TrainingPlan | None = None) -> None:
    """Refuse a game of another kind than a judge can learn, or not in this way."""
    game.demand("a learned judge", has_secrets=False)
    check_zero_sum_for_two("a learned judge", game)
    if plan is not None and plan.look and not game.averages_chance:
        raise WrongKind(f"lessons of {game.name} do not average chance: drop --look")


def trained(
    game: Learnable, plan: TrainingPlan, pupil: Pupil, hands: Hands | None = None
) -> Iterator[Pupil]:
    """The training round by round, from where it stands; `hands` play the games, if there are."""
    inputs, units = game.most_features, plan.units
    assert len(pupil.weights) == net_size(inputs, units)
    slope = np.zeros_like(pupil.weights)
    nets = tuple(net_of(flat, inputs, units) for flat in (pupil.weights, slope))
    while pupil.done < plan.rounds:
        gathered = _played(game, plan, pupil, hands or OwnHands())
        pupil.is_between_rounds = False
        pupil.kept = [*pupil.kept, gathered][-plan.replayed :]
        pupil.losses.append(_learned(plan, pupil, nets, slope))
        pupil.positions.append(len(gathered[1]))
        worth = np.empty(len(gathered[1]), np.float32)
        judge_rows(nets[0], gathered[0], worth)
        luck = child(plan.seed, pupil.done, 2)
        pupil.aside = game.aside(pupil.aside, gathered[0], worth, luck)
        keep = np.float32(min(plan.steady, pupil.done / (pupil.done + 1)))
        pupil.steady[:] = keep * pupil.steady + (1 - keep) * pupil.weights
        pupil.done += 1
        pupil.is_between_rounds = True
        yield pupil


def _learned(plan: TrainingPlan, pupil: Pupil, nets: tuple[Net, ...], slope: Inputs) -> float:
    """Learn from all that is kept; returns the mean loss of the last pass."""
    rows = np.concatenate([rows for rows, _ in pupil.kept])
    aims = np.concatenate([aims for _, aims in pupil.kept])
    loss, order = math.nan, np.arange(len(aims))
    luck, rate = stream(plan.seed, pupil.done, 1), plan.rate_in(pupil.done)
    for _ in range(plan.passes):
        loss, pupil.steps = learn(
            nets[0], pupil.weights, nets[1], slope, pupil.mean, pupil.square,
            rows, aims, order, pupil.steps, plan.batch, rate, luck,
        )  # fmt: skip
    return float(loss)


def _played(game: Learnable, plan: TrainingPlan, pupil: Pupil, hands: Hands) -> Gathered:
    """The rows and aims of the games of one round, in pieces so that an interrupt is heard."""
    games = plan.games_in(pupil.done)
    pieces = [(first, min(PIECE, games - first)) for first in range(0, games, PIECE)]
    school = School(game.text, plan, pupil.done, pupil.weights, pupil.aside)
    if plan.has_one_stream:
        luck = stream(plan.seed, pupil.done, 0)
        made = [school.lessons(few, luck) for _, few in pieces]
    else:
        made = list(hands.ordered(school, pieces))
    return np.concatenate([r for r, _ in made]), np.concatenate([a for _, a in made])


@dataclass(frozen=True, eq=False)
class School:
    """The task to play a piece of a round, for hands anywhere."""

    game: str
    plan: TrainingPlan
    number: int  # of the round
    weights: Inputs
    aside: Inputs

    def __call__(self, piece: tuple[int, int]) -> Gathered:
        """The games from one on, so many."""
        first, games = piece
        return self.lessons(games, stream(self.plan.seed, self.number, 0, first // PIECE))

    def lessons(self, games: int, luck: Stream) -> Gathered:
        """What so many games leave."""
        game = learnable(make_game(self.game))
        inputs, most = game.most_features, min(LONGEST, game.most_plies)
        rows, aims = np.empty((games * most, inputs), np.float32), np.empty(games * most)
        trace = self.plan.trace_in(self.number)
        manner = Manner(self.plan.explore, trace, float(game.payoff_reach), self.plan.look)
        net, notes = net_of(self.weights, inputs, self.plan.units), new_notes(inputs, most)
        out = game.scratch()
        count = lessons(game.start(), games, net, self.aside, manner, notes, out, luck, rows, aims)
        return rows[:count].copy(), aims[:count].copy()
