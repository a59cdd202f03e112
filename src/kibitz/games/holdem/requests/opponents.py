"""`holdem.opponents`: what hand histories tell of each player."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import Answer, Request, ask
from kibitz.core.sheet import Sheet, Words, listing

if TYPE_CHECKING:
    from kibitz.games.holdem.opponents.opponents import Opponent, Statistic

SHOWN = ("vpip", "pfr", "three_bet", "afq", "wtsd", "wsd", "cbet", "bluff")


@dataclass(frozen=True)
class Rate:
    """Times made out of chances: the bare rate, and the mean with what was believed before."""

    made: float
    chances: float
    rate: float | None
    mean: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class OpponentRates:
    """One player: his statistics, and how likely he is of each archetype.

    The aggression factor, raises for each call, is None where he never called.
    """

    name: str
    hands: float
    statistics: dict[str, Rate]
    aggression_factor: float | None
    archetypes: dict[str, float]


@dataclass(frozen=True)
class LogLossAnswer:
    """How well the model predicts decisions it has not seen, in nats, beside bare frequencies."""

    model: float
    marginal: float
    decisions: int


@dataclass(frozen=True)
class Opponents(Answer):
    """What is known of each player of some hands."""

    schema: ClassVar[str] = "holdem.opponents/1"
    hands: int
    players: tuple[OpponentRates, ...]
    log_loss: LogLossAnswer

    def sheet(self) -> Sheet:
        from kibitz.games.holdem.opponents.opponents import STATISTICS

        titles = [STATISTICS[name][0] for name in SHOWN]
        columns = ["player", "hands", *titles, "AF", "archetype"]
        rows = [_row(player) for player in self.players]
        loss = self.log_loss
        told = f"{self.hands} hands; log loss on the last {loss.decisions} decisions: "
        measured = f"model {loss.model:.4f}, marginal frequencies {loss.marginal:.4f} nats"
        return [listing(columns, rows, numbers=columns[1:-1]), Words.of(told + measured)]

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"name": player.name, "hands": player.hands}
            | {name: rate.rate for name, rate in player.statistics.items()}
            | {"aggression_factor": player.aggression_factor}
            for player in self.players
        ]


def _row(player: OpponentRates) -> tuple[str, ...]:
    kind, chance = max(player.archetypes.items(), key=lambda item: item[1])
    return (
        player.name,
        f"{player.hands:.0f}",
        *(_rate_text(player.statistics[name]) for name in SHOWN),
        _factor_text(player),
        f"{kind} {chance:.0%}",
    )


def _factor_text(player: OpponentRates) -> str:
    if player.aggression_factor is not None:
        return f"{player.aggression_factor:.1f}"
    return "inf" if player.statistics["afq"].made else "-"


def _rate_text(rate: Rate) -> str:
    if rate.rate is None:
        return "-"
    low, high = rate.interval
    return f"{rate.rate:.0%} [{low:.0%},{high:.0%}]"


@dataclass(frozen=True)
class OpponentsRequest(Request[Opponents]):
    """Profile the players in PHH files, and test the predictions."""

    verb: ClassVar[str] = "holdem.opponents"
    gives: ClassVar[type[Answer]] = Opponents

    folder: str = ask(help="A folder of hand histories.", argument=True, metavar="FOLDER")
    half_life: float | None = ask(
        None, "Hands after which an observation counts half.", above=0, metavar="HANDS"
    )

    def answers(self) -> Iterator[Opponents]:
        from kibitz.games.holdem.histories.phh import read_hands
        from kibitz.games.holdem.opponents.opponents import held_out_loss, observe

        hands = read_folder(Path(self.folder))
        models, loss = observe(hands, self.half_life), held_out_loss(hands)
        measured = LogLossAnswer(loss.model, loss.marginal, loss.decisions)
        yield Opponents(len(hands), tuple(map(_player, models.values())), measured)


def _player(model: "Opponent") -> OpponentRates:
    from kibitz.games.holdem.opponents.opponents import STATISTICS

    rates = {name: _rate(model.statistic(name)) for name in STATISTICS}
    factor = model.aggression_factor
    finite = None if factor is None or math.isinf(factor) else factor
    return OpponentRates(model.name, model.hands, rates, finite, model.archetypes())


def _rate(found: "Statistic") -> Rate:
    low, high = found.interval
    return Rate(found.made, found.chances, found.rate, found.mean, (low, high))
