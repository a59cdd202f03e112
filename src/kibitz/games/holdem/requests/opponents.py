"""`holdem.opponents`: what hand histories tell of each player."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import PLACE, Answer, Progress, Request, ask
from kibitz.core.sheet import Block, Column, Sheet, Words, listing
from kibitz.errors import UnknownName
from kibitz.lab.company import ask_cluster, ask_workers, check_cluster, hands_at

if TYPE_CHECKING:
    from kibitz.games.holdem.opponents.notes import HandNotes
    from kibitz.games.holdem.opponents.opponents import HandWatch, Opponent
    from kibitz.games.holdem.opponents.statistics import Statistic

SHOWN = ("vpip", "pfr", "three_bet", "wtsd", "wsd", "cbet")  # beside the kind of player
MOST = 30  # players that are listed for people
LONGEST = 12  # letters of a name in the list
EVERY = 500  # hands between two snapshots
READING = 0.9  # of the work
REASONS = 20  # of hands that could not be read


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

    The aggression factor, raises for each call, is None where he never called. The belief that
    a bet of each size is a bluff comes from the hands he showed. The prediction is for the spot
    that was asked about.
    """

    name: str
    hands: float
    statistics: dict[str, Rate]
    aggression_factor: float | None
    archetypes: dict[str, float]
    bluff_belief: dict[str, float]
    prediction: dict[str, float] | None


@dataclass(frozen=True)
class LogLossAnswer:
    """How well the model predicts decisions it has not seen, in nats, beside bare frequencies."""

    model: float
    marginal: float
    decisions: int


@dataclass(frozen=True)
class Opponents(Answer):
    """What is known of each player of some hands."""

    schema: ClassVar[str] = "holdem.opponents/2"
    hands: int
    players: tuple[OpponentRates, ...]  # most hands first
    log_loss: LogLossAnswer
    half_life: float | None
    spot: str | None
    skipped: int  # hands of other variants, and bad ones
    reasons: tuple[str, ...]  # why the first of them were skipped
    share_done: float

    @property
    def progress(self) -> Progress | None:
        if self.share_done >= 1.0:
            return None
        return Progress(self.share_done, 1.0, f"{self.hands:,} hands")

    @property
    def asides(self) -> tuple[str, ...]:
        return self.reasons

    def sheet(self) -> Sheet:
        many = [self._table()] if len(self.players) > 1 else _details(self.players[0])
        spot = [self._predictions(self.spot)] if self.spot is not None else []
        return [*many, *spot, Words.of(*self._told())]

    def _table(self) -> Block:
        from kibitz.games.holdem.opponents.statistics import STATISTICS

        names = [STATISTICS[name][0] for name in SHOWN]
        rates = [Column(name, True, int(name != "W$SD")) for name in names]
        columns: list[str | Column] = ["player", Column("hands", True), *rates]
        columns += [Column("AF", True), "kind", Column("", True)]
        return listing(columns, map(_row, self.players), most=MOST)

    def _predictions(self, spot: str) -> Block:
        actions = list(self.players[0].prediction or {})
        rows = [
            (_short(one.name), *(f"{chance:.0%}" for chance in (one.prediction or {}).values()))
            for one in self.players
        ]
        return listing([f"at {spot}", *actions], rows, numbers=actions, most=MOST)

    def _told(self) -> Iterator[str]:
        loss = self.log_loss
        skipped = f", {self.skipped:,} skipped" if self.skipped else ""
        yield f"{self.hands:,} hands{skipped}; rates in percent of their chances"
        yield (
            f"log loss on the last {loss.decisions:,} decisions: "
            f"model {loss.model:.4f}, bare rates {loss.marginal:.4f} nats"
        )

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
        _short(player.name),
        f"{player.hands:.0f}",
        *(_percent(player.statistics[name].rate) for name in SHOWN),
        _factor_text(player),
        kind,
        f"{chance:.0%}",
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.0f}"


def _factor_text(player: OpponentRates) -> str:
    if player.aggression_factor is not None:
        return f"{player.aggression_factor:.1f}"
    return "inf" if player.statistics["afq"].made else "-"


def _details(player: OpponentRates) -> list[Block]:
    """Everything about one player."""
    from kibitz.games.holdem.opponents.statistics import STATISTICS

    rows = [
        (STATISTICS[name][0], f"{rate.made:.4g} of {rate.chances:.4g}", *_rate_texts(rate))
        for name, rate in player.statistics.items()
    ]
    kinds = ", ".join(f"{kind} {chance:.0%}" for kind, chance in player.archetypes.items())
    beliefs = ", ".join(f"{size} {chance:.0%}" for size, chance in player.bluff_belief.items())
    return [
        listing(
            ["statistic", "made", "rate", "believed", "95 %"],
            rows,
            numbers=["made", "rate", "believed", "95 %"],
            title=f"{player.name}, {player.hands:.0f} hands",
        ),
        Words.of(
            f"aggression factor {_factor_text(player)}",
            f"kind: {kinds}",
            f"a bet is a bluff, by its size: {beliefs}",
        ),
    ]


