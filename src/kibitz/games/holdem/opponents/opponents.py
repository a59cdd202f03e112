"""What is known of an opponent: counts with opportunities, never bare percentages.

Every statistic is (made, chances) with a Beta prior; no observation is the prior. Hands
are counted, not actions: VPIP and PFR at most once a hand, blinds and the big blind's
check left out. With a half-life older hands weigh less. The prediction of an action is a
distribution over fold, check or call, and bet or raise in each situation (street, price
and pot): it begins with what anybody does there, is bent by what this player does in
situations like it, and gives way to what he was seen to do in this very one.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from kibitz.core.cards import card_text
from kibitz.core.game import Position
from kibitz.games.holdem.equity.equity import holdem_equity
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.opponents.archetypes import AGGRESSION_DIVIDES, VPIP_DIVIDES
from kibitz.games.holdem.opponents.habits import ACTIONS, GENERIC, RAISES, Floats, Habits
from kibitz.games.holdem.opponents.learning import SeenDecision, learned_habits, raise_size
from kibitz.games.holdem.opponents.situation import (
    FACING_OF,
    FREE,
    SITUATIONS,
    STREET_OF,
    situation,
)
from kibitz.games.holdem.strategy.balanced import Balanced
from kibitz.games.holdem.strategy.strategies import ANSWER_DEALS
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    FLOP,
    FOLD,
    PREFLOP,
    UNKNOWN,
    Holdem,
    big_blind_seat,
    board_card,
    hole,
    is_in,
    pot,
    to_call,
)
from kibitz.games.holdem.table.rules import won
from kibitz.games.holdem.table.sizes import KINDS, kind_of

LEAN = 6.0  # observations that what is known of like situations is worth in a narrower one
BLUFF_BELOW = 0.5  # a shown hand that beats fewer of all hands was a bluff


@dataclass(frozen=True)
class Statistic:
    """Times made out of chances, with what was believed before: a Beta law."""

    made: float
    chances: float
    prior_mean: float
    prior_weight: float = 10.0

    @property
    def rate(self) -> float | None:
        """What was seen, if anything was."""
        return self.made / self.chances if self.chances > 0 else None

    @property
    def beta(self) -> tuple[float, float]:
        """The parameters of the posterior."""
        a = self.prior_mean * self.prior_weight + self.made
        b = (1.0 - self.prior_mean) * self.prior_weight + self.chances - self.made
        return a, b

    @property
    def mean(self) -> float:
        """What is believed now."""
        a, b = self.beta
        return a / (a + b)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the posterior."""
        from scipy.stats import beta

        low, high = beta.ppf((0.025, 0.975), *self.beta)
        return float(low), float(high)

    def chance_below(self, limit: float) -> float:
        """How likely the true rate is below a limit."""
        from scipy.stats import beta

        return float(beta.cdf(limit, *self.beta))


# name: (what people call it, prior mean)
STATISTICS: Mapping[str, tuple[str, float]] = {
    "vpip": ("VPIP", 0.25),
    "pfr": ("PFR", 0.15),
    "three_bet": ("3-bet", 0.07),
    "afq": ("AFq", 0.40),
    "wtsd": ("WTSD", 0.27),
    "wsd": ("W$SD", 0.50),
    "cbet": ("c-bet", 0.60),
    "aggression": ("agg", 0.50),  # bets and raises against calls: AF as a part
    "fold_to_bet": ("fold", 0.20),
    "bluff": ("bluff", 0.20),  # of the bets that were shown
    "bets_when_checked": ("bet", 0.45),
}


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
    decisions: list[SeenDecision] = field(default_factory=list)  # heads-up

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

    def count(self, name: str, made: bool, chance: bool = True) -> None:
        """Count one opportunity."""
        if chance:
            self.chances[name] += 1.0
            self.made[name] += float(made)

    def start_hand(self) -> None:
        """Count a hand, after older ones have faded."""
        if self.half_life is not None:
            self._fade(0.5 ** (1.0 / self.half_life))
        self.hands += 1.0

    def _fade(self, factor: float) -> None:
        self.hands *= factor
        self.actions *= factor
        self.decisions = [seen._replace(weight=factor * seen.weight) for seen in self.decisions]
        for table in (self.made, self.chances, self.sizes):
            for key in table:
                table[key] *= factor  # type: ignore[index]

    def saw(self, p: Position, move: int) -> None:
        """Count an action in its situation."""
        self.actions[situation(p), min(move, RAISES)] += 1.0
        if p.seats == 2:
            self.decisions.append(
                SeenDecision(Holdem(*p), min(move, RAISES), 1.0, raise_size(p, move))
            )

    @property
    def habits(self) -> Habits:
        """What he does in each situation, as far as he is known; else what anybody does."""
        return learned_habits(self.decisions, self.statistic("bluff").mean)

    def predict(self, p: Position) -> dict[str, float]:
        """How likely each action is in this position: sums to 1, never 0 for a legal one."""
        chances = _learned(self.actions)[situation(p)]
        return dict(zip(ACTIONS, chances.tolist(), strict=True))

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
        if not self.decisions:
            return Balanced()
        return Balanced(habits=self.habits.text, deals=deals)


