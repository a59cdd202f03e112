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
from kibitz.games.holdem.opponents.counting import ONE_RAISE, HandFacts, HandStep
from kibitz.games.holdem.opponents.habits import ACTIONS, RAISES, Floats, Habits
from kibitz.games.holdem.opponents.learning import SeenDecision, learned_habits, raise_size
from kibitz.games.holdem.opponents.prediction import learned
from kibitz.games.holdem.opponents.situation import SITUATIONS, situation
from kibitz.games.holdem.opponents.statistics import STATISTICS, Statistic
from kibitz.games.holdem.strategy.balanced import Balanced
from kibitz.games.holdem.strategy.strategies import ANSWER_DEALS
from kibitz.games.holdem.table.position import CALL, FLOP, FOLD, Holdem
from kibitz.games.holdem.table.sizes import KINDS

BLUFF_BELOW = 0.5  # a shown hand that beats fewer of all hands was a bluff
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

    def start_hand(self, hand: Hand, seat: int) -> None:
        """Count a hand, after older ones have faded."""
        if self.half_life is not None:
            self._fade(0.5 ** (1.0 / self.half_life))
        self.hands += 1.0
        self.dealt += 1
        if hand.game.seats == 2:
            self.seen.append((self.dealt, seat, hand))

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
) -> HandFacts:
    """Count one hand for everybody in it; those who are new get a model."""
    facts = HandFacts(hand)
    for seat, name in enumerate(hand.players):
        if name not in models:
            models[name] = Opponent(name, half_life)
        model = models[name]
        model.start_hand(hand, seat)
        mine = facts.of(seat)
        for step in mine:
            model.actions[step.situation, min(step.move, RAISES)] += 1.0
        _count_preflop([step for step in mine if step.stage < FLOP], model)
        _count_postflop([step for step in mine if step.stage >= FLOP], model)
        _count_continuation(facts, seat, model)
        _count_showdown(facts, seat, model)
    return facts


def _count_preflop(mine: Sequence[HandStep], model: Opponent) -> None:
    if not mine:
        return  # a walk, or all in from a blind: nothing to decide
    model.count("vpip", any(s.is_raise or (s.move == CALL and s.price > 0) for s in mine))
    model.count("pfr", any(step.is_raise for step in mine))
    for step in mine:
        if step.bets == ONE_RAISE:
            model.count("three_bet", step.is_raise)


def _count_postflop(mine: Sequence[HandStep], model: Opponent) -> None:
    for step in mine:
        faced = step.price > 0
        if step.is_raise or faced:
            model.count("afq", step.is_raise)
        if step.is_raise or (faced and step.move == CALL):
            model.count("aggression", step.is_raise)
        if faced:
            model.count("fold_to_bet", step.move == FOLD)
        else:
            model.count("bets_when_checked", step.is_raise)


def _count_continuation(facts: HandFacts, seat: int, model: Opponent) -> None:
    """A continuation bet: the flop bet by who raised last before it, where nobody else has."""
    if facts.last_raiser == seat:
        first = next((s for s in facts.postflop if s.seat == seat and s.stage == FLOP), None)
        if first is not None and first.price == 0:
            model.count("cbet", first.is_raise)


def _count_showdown(facts: HandFacts, seat: int, model: Opponent) -> None:
    if seat not in facts.saw_flop:
        return
    shown = facts.is_showdown and seat in facts.living
    model.count("wtsd", shown)
    if not shown or facts.winners is None:
        return
    model.count("wsd", seat in facts.winners)
    bets = [step for step in facts.postflop if step.seat == seat and step.is_raise]
    if bets:
        is_bluff = facts.strength(seat) < BLUFF_BELOW
        model.count("bluff", is_bluff)
        model.sizes[is_bluff, bets[-1].size] += 1.0


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

    def test(self, facts: HandFacts) -> None:
        """Predict every decision of a hand."""
        for step in facts.steps:
            name, action = facts.hand.players[step.seat], min(step.move, RAISES)
            chance = self._tables.get(name, self._table)[step.situation, action]
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

    def watch(self, hand: Hand) -> None:
        """One hand more; the models that predict it have not seen it or any later one."""
        if self.watched == self._cut:
            self._surprise = Surprise(self.models)
        facts = observe_hand(hand, self.models, self.half_life)
        if self._surprise is not None:
            self._surprise.test(facts)
        self.watched += 1

    @property
    def loss(self) -> LogLoss:
        """How well the models of the first hands predict the others."""
        return LogLoss(0.0, 0.0, 0) if self._surprise is None else self._surprise.loss


def held_out_loss(hands: Sequence[Hand], half_life: float | None = None) -> LogLoss:
    """The loss of models of the first hands on the others, against the marginals."""
    watching = HandWatch(len(hands), half_life)
    for hand in hands:
        watching.watch(hand)
    return watching.loss
