"""What the requests for matches and tournaments share: their options, and how they are played.

A snapshot is made a few times per second, or after every so many pairs. Closing the
iterator between two of them ends the workers and leaves what was played resumable. Ctrl-C
gives one more snapshot, of everything that counts by then, before it goes on its way.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeVar

from kibitz.core.request import PLACE, Answer, Request, ask, ask_archive
from kibitz.errors import BadValue, HouseFault
from kibitz.lab.company import ask_cluster, check_cluster
from kibitz.lab.contest.course import RunCourse, Standpoint, log_line, logged
from kibitz.lab.contest.result import Resume
from kibitz.lab.encoder import plain
from kibitz.lab.figures import ask_seed
from kibitz.lab.pulse import Pulse

if TYPE_CHECKING:
    from kibitz.arena.chunk import Setting
    from kibitz.arena.ledger import Ledger, Plan
    from kibitz.arena.result import PairResult
    from kibitz.arena.workers import Crew
    from kibitz.lab.contest.store import MatchStore

MOST_WORKERS = 256
PLAYING, INTERRUPTED = "playing", "interrupted"
CODES = {"H0 accepted": 3, "inconclusive": 4, INTERRUPTED: 130}


@dataclass(frozen=True, kw_only=True)
class ContestAnswer(Answer):
    """A match or tournament so far."""

    version: str
    game: str
    title: str  # of the game
    players: tuple[str, ...]
    seed: int
    ending: str  # playing, interrupted, or how it ended
    resume: Resume | None = None  # while it is not over
    _course: Any = field(default=RunCourse(), compare=False)  # how it went on; not in the schema

    @property
    def standpoint(self) -> Standpoint:
        """Where things stand now."""
        raise NotImplementedError

    def page(self) -> str:
        """The sheet and its curves as a page that stands alone."""
        from kibitz.drawing.picture import page_of

        title = f"{self.title}: {', '.join(self.players)}"
        return str(page_of(title, [*self.sheet(), *self._course.charts()]))

    @property
    def exit_code(self) -> int:
        return CODES.get(self.ending, 0)

    @property
    def asides(self) -> tuple[str, ...]:
        return (f"resume with: {self.resume.command}",) if self.resume else ()

    @property
    def is_over(self) -> bool:
        return self.ending not in (PLAYING, INTERRUPTED)


A = TypeVar("A", bound=ContestAnswer, covariant=True)
M = TypeVar("M", bound=ContestAnswer)
Chosen = TypeVar("Chosen")


class Watch:
    """Notes how a run goes on, and gives every snapshot what is known by then."""

    def __init__(self, begun: int) -> None:
        self._since = time.monotonic()
        self._course = RunCourse(begun=begun)

    def seen(self, made: M) -> M:
        """The snapshot with the course up to it."""
        self._course = self._course.after(made.standpoint, time.monotonic() - self._since)
        return replace(made, _course=self._course)

    @staticmethod
    def line(made: ContestAnswer) -> dict[str, object]:
        """What a log says of it."""
        progress = made.progress
        return log_line(made._course, made.ending, progress.total if progress else None)


@dataclass(frozen=True)
class LineUp:
    """Who plays what."""

    game: str | None = ask(None, "The game, with its options.", argument=True, metavar="[GAME]")
    players: tuple[str, ...] = ask((), "One player or more.", argument=True, metavar="[A B...]")


def refuse_programs(plan: "Plan") -> None:
    """A file that somebody sent must not decide what is run here."""
    from kibitz.players.foreign import PREFIX

    for player in plan.players:
        if player.startswith(PREFIX):
            raise BadValue(
                f"the kept plan would run '{player.removeprefix(PREFIX)}': name the game and its "
                "players again, or give --allow-programs"
            )


class ContestPlan(Protocol):
    """A match or tournament before its first pair."""

    def setting(self, wants_records: bool = False) -> "Setting": ...

    def plan(self) -> "Plan": ...


class ContestRun(Protocol):
    """A match or tournament under way."""

    def recall(self, pairs: "Iterable[PairResult]") -> None: ...

    def run(
        self, crew: "Crew", ledger: "Ledger | None", match_id: str, every: int | None
    ) -> Generator[object]: ...


@dataclass(frozen=True)
class ContestRequest(Request[A], LineUp):
    """Plays many games, keeps them, and can be resumed."""

    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = ("html",)
    stream_pairs: ClassVar[int]  # that a line of a stream stands for
    example: ClassVar[str]

    limit: float | None = ask(
        None, "Time limit per move; exceeding it forfeits the game.", metavar="SECONDS"
    )
    workers: int | None = ask(
        None,
        "How many play at once (one per core); the result does not depend on it.",
        low=1,
        high=MOST_WORKERS,
        metavar="N",
    )
    crew: Literal["auto", "serial", "threads", "processes"] = ask(
        "auto", "Kind of workers; auto suits the players."
    )
    cluster: str | None = ask_cluster()
    seed: int | None = ask_seed()
    resume: str | None = ask(None, "Resume what was interrupted.", metavar="ID", holds=PLACE)
    store: bool = ask(False, "Keep the games in the archive.")
    db: str | None = ask_archive()
    journal: str | None = ask(
        None, "Keep the pairs in this file (.jsonl).", metavar="FILE", holds=PLACE
    )
    every: int | None = ask(None, "Pairs per line of --stream.", low=1, metavar="N")
    log: str | None = ask(
        None, "Add a line of JSON to this file every second or so.", metavar="FILE", holds=PLACE
    )
    allow_programs: bool = ask(False, "With --resume: run the programs (exec:) of the kept plan.")

    def check_crew(self) -> None:
        """Refuse workers of two kinds, and an address that is none."""
        if self.cluster is None:
            return
        if self.workers is not None or self.crew != "auto":
            other = "--workers" if self.workers is not None else "--crew"
            raise BadValue(f"--cluster and {other} exclude each other")
        check_cluster(self.cluster)

    def kept(self) -> "MatchStore":
        """Where it is kept."""
        from kibitz.lab.contest.store import MatchStore

        return MatchStore.of(store=self.store, db=self.db, journal=self.journal, resume=self.resume)

    def chosen(
        self, store: "MatchStore", new: Callable[[str], Chosen], old: "Callable[[Plan], Chosen]"
    ) -> Chosen:
        """What is to be played: the game of a checked name, or the plan that is resumed."""
        if self.resume is None:
            return new(self.checked_game())
        plan = store.kept_plan()
        if self.game is None:
            if not self.allow_programs:
                refuse_programs(plan)
        elif not self.players or not self._is_of(plan):
            raise BadValue(f"drop '{self.game}': --resume already knows the game")
        return old(plan)

    def _is_of(self, plan: "Plan") -> bool:
        """Whether a plan is of the game and the players that are named here."""
        return (self.checked_game(), self.introduced()) == (plan.game, plan.players)

    def introduced(self) -> tuple[str, ...]:
        """The players; programs with the names that they give themselves."""
        from kibitz.core.registry import make_game
        from kibitz.players.foreign import introduced
        from kibitz.players.roster import player_names

        assert self.game is not None
        return introduced(self.players, player_names(make_game(self.game)))

    def checked_game(self) -> str:
        """The game's text; bad players are refused before a worker meets them."""
        from kibitz.core.registry import make_game
        from kibitz.players.roster import make_player

        if self.game is None or not self.players:
            told = f"kibitz {self.verb} {self.example}"
            raise BadValue(f"a {self.verb} needs GAME and players: {told}")
        made = make_game(self.game)
        for player in self.players:
            make_player(player, made)
        return made.text

    def played(
        self,
        store: "MatchStore",
        chosen: ContestPlan,
        begun: ContestRun,
        count: Callable[[], int],
        snapshot: Callable[[str | None], A],
    ) -> Iterator[A]:
        """Snapshots until it is over; `snapshot` is told where it ended before its end."""
        from kibitz.arena.workers import CrewKind, make_crew

        store.open(chosen.plan())
        begun.recall(store.pairs_done())
        setting, pulse = chosen.setting(store.wants_records), Pulse(self.every)
        watch = Watch(count())
        try:
            with (
                logged(self.log) as log,
                make_crew(setting, self.workers, CrewKind(self.crew), self.cluster) as crew,
                closing(begun.run(crew, store.ledger, store.match_id, self.every)) as running,
            ):
                for _ in running:
                    if pulse.is_due(count()):
                        made = watch.seen(pulse.taken(count(), lambda: snapshot(None)))
                        if not made.is_over:
                            log(watch.line(made), False)
                            yield made
                last = watch.seen(snapshot(None))
                log(watch.line(last), True)
        except KeyboardInterrupt:
            yield snapshot(INTERRUPTED)
            raise
        except HouseFault as fault:
            told = store.resume(self.verb).command
            raise HouseFault(f"{fault}; what was played is kept, go on with: {told}") from fault
        store.end(plain(last))
        yield last
