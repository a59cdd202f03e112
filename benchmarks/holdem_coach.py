"""Hold'em by solutions: what the coach says of each level, and whom the expert beats.

KIBITZ_PART picks one of levels, balanced, bots, flops (all by default), KIBITZ_HANDS how many
hands of each level are judged (10), KIBITZ_PAIRS how many duplicate pairs are played (8),
KIBITZ_FLOPS how many flops are solved to the end (2). KIBITZ_KEPT is a file that keeps every
judged hand, so that none is judged twice. What the documents say takes an hour.
"""

import os
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import play, turn, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import child, stream
from kibitz.core.stream import seed62
from kibitz.games.holdem.cards.combos import CLASS_OF, COMBOS
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.measured.duel import NamedDuel
from kibitz.games.holdem.measured.ledger import ResultLedger
from kibitz.games.holdem.measured.mean import MeanResult
from kibitz.games.holdem.opponents.bots import BOTS
from kibitz.games.holdem.solved import menus
from kibitz.games.holdem.solved.analyst import HandSolver
from kibitz.games.holdem.solved.class_training import random_classes
from kibitz.games.holdem.solved.flop import solve_flop
from kibitz.games.holdem.solved.pairs import board_pairs
from kibitz.games.holdem.solved.points import Doubles
from kibitz.games.holdem.solver.solution import solution_of
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import Spot
from kibitz.players.player import Player
from kibitz.players.roster import make_player

SEED = 52_000
COACH = HandSolver()
COMBOS_SOLVED = 64  # of each range, on flops that are solved to the end
BLINDS = 100
SHORT = ("always-all-in", "best-tenth")  # whose hands end before the flop
LEVELS = ("expert", "intermediate", "advanced", "beginner")
FLOPS = int(os.environ.get("KIBITZ_FLOPS", "2"))


def main() -> None:
    """Print every figure with its interval."""
    part = os.environ.get("KIBITZ_PART", "levels,balanced,bots,flops")
    game = make_game("holdem(raises=few)")
    assert isinstance(game, HoldemGame)
    if "levels" in part:
        for level in LEVELS:
            losses(game, level, int(os.environ.get("KIBITZ_HANDS", "10")))
    pairs = int(os.environ.get("KIBITZ_PAIRS", "8"))
    if "balanced" in part:
        match("balanced", pairs)
    if "bots" in part:
        for name in BOTS:
            match(name, 10 * pairs if name in SHORT else pairs)
    if "flops" in part:
        flops()


def losses(game: HoldemGame, level: str, hands: int) -> None:
    """What a level loses per decision against itself, by the coach."""
    start, player = time.process_time(), make_player(level, game)
    ledger = ResultLedger(os.environ.get("KIBITZ_KEPT"), f"losses {level}")
    list(ledger.through(SEED, range(hands), lambda hand: hand_losses(game, player, hand)))
    sums, counts = np.array(ledger.kept(), np.float64).T
    mean = sums.sum() / counts.sum()
    error = np.sqrt(np.sum((sums - mean * counts) ** 2)) / counts.sum()
    spent = time.process_time() - start
    print(
        f"{level}: {mean:.4f} blinds lost per decision [{mean - 1.96 * error:.4f}, "
        f"{mean + 1.96 * error:.4f}], {counts.sum():.0f} decisions of {len(sums)} hands, "
        f"{spent:.0f} s",
        flush=True,
    )


def hand_losses(game: HoldemGame, player: Player, hand: int) -> tuple[float, float]:
    """What was lost in a hand of a level against itself, and by how many decisions."""
    p = play(game.start(), int(seed62(stream(SEED, hand, 0))))
    found: list[float] = []
    while turn(p) >= 0:
        known = view(p, p.seat)
        move = player.move(known, p.seat, child(SEED, hand, len(found)))
        analysis = COACH.analyse(game, known, p.seat, 0)
        if len(analysis.options) > 1:
            close = analysis.is_too_close_to_call(move)
            found.append(0.0 if close else float(analysis.loss(move)))
        p = play(p, move)
    return float(sum(found)), len(found)


