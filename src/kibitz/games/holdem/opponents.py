"""What is known of an opponent: counts with opportunities, never bare percentages.

Every statistic is (made, chances) with a Beta prior; no observation is the prior. Hands
are counted, not actions: VPIP and PFR at most once a hand, blinds and the big blind's
check left out. With a half-life older hands weigh less. The prediction of an action is a
distribution over fold, check or call, and bet or raise, by street, price and pot, each
context leaning on the wider one above it until it has evidence of its own.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from kibitz.core.cards import card_text
from kibitz.core.game import Position
from kibitz.games.holdem.archetypes import AGGRESSION_DIVIDES, VPIP_DIVIDES
from kibitz.games.holdem.equity import holdem_equity
from kibitz.games.holdem.odds import TWO_THIRDS, EquityOdds
from kibitz.games.holdem.phh import Hand
from kibitz.games.holdem.position import (
    BOARD,
    CALL,
    FLOP,
    FOLD,
    PREFLOP,
    UNKNOWN,
    big_blind_seat,
    board_card,
    hole,
    is_in,
    pot,
    to_call,
)
from kibitz.games.holdem.rules import won

ACTIONS = ("fold", "call", "raise")
LEAN = 8.0  # observations that a wider context is worth in a narrower one
EVIDENCE = 60.0  # hands after which half of a read is believed
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
    actions: dict[tuple[str, ...], dict[str, float]] = field(default_factory=dict)
    price: float = 0.0  # of the bets that were faced after the flop, as parts of the pot, added up
    sizes: dict[tuple[bool, str], float] = field(default_factory=lambda: defaultdict(float))

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
        self.price *= factor
        for table in (self.made, self.chances, self.sizes, *self.actions.values()):
            for key in table:  # type: ignore[attr-defined]
                table[key] *= factor  # type: ignore[index]

    def saw(self, p: Position, move: int) -> None:
        """Count an action in every context it stands in."""
        action = ACTIONS[min(move, CALL + 1)]
        for context in contexts(p):
            self.actions.setdefault(context, dict.fromkeys(ACTIONS, 0.0))[action] += 1.0

    def predict(self, p: Position) -> dict[str, float]:
        """How likely each action is in this position: sums to 1, never 0 for a legal one."""
        odds = _prior(p)
        for context in contexts(p):
            seen = self.actions.get(context)
            if seen:
                total = sum(seen.values()) + LEAN
                odds = {a: (seen[a] + LEAN * odds[a]) / total for a in ACTIONS}
        return _legal(p, odds)

    def bluff_belief(self, size: str = "medium") -> float:
        """How likely a bet of that size is a bluff, by Bayes from the hands that were shown."""
        prior = self.statistic("bluff").mean
        under_bluff, under_value = self._likelihood(True, size), self._likelihood(False, size)
        joint = prior * under_bluff
        return joint / (joint + (1.0 - prior) * under_value)

    def _likelihood(self, is_bluff: bool, size: str) -> float:
        seen = [self.sizes.get((is_bluff, s), 0.0) for s in SIZES]
        mine = self.sizes.get((is_bluff, size), 0.0)
        return (mine + 1.0) / (sum(seen) + len(SIZES))

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

    def exploiter(self, samples: int = 1000) -> EquityOdds:
        """The analyst that plays against this opponent; without evidence, the safe base."""
        weight = self.hands / (self.hands + EVIDENCE)
        pfr, fold = self.statistic("pfr").mean, self.statistic("fold_to_bet")
        price = (self.price + 4.0) / (fold.chances + 10.0)  # mean price, with a prior of 0.4
        return EquityOdds(
            samples,
            plays=round(self.statistic("vpip").mean, 4),
            opens=round(pfr, 4),
            reraises=round(min(pfr, self.statistic("three_bet").mean), 4),
            bets=round(self.statistic("bets_when_checked").mean, 4),
            bluff=round(min(0.9, self.statistic("bluff").mean), 4),
            fold=round(fold.mean * TWO_THIRDS / price, 4),
            weight=round(weight, 4),
        )


SIZES = ("small", "medium", "big")


def size_of(p: Position, move: int) -> str:
    """A bet by what it adds against the pot."""
    part = (move - CALL - p.high) / max(1, int(pot(p)))
    return SIZES[0] if part < 0.4 else SIZES[1] if part < 0.85 else SIZES[2]


def contexts(p: Position) -> Sequence[tuple[str, ...]]:
    """The contexts of a decision, from the widest to the narrowest."""
    call, size = int(to_call(p, p.seat)), int(pot(p))
    street = "preflop" if p.stage == PREFLOP else "flop" if p.stage == FLOP else "later"
    price = call / (size + call)
    facing = (
        "free" if call == 0 else "cheap" if price < 0.22 else "fair" if price < 0.34 else "dear"
    )
    deep = "big pot" if size > 12 * p.big else "small pot"
    faced = "free" if call == 0 else "bet"
    return ((faced,), (street, faced), (street, facing), (street, facing, deep))


def _prior(p: Position) -> dict[str, float]:
    """What anybody does: the dearer, the more folds."""
    call, size = int(to_call(p, p.seat)), int(pot(p))
    if call == 0:
        return {"fold": 0.0, "call": 0.65, "raise": 0.35}
    fold = min(0.7, 0.25 + 0.7 * call / (size + call))
    return {"fold": fold, "call": 0.75 * (1 - fold), "raise": 0.25 * (1 - fold)}


def _legal(p: Position, odds: dict[str, float]) -> dict[str, float]:
    """The distribution over what may be done: nobody folds where he may check."""
    if int(to_call(p, p.seat)) > 0:
        return odds
    rest = odds["call"] + odds["raise"]
    return {"fold": 0.0, "call": odds["call"] / rest, "raise": odds["raise"] / rest}


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
            if faced:
                model.price += float(to_call(p, seat)) / float(pot(p))
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
    """How surprised a prediction was, in nats a decision, on hands it had not seen."""

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
        total = dict.fromkeys(ACTIONS, 1.0)
        for context, seen in model.actions.items():
            if len(context) == 1:
                total = {a: total[a] + seen[a] for a in ACTIONS}
        whole = sum(total.values())
        marginals[name] = {a: total[a] / whole for a in ACTIONS}
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
