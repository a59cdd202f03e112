"""Dice chess: capture sets, equity and turn generation against their slow twins in one run.

`python -m benchmarks dicechess` prints the ratios and the table of rollouts. With
KIBITZ_AGREEMENT=20000 it also compares capture by sets and by search on so many positions of
random play, both colours; with KIBITZ_CALIBRATION=20000 it holds the learned judge to so many
of its games against itself; with KIBITZ_MATCHES=400 it plays the matches of the levels in so many
pairs; with KIBITZ_CUBES=300 it compares so many verdicts on the cube with long rollouts of the
expert. All four take long. KIBITZ_KEPT is a file that keeps every position so compared, so that
none is rolled out twice. KIBITZ_PART=long leaves out what is quick.
"""

import os
import time
from dataclasses import replace
from functools import partial

import numpy as np
from tests.naive import dicechess as naive

from benchmarks._dicechess_cube import cube_verdicts
from benchmarks.timing import best_of_each, best_seconds, report
from kibitz.core.bits import unsigned
from kibitz.core.game import CHANCE, OVER, payoff, play, sample, turn
from kibitz.core.kernel import kernel
from kibitz.core.seeds import child, stream
from kibitz.core.stream import below
from kibitz.games.dicechess.board import MOST_MICRO_MOVES, king_square, turned
from kibitz.games.dicechess.capture import capturing_rolls_by_search, taking_rolls
from kibitz.games.dicechess.choosing import board_worth, new_room
from kibitz.games.dicechess.continuation import draw_path_by_walk, followed, quiet_after
from kibitz.games.dicechess.dice import (
    ALL_ROLLS,
    ORDERED,
    POOLS,
    dice_text,
    roll_at,
    rolls_weight,
)
from kibitz.games.dicechess.equity import EquityOptions, equity
from kibitz.games.dicechess.game import DiceChessGame
from kibitz.games.dicechess.judge import shipped_judge
from kibitz.games.dicechess.notation import START, dfen, parse_dfen
from kibitz.games.dicechess.rules import QUIET_LIMIT, board_of
from kibitz.games.dicechess.strongplay import after_turn
from kibitz.games.dicechess.turnlist import TurnList, count_turns, list_turns
from kibitz.games.dicechess.turns import CAPTURE, new_walk
from kibitz.players.roster import make_player

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
POSITIONS = {
    "KRvK": "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1",
    "KQvKR": "4k3/8/8/8/8/8/3q4/R3K3 w - - 0 1",
    "sharp knights": "4k3/2N5/8/8/8/8/2n5/4K3 w - - 0 1",
    "endgame": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "kiwipete": KIWIPETE,
    "start": START,
}
MID_GAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9 PNB"
_ALL, _U0, _U1 = np.uint64(ALL_ROLLS), np.uint64(0), np.uint64(1)


@kernel
def sets_many_times(p, times):
    b, found = board_of(p), _U0
    for i in range(times):
        found ^= taking_rolls(b, king_square(b)) + np.uint64(i)
    return found


@kernel
def searches_many_times(p, times, walk):
    b, found = board_of(p), _U0
    for i in range(times):
        found ^= capturing_rolls_by_search(b, walk) + np.uint64(i)
    return found


@kernel
def published_rollouts(p, count, most_plies, walk, luck, sums):
    """The published scheme: 56 searches a ply for the chance, rolling again after captures."""
    sums[:] = 0.0
    for _ in range(count):
        b, quiet, survive, won, plies = board_of(p), p.quiet, 1.0, 0.0, 0
        while plies < most_plies and quiet < QUIET_LIMIT and survive > 1e-6:
            rolls = capturing_rolls_by_search(b, walk)
            taken = survive * rolls_weight(rolls) / ORDERED
            won += taken if plies % 2 == 0 else 0.0
            survive -= taken
            plies += 1
            if rolls == _ALL:
                break
            roll = roll_at(_ALL, below(luck, ORDERED))
            while rolls >> unsigned(roll) & _U1 != _U0:
                roll = roll_at(_ALL, below(luck, ORDERED))
            path = draw_path_by_walk(b, POOLS[roll], walk, luck)
            quiet = quiet_after(b, path, quiet)
            b = turned(followed(b, path))
        sums[0] += won
        sums[1] += won * won


