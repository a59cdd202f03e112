"""`kibitz reviews`: every game of some files, or of the archive, judged; one line to each game."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from kibitz.core.request import LARGEST_SEED, PLACE, Answer, Progress, Request, ask, ask_archive
from kibitz.core.sheet import Column, Sheet, Words, listing
from kibitz.lab.company import ask_cluster, ask_workers, check_cluster, hands_at
from kibitz.lab.review.answer import ReviewAnswer

if TYPE_CHECKING:
    from kibitz.core.hands import Hands
    from kibitz.core.record import Record

MOST = 200  # lines that people are shown


@dataclass(frozen=True)
class SeatLine:
    """What one seat of a game came to."""

    player: str
    decisions: int  # forced ones left out
    loss: float
    unit: str
    cost: float | None  # lost per decision, in points or what weighs like one
    accuracy: float | None
    grade: str | None
    luck: float | None


@dataclass(frozen=True)
class GameLine:
    """One game: its seats, and the decision that lost most."""

    number: int  # in its file or archive
    source: str  # the file; empty for the archive
    game: str
    result: tuple[float, ...] | None
    analyst: str
    seats: tuple[SeatLine, ...]
    worst: str  # the move, and what was better; empty where nothing was lost
    worst_number: int | None

    @classmethod
    def of(cls, review: ReviewAnswer, found: "Found") -> "GameLine":
        worst = review.decision(review.worst[0]) if review.worst else None
        return cls(
            number=found.number,
            source=found.source,
            game=review.game,
            result=review.result,
            analyst=review.analyst,
            seats=tuple(
                SeatLine(
                    seat.player,
                    seat.unforced,
                    seat.loss,
                    seat.unit,
                    seat.cost,
                    seat.accuracy,
                    seat.grade,
                    seat.luck,
                )
                for seat in review.seats
            ),
            worst="" if worst is None else f"{worst.chosen.move} for {worst.best.move}",
            worst_number=None if worst is None else worst.number,
        )


@dataclass(frozen=True)
class ReviewsAnswer(Answer):
    """Many games judged; while `done` is below `total` more are to come."""

    schema: ClassVar[str] = "reviews/1"

    budget: str
    seed: int
    games: tuple[GameLine, ...]
    done: int
    total: int

    @property
    def progress(self) -> Progress | None:
        if self.done >= self.total:
            return None
        return Progress(self.done, self.total, f"{self.done} of {self.total} games judged")

    def sheet(self) -> Sheet:
        columns = (
            Column("", True, 9),
            Column("game", importance=6),
            Column("players: lost per decision, accuracy, grade", importance=9),
            Column("worst move", importance=3),
        )
        rows = [(str(g.number), g.game, _seats_text(g), _worst_text(g)) for g in self.games]
        told = f"{self.done} game{'s' * (self.done != 1)}, budget {self.budget}, seed {self.seed}"
        return [listing(columns, rows, most=MOST), Words.of(told, role="quiet")]

    def rows(self) -> list[dict[str, object]]:
        return [
            {"number": game.number, "source": game.source, "game": game.game, "seat": i}
            | {"player": seat.player, "decisions": seat.decisions, "loss": seat.loss}
            | {"unit": seat.unit, "cost": seat.cost, "accuracy": seat.accuracy}
            | {"grade": seat.grade, "luck": seat.luck}
            for game in self.games
            for i, seat in enumerate(game.seats)
        ]


def _seats_text(game: GameLine) -> str:
    return "; ".join(map(_seat_text, game.seats))


def _seat_text(seat: SeatLine) -> str:
    if seat.cost is None:
        return f"{seat.player} -"
    known = [f"{seat.cost:.3f}"]
    known += [] if seat.accuracy is None else [f"{seat.accuracy:.0f}"]
    known += [] if seat.grade is None else [seat.grade]
    return f"{seat.player} {', '.join(known)}"


def _worst_text(game: GameLine) -> str:
    return f"{game.worst_number}. {game.worst}" if game.worst else ""


class Found(NamedTuple):
    """A game to be judged: where it stands, and its record or the review that is kept of it."""

    number: int
    source: str
    record: "Record"
    review: ReviewAnswer | None


@dataclass(frozen=True)
class ReviewsRequest(Request[ReviewsAnswer]):
    """Judge every decision of many games, one line per game.

    The games are all of the files RECORDS, or, without files, those in the archive. --store
    keeps games and reviews in the archive: kibitz review NUMBER shows one of them at once, and
    none is judged again but with --again.
    """

    verb: ClassVar[str] = "reviews"
    gives: ClassVar[type[Answer]] = ReviewsAnswer
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True

    records: tuple[str, ...] = ask((), "Files of records.", argument=True, holds=PLACE)
    player: str | None = ask(None, "Only games of this player: a name, or a level.", metavar="NAME")
    game: str | None = ask(None, "Only this game.", metavar="GAME")
    budget: Literal["fast", "coaching", "exact"] = ask("coaching", "How closely to look.")
    store: bool = ask(False, "Keep the games and their reviews in the archive.")
    again: bool = ask(False, "Judge again even if the archive has a review.")
    db: str | None = ask_archive()
    seed: int = ask(0, "Root of all random numbers.", low=0, high=LARGEST_SEED, metavar="S")
    workers: int | None = ask_workers()
    cluster: str | None = ask_cluster()

    def check(self) -> None:
        check_cluster(self.cluster, self.workers)

    def answers(self) -> Iterator[ReviewsAnswer]:
        from kibitz.lab.judging import refuse_nobody

        found = list(self._files() if self.records else self._archive())
        if not found:
            raise refuse_nobody(self.player)
        answer = ReviewsAnswer(self.budget, self.seed, (), 0, len(found))
        with hands_at(self.cluster, self.workers) as hands:
            for one, review in zip(found, self._reviews(found, hands), strict=True):
                games = (*answer.games, GameLine.of(review, one))
                answer = replace(answer, games=games, done=len(games))
                yield answer

    def _files(self) -> Iterator[Found]:
        """The games of the files that were asked for."""
        from kibitz.core.registry import make_game
        from kibitz.lab.judging import seats_of
        from kibitz.lab.records import all_records

        wanted = None if self.game is None else make_game(self.game).name
        for name in self.records:
            for number, record in enumerate(all_records(name, self.db), 1):
                is_there = self.player is None or seats_of(record.players, self.player)
                if is_there and wanted in (None, record.game.partition("(")[0]):
                    yield Found(number, name, record, None)

    def _archive(self) -> Iterator[Found]:
        """The games of the archive that were asked for, with the reviews that it has of them."""
        from kibitz.core.record import Record
        from kibitz.lab.review.shelf import review_in
        from kibitz.store.archive import Archive
        from kibitz.store.selection import Selection

        with Archive.open(self.db, create=False) as archive:
            for stored in archive.stored(Selection(self.game, self.player)):
                kept = None
                if not self.again:
                    kept = review_in(archive, stored.id, self.budget, self.seed)
                yield Found(stored.id, "", Record.from_json(stored.line), kept)

    def _reviews(self, found: list[Found], hands: "Hands | None") -> Iterator[ReviewAnswer]:
        """The reviews in the order of the games; new ones are kept where that is asked for."""
        from kibitz.core.hands import OwnHands
        from kibitz.lab.review.shelf import keep

        unknown = (one.record for one in found if one.review is None)
        fresh = (hands or OwnHands()).ordered(Reviewing(self.budget, self.seed), unknown)
        for one in found:
            review = one.review
            if review is None:
                review = next(fresh)
                if self.store:
                    keep(review, self.db)
            yield review


@dataclass(frozen=True)
class Reviewing:
    """The task to review a record, for hands anywhere."""

    budget: str
    seed: int

    def __call__(self, record: "Record") -> ReviewAnswer:
        from kibitz.lab.review.request import reviewed

        return reviewed(record, None, self.budget, self.seed)
