"""Answers made from solvers and solutions."""

from collections.abc import Iterable

import numpy as np

from kibitz.core.cards import cards_text
from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import CLASS_OF, CLASS_TEXTS, CLASSES, combo_text
from kibitz.games.holdem.cards.ranges import Range, parse_range
from kibitz.games.holdem.solver.answers import (
    ActionShare,
    ActionValue,
    ComboValues,
    HandClass,
    LookAnswer,
    Root,
    SolveAnswer,
)
from kibitz.games.holdem.solver.game import Doubles
from kibitz.games.holdem.solver.solution import (
    ActionChoice,
    Node,
    SpotSolution,
    root_strategy,
    unblocked,
)
from kibitz.games.holdem.solver.solver import Snapshot, SpotSolver
from kibitz.games.holdem.solver.spot import SEATS


def solve_answer(
    solver: SpotSolver,
    snapshot: Snapshot,
    target: float,
    iterations: int | None = None,
    saved: str | None = None,
    stopped: str | None = None,
) -> SolveAnswer:
    """What a solver has at a snapshot."""
    layout, spot = solver.layout, solver.layout.spot
    oop, ip = (weights.astype(np.float64) for weights in layout.weights)
    weights = oop * unblocked(ip)
    strategy = root_strategy(solver)
    actions = layout.tree.streets[0].decisions[0].actions
    shares = np.nan_to_num(strategy) @ weights / weights.sum()
    root = Root(SEATS[0], tuple(map(ActionShare, actions, shares.tolist())))
    return SolveAnswer(
        cards_text(spot.board),
        layout.chips(layout.tree.pot),
        layout.chips(layout.tree.stack),
        snapshot.ev,
        snapshot.exploitability,
        100 * snapshot.exploitability / spot.pot,
        snapshot.iterations,
        snapshot.seconds,
        layout.megabytes,
        root,
        hand_classes(strategy, weights / weights.sum()),
        target,
        iterations,
        saved,
        stopped,
    )


def look_answer(solution: SpotSolution, file: str, line: str, hand: str | None) -> LookAnswer:
    """A decision of a solution; with `hand` only these combos are listed."""
    node, pot = solution.node(line), solution.layout.spot.pot
    weights = node.weights(node.seat)
    return LookAnswer(
        file,
        line,
        cards_text(node.board),
        node.pot,
        SEATS[node.seat],
        (_number(node.value(0)), _number(node.value(1))),
        100 * solution.facts.exploitability / pot,
        tuple(map(_action_value, node.choices())),
        hand_classes(node.strategy, weights),
        tuple(_combo_values(node, combo, weights) for combo in _listed(node, hand, weights)),
        _range_text(node, 0),
        _range_text(node, 1),
    )


def hand_classes(strategy: Doubles, weights: Doubles) -> tuple[HandClass, ...]:
    """Each class of the range with its actions; weights sum to 1."""
    shares = np.bincount(CLASS_OF, weights, CLASSES)
    taken = [np.bincount(CLASS_OF, weights * row, CLASSES) for row in np.nan_to_num(strategy)]
    return tuple(
        HandClass(
            CLASS_TEXTS[place],
            float(shares[place]),
            tuple(float(row[place] / shares[place]) for row in taken),
        )
        for place in np.flatnonzero(shares > 0)
    )


def _listed(node: Node, hand: str | None, weights: Doubles) -> Iterable[int]:
    """The combos to list: those of `hand`, or the whole range, the most valuable first."""
    present = ~np.isnan(node.strategy[0])
    if hand is not None:
        wanted = parse_range(hand).weights > 0
        if not (present & wanted).any():
            raise BadValue(f"the hand '{hand}' is not in the range or meets the board")
        present &= wanted
    else:
        present &= weights > 0
    combos = np.flatnonzero(present)
    values = np.nan_to_num(node.values[node.seat][combos], nan=-np.inf)
    return (int(combo) for combo in combos[np.argsort(-values, kind="stable")])


def _combo_values(node: Node, combo: int, weights: Doubles) -> ComboValues:
    return ComboValues(
        combo_text(combo),
        float(weights[combo]),
        _number(float(node.values[node.seat][combo])),
        tuple(map(_action_value, node.choices_of(combo))),
    )


def _action_value(choice: ActionChoice) -> ActionValue:
    return ActionValue(choice.action, choice.frequency, _number(choice.value))


def _range_text(node: Node, seat: int) -> str:
    """A seat's range in text, weights to a thousandth."""
    return str(Range(np.round(node.range_of(seat).weights, 3)))


def _number(value: float) -> float | None:
    return None if np.isnan(value) else value