def size_of(p: Position, move: int) -> str:
    """A bet by what it adds against the pot."""
    return kind_of((move - CALL - p.high) / max(1, int(pot(p))))


_FACED = np.where(FACING_OF == FREE, 0, 1)
LIKE = (_FACED, STREET_OF * 2 + _FACED)  # situations that are alike, widest groups first
SAME = np.arange(SITUATIONS) // 2  # but for the size of the pot


def _prior() -> Floats:
    """What anybody does in each situation with any hand."""
    value, bluffs, goes_on, _ = np.repeat(GENERIC.borders, 2, axis=0).T
    raises = bluffs + (1.0 - bluffs) * value
    folds = np.maximum((1.0 - bluffs) * (1.0 - goes_on), np.where(FACING_OF == FREE, 0.0, 0.01))
    chances = np.stack([folds, 1.0 - raises - folds, raises], axis=1)
    prior: Floats = chances / chances.sum(axis=1, keepdims=True)
    return prior


PRIOR = _prior()


def _learned(actions: Floats) -> Floats:
    """The chances of each action in each situation, from how often each was seen."""
    chances = PRIOR.copy()
    totals = actions.sum(axis=1, keepdims=True)
    for groups in LIKE:
        for group in range(int(groups.max()) + 1):
            like = groups == group
            expected = (totals[like] * chances[like]).sum(axis=0)
            chances[like] *= (actions[like].sum(axis=0) + LEAN) / (expected + LEAN)
        chances /= chances.sum(axis=1, keepdims=True)
    both = actions.reshape(-1, 2, len(ACTIONS)).sum(axis=1)[SAME]
    for seen in (both, actions):
        chances = (seen + LEAN * chances) / (seen.sum(axis=1, keepdims=True) + LEAN)
    return chances


def observe(hands: Iterable[Hand], half_life: float | None = None) -> dict[str, Opponent]:
    """The model of every player in these hands, in the order of their appearance."""
    models: dict[str, Opponent] = {}
    for hand in hands:
        for name in hand.players:
            models.setdefault(name, Opponent(name, half_life))
        observe_hand(hand, models)
    return models


def observe_hand(hand: Hand, models: Mapping[str, Opponent]) -> None:
    """Count one hand for everybody in it."""
    view = _HandCounts(hand)
    for seat, name in enumerate(hand.players):
        model = models[name]
        model.start_hand()
        view.count_preflop(seat, model)
        view.count_postflop(seat, model)
        view.count_showdown(seat, model)
    for p, move in view.steps:
        models[hand.players[p.seat]].saw(p, move)


