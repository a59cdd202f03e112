"""What dice chess works out: captures and chances."""

from collections.abc import Iterator
from functools import partial

from kibitz.core.seeds import child
from kibitz.estimate.trial import Trial, timed
from kibitz.games.dicechess.chance import king_rolls_against, king_rolls_by_search
from kibitz.games.dicechess.equity import EquityOptions, equity
from kibitz.games.dicechess.notation import parse_dfen
from kibitz.games.dicechess.turns import new_walk

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROOK_ENDING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"


def trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Every trial of the game."""
    yield from _captures()
    yield from _rollouts(seed, quick)


def _captures() -> Iterator[Trial]:
    """Dice chess: which rolls take the king."""
    p, walk, decision = parse_dfen(KIWIPETE), new_walk(), "dice chess, king in danger?"
    by_search, slow = timed(lambda: int(king_rolls_by_search(p, 1, walk)))
    found, seconds = timed(lambda: int(king_rolls_against(p, 1)), calls=100)
    wrong = (found ^ by_search).bit_count()
    against = "of 56 rolls, by sets and by search alike"
    yield Trial(decision, "search of turns", slow, 56, "rolls", True, wrong, against)
    yield Trial(decision, "sets of rolls", seconds, 56, "rolls", True, wrong, against)


def _rollouts(seed: int, quick: bool) -> Iterator[Trial]:
    """Dice chess: who will win, by play to the end."""
    p, decision = parse_dfen(ROOK_ENDING), "dice chess, who wins a rook ending?"
    truth = equity(p, EquityOptions(rollouts=4000 if quick else 20_000), child(seed, 1))
    for rollouts in (100, 1000):
        options = EquityOptions(rollouts=rollouts)
        estimate, seconds = timed(partial(equity, p, options, child(seed, 2)), 1)
        against = f"{truth.rollouts:,} other roll-outs; its own error {estimate.white_error:.1g}"
        error = abs(estimate.white_win - truth.white_win)
        name = f"{rollouts:,} roll-outs"
        yield Trial(decision, name, seconds, rollouts, "roll-outs", False, error, against)
