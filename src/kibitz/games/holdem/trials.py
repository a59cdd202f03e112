"""What hold'em works out: opponents and equities."""

from collections.abc import Iterator
from functools import partial

from kibitz.estimate.trial import Trial, timed, without_rounding
from kibitz.games.holdem.equity.equity import holdem_equity
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.opponents.archetypes import ARCHETYPES
from kibitz.games.holdem.opponents.duplicate import duel
from kibitz.games.holdem.opponents.opponents import held_out_loss, observe
from kibitz.games.holdem.strategy.odds import EquityOdds

ALL_BOARDS = 1_712_304  # five of 48 cards


def trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Every trial of the game."""
    yield from _opponents(seed, quick)
    yield from _equities(seed, quick)


def _opponents(seed: int, quick: bool) -> Iterator[Trial]:
    """Hold'em: the model of a loose player after each hand he was seen in."""
    hands: list[Hand] = []
    pairs = 15 if quick else 60
    loose = ARCHETYPES["loose-passive"]
    duel(HoldemGame(raises="few"), EquityOdds(60), loose, pairs, seed, hands.append)

    def watched() -> None:
        observe(hands)

    _, seconds = timed(watched, 1)
    loss = held_out_loss(hands)
    against = f"nats per decision on {loss.decisions} unseen ones, bare rates {loss.marginal:.2g}"
    each = seconds / len(hands)
    decision = "hold'em, what will they do?"
    yield Trial(decision, "opponent model", each, 1, "hands", False, loss.model, against)


def _equities(seed: int, quick: bool) -> Iterator[Trial]:
    """Hold'em: two hands before the flop."""
    decision, hands = "hold'em, AhKh against QsQd", ["AhKh", "QsQd"]
    exact, seconds = timed(lambda: holdem_equity(hands), 1)
    value, total = exact.hands[0].equity.value, exact.total
    error, against = without_rounding(total - ALL_BOARDS), "boards counted, of all there are"
    yield Trial(decision, "all boards", seconds, total, "boards", exact.is_exact, error, against)
    for samples in (1000, 10_000) if quick else (1000, 10_000, 100_000):
        found, seconds = timed(partial(holdem_equity, hands, samples=samples, seed=seed))
        equity = found.hands[0].equity
        off = abs(equity.value - value)
        against = f"the exact chance; its own error {equity.error:.1g}"
        name = f"{samples:,} sampled boards"
        yield Trial(decision, name, seconds, samples, "boards", False, off, against)