def captures() -> None:
    """Sets against 56 searches."""
    walk = new_walk()
    for name, text, wanted in (("start", START, 60), ("kiwipete", KIWIPETE, 200)):
        p = parse_dfen(text)
        sets_many_times(p, 1)
        searches_many_times(p, 1, walk)
        fast = best_seconds(partial(sets_many_times, p, 2000)) / 2000
        slow = best_seconds(partial(searches_many_times, p, 3, walk), 3) / 3
        detail = f"{fast * 1e6:.2f} us against {slow * 1e6:.0f} us"
        report(f"capture by sets on {name}", slow / fast, wanted, detail)
    report("capture on kiwipete below 10 us", 10e-6 / fast, 1)


def equity_against_published() -> None:
    """Variance times CPU time against the published scheme."""
    p, count, sums = parse_dfen(POSITIONS["endgame"]), 30, np.zeros(2)
    walk = new_walk()
    published_rollouts(p, 1, 400, walk, stream(1), sums)
    begin = time.process_time()
    published_rollouts(p, count, 400, walk, stream(2), sums)
    slow = time.process_time() - begin
    slow_cost = (sums[1] / count - (sums[0] / count) ** 2) / (count - 1) * slow
    equity(p, EquityOptions(rollouts=40), 1)
    begin = time.process_time()
    found = equity(p, EquityOptions(rollouts=4000), 2)
    fast_cost = found.white_error**2 * (time.process_time() - begin)
    detail = f"{slow / count * 1e3:.1f} ms a published rollout"
    report("equity, variance x CPU time", slow_cost / fast_cost, 25, detail)


def equity_table() -> None:
    """Rollouts a second, and the time to a standard error of 0.01, on six positions."""
    print(f"{'position':14} {'rollouts/s':>10} {'ratio':>6} {'per CPU s':>9} {'to 0.01':>9}")
    for name, text in POSITIONS.items():
        p, options = parse_dfen(text), EquityOptions(rollouts=2000)
        costs, rates = [], []
        for plain in (False, True):
            equity(p, replace(options, rollouts=1, plain=plain), 1)
            begin = time.process_time()
            found = equity(p, replace(options, plain=plain), 3)
            seconds = time.process_time() - begin
            costs.append(found.white_error**2 * seconds)
            rates.append((found, seconds))
        found, seconds = rates[0]
        aimed = EquityOptions(rollouts=10**6, target_error=0.01, min_rollouts=200)
        begin = time.process_time()
        equity(p, aimed, 4)
        to_target = time.process_time() - begin
        print(
            f"{name:14} {found.rollouts / seconds:10.0f} {found.variance_ratio:6.1f} "
            f"{costs[1] / costs[0]:9.2f} {to_target * 1e3:6.0f} ms"
        )


def turn_generation() -> None:
    """Kernels against the pure-Python twin on a mid-game roll: turns counted, and listed."""
    p, walk, counts = parse_dfen(MID_GAME), new_walk(), np.zeros(CAPTURE + 1, np.int64)
    listed, state = TurnList.of(p), naive.State.parse(dfen(p))
    counted, again, slow = best_of_each(
        partial(count_turns, p, walk, counts),
        partial(list_turns, p, walk, listed.dice_spent, listed.paths, listed.boards),
        partial(naive.legal_turns, state, dice_text(p.dice)),
        repeats=5,
    )
    for what, fast in (("counted", counted), ("listed with their boards", again)):
        detail = f"{len(listed.paths)} paths in {fast * 1e6:.0f} us"
        report(f"turns {what}", slow / fast, 300, detail)


def agreement(wanted: int) -> None:
    """Sets and searches on positions of random play, both colours."""
    luck, out, walk = stream(7), np.empty(MOST_MICRO_MOVES, np.int64), new_walk()
    p, met, wrong = parse_dfen(START), 0, 0
    while met < wanted:
        if turn(p) == OVER:
            p = parse_dfen(START)
        if turn(p) == CHANCE:
            wrong += int(differ(p, walk))
            met += 1
        p = play(p, int(sample(p, out, luck)))
    print(f"{'ok  ' if not wrong else 'LESS'} {met} positions, both colours: {wrong} disagree")


@kernel
def differ(p, walk):
    """Whether sets and searches differ for either side."""
    mine, wrong = board_of(p), False
    for b in (mine, turned(mine)):
        wrong |= taking_rolls(b, king_square(b)) != capturing_rolls_by_search(b, walk)
    return wrong


