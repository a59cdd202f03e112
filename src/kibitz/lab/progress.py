"""`kibitz progress`: a player over many games, loss per decision with its interval."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from kibitz.core.request import LARGEST_SEED, PLACE, Answer, Progress, Request, ask, ask_archive
from kibitz.core.sheet import Column, Sheet, Words, listing

if TYPE_CHECKING:
    from kibitz.coach.progress import LossRate
    from kibitz.coach.review import Review
    from kibitz.core.record import Record


@dataclass(frozen=True)
class RateAnswer:
    """The loss per decision in one kind of decision of one game."""

    game: str
    kind: str  # of decision: all, throw, play, ...
    games: int
    decisions: int
    loss_per_decision: float | None
    error: float | None
    interval: tuple[float, float] | None
    warning: str


@dataclass(frozen=True)
class ProgressAnswer(Answer):
    """What a player lost per decision, by game and kind of decision."""

    schema: ClassVar[str] = "progress/2"

    player: str
    rates: tuple[RateAnswer, ...]
    mistakes: dict[str, int]  # by severity
    reviewed: int
    done: bool

    @property
    def progress(self) -> Progress | None:
        return None if self.done else Progress(self.reviewed, None, f"{self.reviewed} games")

    def rows(self) -> list[dict[str, object]]:
        return [
            {"game": r.game, "kind": r.kind, "games": r.games, "decisions": r.decisions}
            | {"loss_per_decision": r.loss_per_decision, "error": r.error}
            for r in self.rates
        ]

    def sheet(self) -> Sheet:
        columns = (
            Column("game", importance=8),
            Column("decisions of", importance=8),
            Column("games", True, 6),
            Column("n", True, 5),
            Column("loss per decision", True, 9),
            Column("95 %", True, 8),
            Column("", importance=2),
        )
        rows = [
            (
                rate.game,
                rate.kind,
                str(rate.games),
                str(rate.decisions),
                "" if rate.loss_per_decision is None else f"{rate.loss_per_decision:.3f}",
                "" if rate.interval is None else f"{rate.interval[0]:.3f}–{rate.interval[1]:.3f}",
                rate.warning,
            )
            for rate in self.rates
        ]
        counts = ", ".join(f"{count} {name}" for name, count in self.mistakes.items() if count)
        return [listing(columns, rows), Words.of(counts)]


@dataclass(frozen=True)
class ProgressRequest(Request[ProgressAnswer]):
    """Measure a player's loss per decision over many games.

    The games are those in the files RECORDS, or, without files, those in the archive.
    """

    verb: ClassVar[str] = "progress"
    gives: ClassVar[type[Answer]] = ProgressAnswer
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True

    player: str = ask(argument=True)
    records: tuple[str, ...] = ask((), "Files of records.", argument=True, holds=PLACE)
    budget: Literal["fast", "coaching", "exact"] = ask("fast", "How closely to look.")
    db: str | None = ask_archive()
    seed: int = ask(0, "Root of all random numbers.", low=0, high=LARGEST_SEED, metavar="S")

    def answers(self) -> Iterator[ProgressAnswer]:
        from kibitz.coach.review import review
        from kibitz.errors import BadValue

        reviews: list[Review] = []
        for record in self._records():
            if self.player in record.players:
                reviews.append(review(record, self.budget, self.seed))
                yield progress_answer(reviews, self.player, done=False)
        if not reviews:
            raise BadValue(f"there is no game by player '{self.player}'")
        yield progress_answer(reviews, self.player, done=True)

    def _records(self) -> "Iterator[Record]":
        return _from_files(self.records) if self.records else _from_archive(self.player, self.db)


def progress_answer(reviews: "list[Review]", player: str, *, done: bool) -> ProgressAnswer:
    """What some reviews say of a player."""
    from kibitz.coach.progress import by_phase, mistakes

    rates = []
    for name in dict.fromkeys(r.replay.game.name for r in reviews):
        mine = [r for r in reviews if r.replay.game.name == name]
        rates += [_rate(name, rate) for rate in by_phase(mine, player)]
    return ProgressAnswer(player, tuple(rates), mistakes(reviews, player), len(reviews), done)


def _rate(game: str, rate: "LossRate") -> RateAnswer:
    return RateAnswer(
        game,
        rate.label,
        rate.games,
        rate.decisions,
        rate.loss_per_decision,
        rate.error,
        rate.interval,
        rate.warning,
    )


def _from_files(names: tuple[str, ...]) -> "Iterator[Record]":
    from kibitz.core.files import text_lines
    from kibitz.core.record import read_records
    from kibitz.errors import BadRecord

    for name in names:
        try:
            yield from read_records(text_lines(name))
        except BadRecord as error:
            raise BadRecord(f"'{name}': {error}") from None


def _from_archive(player: str, db: str | None) -> "Iterator[Record]":
    from kibitz.core.record import read_records
    from kibitz.store.archive import Archive
    from kibitz.store.selection import Selection

    with Archive.open(db, create=False) as archive:
        yield from read_records(archive.lines(Selection(None, player)))
