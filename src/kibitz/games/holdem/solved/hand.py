"""Both ranges along a hand, and the decision to be made now.

Both seats begin with every combo. A seat either follows solutions or errs, and nobody knows
which: its range is the sum of both, each multiplied by how often that player makes a move, so
that lines which solutions hardly take soon tell of one who errs. Who follows shares moves of
almost the same worth, since values are known only so closely; who errs sees what moves are worth,
but not clearly. Where hardly any combo makes a move, the street is solved again from there, and a
note says so. Where hardly any raise at all after the flop, what raising is worth was never
settled: then one who errs raises the best hands, with as many bluffs as make a call neither good
nor bad. A player who has followed these solutions himself knows better what he would hold: just
what they play.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.solved.holdings import StreetHoldings
from kibitz.games.holdem.solved.points import (
    FOLDED,
    Doubles,
    SolvedStreet,
    StreetPoint,
    find_decision,
)
from kibitz.games.holdem.solved.preflop_tree import Blinds
from kibitz.games.holdem.solved.shoves import (
    CLASS_ITERATIONS,
    ITERATIONS,
    ShoveAnswers,
    ShoveStakes,
    call_values,
    shove_answers,
)
from kibitz.games.holdem.solved.story import is_told, street_moves
from kibitz.games.holdem.solved.streets import FAINT, StreetStart
from kibitz.games.holdem.table.position import (
    FEW,
    PREFLOP,
    SHOWN,
    Holdem,
    board_card,
    hole,
    level_at,
    started,
)

Flags = NDArray[np.bool_]
FLOOR = 0.02  # how often a combo is taken to go all in where that gains it nothing
LOOSE = 0.5  # how likely a seat is no follower of solutions, but somebody who errs
ERRS = 0.1  # of the pot: a loss at which such a player makes a move a third as often
SHY = 0.3  # of a bet: what such a player fears to lose by it with a hand that never wins
ODD = 0.2  # how often a follower who raises picks a size that the solution hardly has
SOFT = 0.01  # of the pot after a call: a loss at which half as many go all in before the flop
RARE = 0.03  # of a range: a move that fewer make widens it
UNSURE = 0.06  # of a range: where fewer raise at all, nobody knows which ones would
RAISERS, LEADERS = 0.08, 0.2  # the best part of a range, that raises and bets then
DOUBT = 0.5  # part of a range that goes by the values of moves alone
VAGUE = (1.0, 0.03, 0.06, 0.03, 0.02)  # of the pot, by street: how closely values are known
UNFIT = "the line of betting does not fit the position"
STREETS = ("", "before the flop", "on the flop", "on the turn", "on the river")


@dataclass
class HandWalk:
    """A hand up to the decision of the seat to act; `full` solves flops to the end."""

    view: Holdem
    seat: int
    full: bool = False
    seconds: float | None = None
    weights: list[Doubles] = field(default_factory=lambda: [np.ones(COMBOS), np.ones(COMBOS)])
    loose: list[Doubles] = field(init=False)  # the part of these that somebody holds who errs
    notes: list[str] = field(default_factory=list)
    solution: SolvedStreet | None = None  # of this street; none where one is all in off the menu
    path: tuple[int, ...] = ()
    began: dict[int, tuple[Doubles, Doubles]] = field(default_factory=dict)  # ranges by street
    first: int = PREFLOP  # the street on which both had these weights
    is_own: bool = False  # the seat has played by these solutions: its range is what they play
    lifted: Flags = field(default_factory=lambda: np.zeros(COMBOS, np.bool_))  # see `_scale`
    point: StreetPoint = field(init=False)

    def __post_init__(self) -> None:
        self.loose = [LOOSE * row for row in self.weights]
        if self.is_own:
            self.loose[self.seat] *= 0.0
        first = self.first
        if first == PREFLOP and not is_told(self.view):
            first = int(self.view.stage)
            self.notes.append("the earlier betting is not known: both may hold anything")
        for stage in range(first, self.view.stage + 1):
            self._street(stage)

    @property
    def combo(self) -> int:
        """The cards of the seat to act."""
        return int(COMBO[int(hole(self.view, self.seat, 0)), int(hole(self.view, self.seat, 1))])

    @property
    def start(self) -> StreetStart:
        """The street that is being played, as it began."""
        return self.start_of(self.view.stage)

    @property
    def holdings(self) -> StreetHoldings:
        return StreetHoldings(self.start.board)

    def start_of(self, stage: int) -> StreetStart:
        """A street as it began."""
        v, blinds = self.view, blinds_of(self.view)
        level = int(v.ante) if stage == PREFLOP else int(level_at(v, stage))
        board = tuple(int(board_card(v, i)) for i in range(SHOWN[stage]))
        chips = (2 * level, blinds.stack + blinds.ante - level)
        return StreetStart(board, *chips, blinds, v.kind == FEW, self.full, self.seconds)

    def _street(self, stage: int) -> None:
        start, moves = self.start_of(stage), street_moves(self.view, stage).moves
        amounts = tuple(min(to, start.stack) for _, to in moves)
        self._scale(start.board)
        self.began[stage] = self._ranges
        shove = _shove_at(start, amounts)
        known = amounts[:shove]
        solution = start.solved(self._ranges, known, 0)
        for number, (seat, _) in enumerate(moves):
            point = _point(solution, amounts[:number])
            if number == shove:
                self._shoved(start, point)
                return
            if self._follow(point, amounts[number], seat, stage):
                self._scale(start.board)
                solution = start.solved(self._ranges, known, number + 1)
        if stage == self.view.stage:
            self.solution, self.path = solution, amounts
            self.point = _point(solution, amounts)

    @property
    def _ranges(self) -> tuple[Doubles, Doubles]:
        return self.weights[0], self.weights[1]

    def _scale(self, board: tuple[int, ...]) -> None:
        """Take the board's cards out; the seat's own stay in its range, however unlikely.

        With any combo that was lifted so (`lifted`), the seat would have found something else.
        """
        for seat in (0, 1):
            fits = ~np.isin(COMBO_CARDS, board).any(axis=1)
            heaviest = max(float((self.weights[seat] * fits).max()), 1e-300)
            share = np.where(fits, 1 / heaviest, 0.0)
            self._multiply(seat, share, share)
        own = self.weights[self.seat]
        self.lifted |= own < 1.01 * FAINT
        own[self.combo] = max(float(own[self.combo]), 1.01 * FAINT)

    def _follow(self, point: StreetPoint, amount: int, seat: int, stage: int) -> bool:
        """Multiply a seat's range by how often it does that; whether it had to be widened."""
        action = point.action(amount)
        if action is None:
            raise BadValue(UNFIT)
        if self.is_own and seat == self.seat:
            kept = self.weights[seat] * point.played[action]
            if kept.sum() > FAINT * self.weights[seat].sum():
                self.weights[seat] = kept
                return False
            self.loose[seat] = LOOSE * self.weights[seat]
        raises = [a for a, to in enumerate(point.amounts) if to > 0]
        is_rare = point.share(action) < RARE
        hands = StreetHoldings(self.start_of(stage).board)
        follows, errs = doubted(point, stage), erring(point, hands)[action]
        often, to = follows[action], "widened to the hands that lose least by it"
        if is_rare and amount > 0:
            often = ODD * follows[raises].sum(axis=0)
            if stage != PREFLOP and sum(map(point.share, raises)) < UNSURE:
                errs = bold_hands(point, amount, self.weights[seat], hands)
                to = "taken to be the best hands, and some bluffs"
        self._multiply(seat, often, errs)
        if is_rare:
            who = "you hold" if seat == self.seat else "they hold"
            self.notes.append(
                f"{STREETS[stage]} the solution hardly ever does what was done: what {who} is {to}"
            )
        return is_rare

    def _multiply(self, seat: int, follows: Doubles, errs: Doubles) -> None:
        """Multiply a range by how often those do something who follow solutions, and who err."""
        solid = (self.weights[seat] - self.loose[seat]) * follows
        self.loose[seat] = self.loose[seat] * errs
        self.weights[seat] = solid + self.loose[seat]

    def _shoved(self, start: StreetStart, point: StreetPoint) -> None:
        """The other seat went all in off the menu: what with, and what to answer."""
        shover, hands = point.seat, StreetHoldings(start.board)
        answers, stakes = shove_game(start, point)
        push = np.maximum(answers.push, FLOOR / 20)
        is_judged = not start.board and not _is_first(start, point)
        if is_judged:  # few would rather play on with the best hands, whatever that is worth
            gain = answers.value - hands.gathered(point.mean)
            push = np.maximum(push, 1 / (1 + np.exp(-gain / (SOFT * stakes.whole))))
        often = np.nan_to_num(hands.spread(push))
        self._multiply(shover, often, often)
        call = call_values(hands, stakes, hands.gathered(self.weights[shover]))
        often = hands.spread(np.where(call < 0, 0, answers.call) if is_judged else answers.call)
        bets = list(point.bets)
        bets[shover] = start.stack
        self.point = StreetPoint(
            1 - shover,
            (bets[0], bets[1]),
            stakes.pot + stakes.shover,
            (FOLDED, 0),
            np.stack([1 - often, often]),
            np.stack([0 * often, hands.spread(call)]),
            self._ranges,
        )


