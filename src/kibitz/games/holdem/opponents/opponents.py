"""What is known of an opponent: counts with opportunities, never bare percentages.

Every statistic is (made, chances) with a Beta prior; no observation is the prior. With a
half-life older hands weigh less, in the counts and in the prediction alike.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from kibitz.core.game import Position
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.opponents.archetypes import AGGRESSION_DIVIDES, VPIP_DIVIDES
from kibitz.games.holdem.opponents.habits import ACTIONS, RAISES, Floats, Habits
from kibitz.games.holdem.opponents.learning import SeenDecision, learned_habits, raise_size
from kibitz.games.holdem.opponents.notes import HandNotes, SeatNotes, notes_of
from kibitz.games.holdem.opponents.prediction import learned
from kibitz.games.holdem.opponents.situation import SITUATIONS, situation
from kibitz.games.holdem.opponents.statistics import STATISTICS, Statistic
from kibitz.games.holdem.strategy.balanced import Balanced
from kibitz.games.holdem.strategy.strategies import ANSWER_DEALS
from kibitz.games.holdem.table.position import Holdem
from kibitz.games.holdem.table.sizes import KINDS

HELD_OUT = 0.3  # of the hands, the last of them, test the predictions


@dataclass
class Opponent:
    """The counts of one player."""

    name: str
    half_life: float | None = None  # in hands
    hands: float = 0.0
    made: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    chances: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    actions: Floats = field(default_factory=lambda: np.zeros((SITUATIONS, len(ACTIONS))))
    sizes: dict[tuple[bool, str], float] = field(default_factory=lambda: defaultdict(float))
    seen: list[tuple[int, int, Hand]] = field(default_factory=list)  # heads-up: when, which seat
    dealt: int = 0  # hands, none faded

    def statistic(self, name: str) -> Statistic:
        """One statistic with its prior."""
        return Statistic(self.made[name], self.chances[name], STATISTICS[name][1])

    @property
    def aggression_factor(self) -> float | None:
        """Bets and raises to a call after the flop; infinite where there were no calls."""
        pressed = self.made["aggression"]
        called = self.chances["aggression"] - pressed
        if called > 0:
            return pressed / called
        return math.inf if pressed > 0 else None

    def count(self, name: str, made: bool) -> None:
        """Count one opportunity."""
        self.chances[name] += 1.0
        self.made[name] += float(made)

    def take(self, notes: SeatNotes) -> None:
        """Count a hand, after older ones have faded."""
        if self.half_life is not None:
            self._fade(0.5 ** (1.0 / self.half_life))
        self.hands += 1.0
        self.dealt += 1
        for name, made in notes.chances:
            self.count(name, made)
        for bet in notes.bets:
            self.sizes[bet] += 1.0

    def _fade(self, factor: float) -> None:
        self.hands *= factor
        self.actions *= factor
        for table in (self.made, self.chances, self.sizes):
            for key in table:
                table[key] *= factor  # type: ignore[index]

    @property
    def decisions(self) -> Iterator[SeenDecision]:
        """What was seen of him heads-up, each decision with its weight."""
        for dealt, seat, hand in self.seen:
            age = self.dealt - dealt
            weight = 1.0 if self.half_life is None else 0.5 ** (age / self.half_life)
            for p, move in hand.positions():
                if p.seat == seat:
                    size = raise_size(p, move)
                    yield SeenDecision(Holdem(*p), min(move, RAISES), weight, size)

    @property
    def habits(self) -> Habits:
        """What he does in each situation, as far as he is known; else what anybody does."""
        return learned_habits(list(self.decisions), self.statistic("bluff").mean)

    def predict(self, p: Position) -> dict[str, float]:
        """How likely each action is in this position: sums to 1, never 0 for a legal one."""
        return self.predict_in(int(situation(p)))

    def predict_in(self, place: int) -> dict[str, float]:
        """How likely each action is in a situation."""
        return dict(zip(ACTIONS, learned(self.actions)[place].tolist(), strict=True))

    def bluff_belief(self, size: str = "medium") -> float:
        """How likely a bet of that size is a bluff, by Bayes from the hands that were shown."""
        prior = self.statistic("bluff").mean
        under_bluff, under_value = self._likelihood(True, size), self._likelihood(False, size)
        joint = prior * under_bluff
        return joint / (joint + (1.0 - prior) * under_value)

    def _likelihood(self, is_bluff: bool, size: str) -> float:
        seen = [self.sizes.get((is_bluff, s), 0.0) for s in KINDS]
        mine = self.sizes.get((is_bluff, size), 0.0)
        return (mine + 1.0) / (sum(seen) + len(KINDS))

    def archetypes(self) -> dict[str, float]:
        """How likely each archetype is: tight or loose, passive or aggressive."""
        tight = self.statistic("vpip").chance_below(VPIP_DIVIDES)
        half = AGGRESSION_DIVIDES / (1.0 + AGGRESSION_DIVIDES)
        passive = self.statistic("aggression").chance_below(half)
        return {
            "tight-passive": tight * passive,
            "tight-aggressive": tight * (1.0 - passive),
            "loose-passive": (1.0 - tight) * passive,
            "loose-aggressive": (1.0 - tight) * (1.0 - passive),
        }

    def exploiter(self, deals: int = ANSWER_DEALS) -> Balanced:
        """The analyst that plays against this opponent; without evidence, the safe base."""
        if not self.seen:
            return Balanced()
        return Balanced(habits=self.habits.text, deals=deals)


def observe(hands: Iterable[Hand], half_life: float | None = None) -> dict[str, Opponent]:
    """The model of every player in these hands, in the order of their appearance."""
    models: dict[str, Opponent] = {}
    for hand in hands:
        observe_hand(hand, models, half_life)
    return models


def observe_hand(
    hand: Hand, models: dict[str, Opponent], half_life: float | None = None
) -> HandNotes:
    """Count one hand for everybody in it, and keep it in mind where it was heads-up."""
    notes = notes_of(hand)
    observe_notes(notes, models, half_life)
    if hand.game.seats == 2:
        for seat, name in enumerate(hand.players):
            models[name].seen.append((models[name].dealt, seat, hand))
    return notes


def observe_notes(
    notes: HandNotes, models: dict[str, Opponent], half_life: float | None = None
) -> None:
    """Count the notes of a hand for everybody in it; those who are new get a model."""
    for mine in notes.seats:
        if mine.name not in models:
            models[mine.name] = Opponent(mine.name, half_life)
        models[mine.name].take(mine)
    for seat, place, action in notes.decisions:
        models[notes.seats[seat].name].actions[place, action] += 1.0


@dataclass(frozen=True)
class LogLoss:
    """How surprised a prediction was, in nats per decision, on hands it had not seen."""

    model: float
    marginal: float
    decisions: int


class Surprise:
    """Predictions by models that were learned from earlier hands, tested on later ones.

    The marginal prediction of a player is how often he folded, called and raised, with the
    same lean on what anybody does.
    """

    def __init__(self, models: Mapping[str, Opponent]) -> None:
        nobody = Opponent("")
        self._tables = {name: learned(model.actions) for name, model in models.items()}
        self._bare = {name: _marginal(model) for name, model in models.items()}
        self._table, self._even = learned(nobody.actions), _marginal(nobody)
        self._lost = [0.0, 0.0]
        self._count = 0

    def test(self, notes: HandNotes) -> None:
        """Predict every decision of a hand."""
        for seat, place, action in notes.decisions:
            name = notes.seats[seat].name
            chance = self._tables.get(name, self._table)[place, action]
            bare = self._bare.get(name, self._even)[action]
            self._lost[0] -= math.log(max(float(chance), 1e-9))
            self._lost[1] -= math.log(float(bare))
            self._count += 1

    @property
    def loss(self) -> LogLoss:
        count = max(self._count, 1)
        return LogLoss(self._lost[0] / count, self._lost[1] / count, self._count)


def _marginal(model: Opponent) -> Floats:
    total = model.actions.sum(axis=0) + 1.0
    parts: Floats = total / total.sum()
    return parts


class HandWatch:
    """Many hands watched one after the other: models of all, tested on the last of them."""

    def __init__(self, hands: int, half_life: float | None = None) -> None:
        self.models: dict[str, Opponent] = {}
        self.half_life, self.watched = half_life, 0
        self._cut = max(1, round((1.0 - HELD_OUT) * hands))
        self._surprise: Surprise | None = None

    def watch(self, notes: HandNotes) -> None:
        """One hand more; the models that predict it have not seen it or any later one."""
        if self.watched == self._cut:
            self._surprise = Surprise(self.models)
        observe_notes(notes, self.models, self.half_life)
        if self._surprise is not None:
            self._surprise.test(notes)
        self.watched += 1

    @property
    def loss(self) -> LogLoss:
        """How well the models of the first hands predict the others."""
        return LogLoss(0.0, 0.0, 0) if self._surprise is None else self._surprise.loss


def held_out_loss(hands: Sequence[Hand], half_life: float | None = None) -> LogLoss:
    """The loss of models of the first hands on the others, against the marginals."""
    watching = HandWatch(len(hands), half_life)
    for hand in hands:
        watching.watch(notes_of(hand))
    return watching.loss