def score(first: str, second: str, pairs: int) -> float:
    """The share of the points that the first of two players makes in pairs of games."""
    game, total = DiceChessGame(), 0.0
    players = [make_player(name, game) for name in (first, second)]
    for pair in range(pairs):
        for swapped in (0, 1):
            p, dice, out = game.start(), stream(pair, 0), game.scratch()
            moves = 0
            while turn(p) != OVER:
                if turn(p) == CHANCE:
                    p = play(p, int(sample(p, out, dice)))
                    continue
                mover = players[p.seat ^ swapped]
                p = play(p, mover.move(p, p.seat, child(pair, 1, swapped, moves)))
                moves += 1
            total += (payoff(p, swapped) + 1) / 2
    return total / (2 * pairs)


def matches(pairs: int) -> None:
    """Each level against the one below, and the promised scores."""
    for first, second, wanted in (
        ("greedy", "random", 0.95),
        ("expert", "greedy", 0.6),
        ("intermediate", "beginner", 0.5),
        ("advanced", "intermediate", 0.5),
        ("expert", "advanced", 0.5),
    ):
        got = score(first, second, pairs)
        verdict = "ok  " if got >= wanted else "LESS"
        print(f"{verdict} {first} against {second}: {got:.3f} in {pairs} pairs (wanted {wanted})")


@kernel
def judged_game(p, net, sketch, room, luck, said):
    """Play a game by the judge and note what it said; the plies, and the result of the first."""
    b, quiet = board_of(p), p.quiet
    for ply in range(len(said)):
        said[ply] = board_worth(b, net, room)
        roll = roll_at(_ALL, below(luck, ORDERED))
        if taking_rolls(b, king_square(b)) >> np.uint64(roll) & _U1 != _U0:
            return ply + 1, 1.0 - ply % 2
        b, quiet = after_turn(b, roll, quiet, net, sketch, room)
        if quiet >= QUIET_LIMIT:
            return ply + 1, 0.5
    return len(said), 0.5


def calibration(games: int) -> None:
    """What the judge promised before each roll, and what came of it in games by the judge.

    The error of a mean is that of the games behind it, not of the positions: positions of one
    game share its result.
    """
    judge, p, said, rows = shipped_judge(), DiceChessGame().start(), np.zeros(400), []
    room = new_room(judge.net)
    for number in range(games):
        count, first = judged_game(p, *judge, room, stream(880_000 + number), said)
        came = np.where(np.arange(count) % 2 == 0, first, 1.0 - first)
        rows.append(np.column_stack([said[:count], came, np.full(count, number)]))
    table = np.concatenate(rows)
    print(f"{'promised':>12} {'mean':>6} {'came':>6} {'error':>6} {'positions':>9}")
    for low in np.arange(0.0, 1.0, 0.1):
        cell = table[(table[:, 0] >= low) & (table[:, 0] < low + 0.1)]
        if len(cell) > 20:
            error = cell[:, 1].std() / np.sqrt(len(np.unique(cell[:, 2])))
            means = f"{cell[:, 0].mean():6.3f} {cell[:, 1].mean():6.3f} {error:6.3f}"
            print(f"{low:5.1f} to {low + 0.1:.1f} {means} {len(cell):9}")
    said, came = table[:, 0], table[:, 1]
    score, base = ((came - said) ** 2).mean(), ((came - came.mean()) ** 2).mean()
    print(f"Brier score {score:.4f}, {base:.4f} for the mean alone, {games} games")


def main() -> None:
    """Run all of them."""
    if os.environ.get("KIBITZ_PART") != "long":
        captures()
        turn_generation()
        equity_against_published()
        equity_table()
    if os.environ.get("KIBITZ_AGREEMENT"):
        agreement(int(os.environ["KIBITZ_AGREEMENT"]))
    if os.environ.get("KIBITZ_CALIBRATION"):
        calibration(int(os.environ["KIBITZ_CALIBRATION"]))
    if os.environ.get("KIBITZ_MATCHES"):
        matches(int(os.environ["KIBITZ_MATCHES"]))
    if os.environ.get("KIBITZ_CUBES"):
        cube_verdicts(int(os.environ["KIBITZ_CUBES"]), os.environ.get("KIBITZ_KEPT"))