def match(name: str, pairs: int) -> None:
    """What the expert wins from somebody on duplicate deals, its known luck taken out."""
    start = time.process_time()
    played = list(NamedDuel.of("expert", name, BLINDS).pairs(pairs, SEED + 1))
    found = MeanResult.of([pair.corrected for pair in played if pair.corrected is not None])
    factor = found.factor(MeanResult.of([pair.plain for pair in played]))
    low, high = found.interval
    spent = time.process_time() - start
    print(
        f"expert against {name}: {found.mean:+.2f} blinds per hand [{low:+.2f}, {high:+.2f}], "
        f"{pairs} pairs worth {factor or 1:.1f} times as many, {spent:.0f} s",
        flush=True,
    )


def flop_spots() -> Iterator[tuple[Spot, float]]:
    """Flops with ranges that whole solutions can hold in memory."""
    rng = np.random.default_rng(SEED)
    for _ in range(FLOPS):
        board = tuple(int(card) for card in rng.choice(CARDS, 3, replace=False))
        ranges = []
        for _seat in range(2):
            weights = random_classes(rng)[CLASS_OF]
            kept = rng.choice(COMBOS, COMBOS_SOLVED, replace=False, p=weights / weights.sum())
            ranges.append(Range(np.isin(np.arange(COMBOS), kept).astype(np.float64)))
        depth = float(np.exp(rng.uniform(np.log(1), np.log(20))))
        yield (
            Spot(board, ranges[0], ranges[1], 100, float(round(100 * depth)), menus.FROM_FLOP),
            depth,
        )


def flops() -> None:
    """The flop by pairs of hands against whole solutions: values, and the loss of playing it."""
    rows = []
    for spot, depth in flop_spots():
        solver = SpotSolver(spot)
        *_, last = solver.run(1.0, 60)
        solution, pairs = solution_of(solver, last), board_pairs(spot.board)
        weights = [r.weights[pairs.combos].astype(np.float32) for r in spot.ranges]
        alone = (spot.menus[0], menus.EMPTY, menus.EMPTY)
        game = solve_flop(spot.board, (weights[0], weights[1]), 100.0, spot.stack, alone, 60)
        node = solution.node()
        chances = node.weights(0)[pairs.combos]
        full, played = node.action_values[:, pairs.combos], game.strategy(0)
        held = chances > 0
        beside = pairs.unblocked(weights[1][None])[0]
        mine = game.mean_values(0)[held] / beside[held] + 50
        wrong = mine - node.values[0][pairs.combos][held]
        lost = full[:, held].max(axis=0) - (played[:, held] * full[:, held]).sum(axis=0)
        coarse = game.action_values(0)[0][:, held] / beside[held]
        gaps = losses_of(coarse) - losses_of(full[:, held])
        rows.append(
            (
                abs(float(chances[held] @ wrong)),
                float(np.sqrt(chances[held] @ wrong**2)),
                float(np.sqrt(chances[held] @ (gaps**2).mean(axis=0))),
                float(chances[held] @ lost),
                100 * last.exploitability / spot.pot,
            )
        )
        print(f"  stack {depth:.1f} pots: " + ", ".join(f"{x:.2f}" for x in rows[-1]), flush=True)
    names = (
        "value of the range",
        "value of a combo (root mean square)",
        "loss of an action (root mean square)",
        "loss of playing it",
    )
    for name, column in zip(names, np.array(rows).T, strict=False):
        print(f"{name}: mean {column.mean():.2f}, most {column.max():.2f} % of the pot")


def losses_of(values: NDArray[Any]) -> Doubles:
    """What each action gives away against the best, a row for an action."""
    gone: Doubles = values.max(axis=0) - values.astype(np.float64)
    return gone


if __name__ == "__main__":
    main()