class _HandCounts:
    """The facts of one hand that the statistics ask for."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.steps = list(hand.positions())
        self.end = hand.end
        self.big = int(big_blind_seat(self.end))

    @cached_property
    def preflop(self) -> list[tuple[Position, int]]:
        return [(p, move) for p, move in self.steps if p.stage == PREFLOP]

    @cached_property
    def postflop(self) -> list[tuple[Position, int]]:
        return [(p, move) for p, move in self.steps if p.stage >= FLOP]

    @cached_property
    def last_raiser(self) -> int | None:
        """Who raised last before the flop."""
        return next((p.seat for p, move in reversed(self.preflop) if move > CALL), None)

    def saw_flop(self, seat: int) -> bool:
        dealt = max(p.stage for p, _ in self.steps) >= FLOP or self._all_in_preflop()
        folded = any(p.seat == seat and move == FOLD for p, move in self.preflop)
        return dealt and not folded

    def _all_in_preflop(self) -> bool:
        """Whether the board was run out after everybody was all in before the flop."""
        living = sum(bool(is_in(self.end, seat)) for seat in range(self.end.seats))
        return living > 1 and not self.postflop

    def count_preflop(self, seat: int, model: Opponent) -> None:
        mine = [(p, move) for p, move in self.preflop if p.seat == seat]
        if not mine:
            return  # a walk, or all in from a blind: nothing to decide
        paid = any(move > CALL or (move == CALL and to_call(p, seat) > 0) for p, move in mine)
        model.count("vpip", paid)
        model.count("pfr", any(move > CALL for _, move in mine))
        for p, move in mine:
            model.count("three_bet", move > CALL, chance=p.raises == 2)

    def count_postflop(self, seat: int, model: Opponent) -> None:
        for p, move in self.postflop:
            if p.seat != seat:
                continue
            faced = to_call(p, seat) > 0
            if move > CALL or faced:
                model.count("afq", move > CALL)
            model.count("aggression", move > CALL, chance=move > CALL or (faced and move == CALL))
            model.count("fold_to_bet", move == FOLD, chance=faced)
            model.count("bets_when_checked", move > CALL, chance=not faced)
        if self.last_raiser == seat:
            first = next(
                ((p, move) for p, move in self.postflop if p.seat == seat and p.stage == FLOP), None
            )
            if first is not None and to_call(first[0], seat) == 0:
                model.count("cbet", first[1] > CALL)

    def count_showdown(self, seat: int, model: Opponent) -> None:
        if not self.saw_flop(seat):
            return
        living = sum(bool(is_in(self.end, s)) for s in range(self.end.seats))
        shown = living > 1 and bool(is_in(self.end, seat))
        model.count("wtsd", shown)
        if not shown or not self._is_known():
            return
        model.count("wsd", won(self.end, seat) > 0)
        bets = [(p, move) for p, move in self.postflop if p.seat == seat and move > CALL]
        if bets:
            is_bluff = self._strength(seat) < BLUFF_BELOW
            model.count("bluff", is_bluff)
            model.sizes[is_bluff, size_of(*bets[-1])] += 1.0

    def _is_known(self) -> bool:
        cards = [board_card(self.end, i) for i in range(BOARD)]
        living = [s for s in range(self.end.seats) if is_in(self.end, s)]
        cards += [hole(self.end, s, i) for s in living for i in range(2)]
        return UNKNOWN not in cards

    def _strength(self, seat: int) -> float:
        mine = "".join(card_text(int(hole(self.end, seat, i))) for i in range(2))
        board = "".join(card_text(int(board_card(self.end, i))) for i in range(BOARD))
        return shown_strength(mine, board)


@lru_cache(maxsize=4096)
def shown_strength(mine: str, board: str) -> float:
    """The part of all hands that a shown hand beats on the final board."""
    return holdem_equity([mine], board, opponents=1).hands[0].equity.value


@dataclass(frozen=True)
class LogLoss:
    """How surprised a prediction was, in nats per decision, on hands it had not seen."""

    model: float
    marginal: float
    decisions: int


def held_out_loss(hands: Sequence[Hand], part: float = 0.7) -> LogLoss:
    """The loss of models of the first part of the hands on the rest, against the marginals.

    The marginal prediction of a player is how often he folded, called and raised, with the
    same lean on what anybody does.
    """
    cut = max(1, round(part * len(hands)))
    models = observe(hands[:cut])
    marginals: dict[str, dict[str, float]] = {}
    for name, model in models.items():
        total = model.actions.sum(axis=0) + 1.0
        marginals[name] = dict(zip(ACTIONS, (total / total.sum()).tolist(), strict=True))
    mine, theirs, count = 0.0, 0.0, 0
    for hand in hands[cut:]:
        for p, move in hand.positions():
            name = hand.players[p.seat]
            action = ACTIONS[min(move, CALL + 1)]
            model = models.get(name, Opponent(name))
            mine -= math.log(max(model.predict(p)[action], 1e-9))
            theirs -= math.log(marginals.get(name, dict.fromkeys(ACTIONS, 1 / 3))[action])
            count += 1
    return LogLoss(mine / max(count, 1), theirs / max(count, 1), count)