def bold_hands(point: StreetPoint, amount: int, weights: Doubles, hands: StreetHoldings) -> Doubles:
    """How often combos raise where a solution hardly does: the best of them, and some bluffs.

    Of the bluffs there are so many that a call gains nothing against the whole.
    """
    me, other = point.seat, 1 - point.seat
    equity = np.nan_to_num(hands.equities(point.reach[other]))
    order = np.argsort(-equity, kind="stable")
    better = np.empty(COMBOS)
    better[order] = np.cumsum(weights[order]) - weights[order]
    part = RAISERS if max(point.bets) > 0 else LEADERS
    is_best = better < part * weights.sum()
    best = float(weights[is_best].sum())
    call, size = amount - point.bets[other], point.pot + amount - point.bets[me]
    bluffs = best * call / size / max(float(weights.sum()) - best, 1e-9)
    return np.where(is_best, 1.0, min(bluffs, 1.0))


def blinds_of(v: Holdem) -> Blinds:
    """What is posted, and the chips of the shorter stack."""
    shorter = min(int(started(v, 0)), int(started(v, 1)))
    return Blinds(int(v.small), int(v.big), int(v.ante), shorter - int(v.ante))


def doubted(point: StreetPoint, stage: int) -> Doubles:
    """How often moves are made, for all that is known.

    Moves that are worth almost the same cannot be told apart: a solution takes one of them and
    leaves the other, a player might as well do the reverse. So half of the range goes by the
    values, known no closer than `VAGUE`: fitted before the flop, by pairs of hands on it, and
    later from solutions that stop short of the end.
    """
    loss = np.nan_to_num(point.best - point.values, nan=point.pot)
    liked = np.exp(-np.maximum(loss, 0.0) / (VAGUE[stage] * point.pot))
    mixed: Doubles = (1 - DOUBT) * np.nan_to_num(point.strategy) + DOUBT * liked / liked.sum(axis=0)
    return mixed