def _rate_texts(rate: Rate) -> tuple[str, str, str]:
    low, high = rate.interval
    bare = "-" if rate.rate is None else f"{rate.rate:.1%}"
    return bare, f"{rate.mean:.1%}", f"{low:.1%} – {high:.1%}"


@dataclass(frozen=True)
class OpponentsRequest(Request[Opponents]):
    """Profile the players in PHH files, and test the predictions.

    PLACE is a file or a folder. --player shows one player in full: every statistic with its
    interval, and how likely a bet of each size is a bluff. --spot adds what each player will do
    there: flop:5/10 is 5 big blinds to call with 10 in the pot, flop:0/6 is nothing to call,
    preflop:9/13:3 is a raise of a raise (three bets, the big blind with them).
    """

    verb: ClassVar[str] = "holdem.opponents"
    gives: ClassVar[type[Answer]] = Opponents
    is_long: ClassVar[bool] = True

    place: str = ask(
        help="A file or folder of hand histories.", argument=True, metavar="PLACE", holds=PLACE
    )
    half_life: float | None = ask(
        None, "Hands after which an observation counts half.", above=0, metavar="HANDS"
    )
    player: str | None = ask(None, "Show this player in full.", metavar="NAME")
    spot: str | None = ask(
        None, "Predict what players do there, such as flop:5/10.", metavar="SPOT"
    )
    workers: int | None = ask_workers()
    cluster: str | None = ask_cluster()

    def check(self) -> None:
        check_cluster(self.cluster, self.workers)
        if self.spot is not None:
            from kibitz.games.holdem.opponents.prediction import parse_spot

            parse_spot(self.spot)

    def answers(self) -> Iterator[Opponents]:
        from kibitz.games.holdem.opponents.opponents import HandWatch

        hands: list[HandNotes] = []
        reasons: list[str] = []
        for share in self._read(hands, reasons):
            yield self._answer(HandWatch(0), reasons, len(hands), READING * share)
        watching = HandWatch(len(hands), self.half_life)
        for done, notes in enumerate(hands):
            if done % EVERY == 0:
                share = READING + (1.0 - READING) * done / len(hands)
                yield self._answer(HandWatch(0), reasons, done, share)
            watching.watch(notes)
        yield self._answer(watching, reasons, len(hands), 1.0)

    def _read(self, hands: "list[HandNotes]", reasons: list[str]) -> Iterator[float]:
        """Read all hands, telling now and then which share of the bytes is done."""
        from kibitz.core.hands import OwnHands
        from kibitz.errors import BadRecord
        from kibitz.games.holdem.histories.phh import files_of
        from kibitz.games.holdem.opponents.reading import blocks_of, read_block

        files = files_of(Path(self.place))
        total = sum(path.stat().st_size for path in files) or 1
        with hands_at(self.cluster, self.workers) as workers:
            for told in (workers or OwnHands()).ordered(read_block, blocks_of(files)):
                hands += told.hands
                reasons += told.reasons
                yield min(told.done / total, 1.0)
        if not hands:
            why = f"; {reasons[0]}" if reasons else ""
            raise BadRecord(f"'{self.place}' holds no hand of hold'em{why}")

    def _answer(
        self, watching: "HandWatch", reasons: list[str], hands: int, share: float
    ) -> Opponents:
        chosen = list(watching.models.values())
        if self.player is not None and share >= 1.0:
            if self.player not in watching.models:
                raise UnknownName("player", self.player, watching.models)
            chosen = [watching.models[self.player]]
        chosen.sort(key=lambda model: -model.hands)
        loss = watching.loss
        return Opponents(
            hands,
            tuple(self._rates(model) for model in chosen),
            LogLossAnswer(loss.model, loss.marginal, loss.decisions),
            self.half_life,
            self.spot,
            len(reasons),
            tuple(reasons[:REASONS]),
            share,
        )

    def _rates(self, model: "Opponent") -> OpponentRates:
        from kibitz.games.holdem.opponents.prediction import parse_spot
        from kibitz.games.holdem.opponents.statistics import STATISTICS
        from kibitz.games.holdem.table.sizes import KINDS

        factor = model.aggression_factor
        spot = None if self.spot is None else parse_spot(self.spot)
        return OpponentRates(
            model.name,
            model.hands,
            {name: _rate(model.statistic(name)) for name in STATISTICS},
            None if factor is None or math.isinf(factor) else factor,
            model.archetypes(),
            {size: model.bluff_belief(size) for size in KINDS},
            None if spot is None else model.predict_in(spot.situation),
        )


def _rate(found: "Statistic") -> Rate:
    low, high = found.interval
    return Rate(found.made, found.chances, found.rate, found.mean, (low, high))