def erring(point: StreetPoint, hands: StreetHoldings) -> Doubles:
    """How often somebody makes moves who sees what they are worth, but not clearly, and is shy.

    First whether to fold, stay or raise, by the best of each; then a size among the raises. The
    worse the hand and the larger the bet, the more it is feared to be lost.
    """
    equity = np.nan_to_num(hands.equities(point.reach[1 - point.seat]))
    put_in = np.maximum(np.array(point.amounts) - point.bets[point.seat], 0) * 1.0
    feared = point.values - SHY * put_in[:, None] * (1 - equity)
    worth = np.where(np.isnan(feared), -np.inf, feared) / (ERRS * point.pot)
    kinds = np.sign(point.amounts)
    out = np.zeros(worth.shape)
    tops = {kind: worth[kinds == kind].max(axis=0) for kind in set(kinds.tolist())}
    best = np.maximum.reduce(list(tops.values()))
    known = np.isfinite(best)
    total = sum(np.exp(top[known] - best[known]) for top in tops.values())
    for kind, top in tops.items():
        rows = np.flatnonzero(kinds == kind)
        within = np.exp(worth[rows][:, known] - np.where(np.isfinite(top), top, 0.0)[known])
        share = np.exp(top[known] - best[known]) / total
        out[np.ix_(rows, known)] = share * within / np.maximum(within.sum(axis=0), 1e-300)
    return out


def shove_game(start: StreetStart, point: StreetPoint) -> tuple[ShoveAnswers, ShoveStakes]:
    """The small game of going all in at a point, or doing what the solution does.

    The first to act of all has a fold for an alternative: the answers are push or fold's.
    """
    hands, me = StreetHoldings(start.board), point.seat
    stakes = ShoveStakes(point.pot, start.stack - point.bets[me], start.stack - point.bets[1 - me])
    mine, theirs = (hands.gathered(point.reach[seat]) for seat in (me, 1 - me))
    otherwise = 0 * mine if _is_first(start, point) else hands.gathered(point.mean)
    rounds = ITERATIONS if start.board else CLASS_ITERATIONS
    return shove_answers(hands, stakes, mine, theirs, otherwise, rounds), stakes


def _is_first(start: StreetStart, point: StreetPoint) -> bool:
    """Whether nobody has acted yet: the button with its small blind."""
    return not start.board and point.bets == (start.blinds.big, start.blinds.small)


def _point(solution: SolvedStreet, path: tuple[int, ...]) -> StreetPoint:
    point = solution.point(path)
    if point is None:  # what was played is in the tree, unless a line was typed that cannot be
        raise BadValue(UNFIT)
    return point


def _shove_at(start: StreetStart, amounts: tuple[int, ...]) -> int | None:
    """Which move goes all in where the menu does not; before the flop any that does."""
    if start.stack not in amounts:
        return None
    place = amounts.index(start.stack)
    if start.board and find_decision(start.own_street(), amounts[: place + 1]) is not None:
        return None
    return place
