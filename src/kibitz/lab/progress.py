"""`kibitz progress`: a player over many games, what decisions cost, by kind and over time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal

from kibitz.core.request import LARGEST_SEED, PLACE, Answer, Progress, Request, ask, ask_archive
from kibitz.core.sheet import Block, Chart, Column, Curve, Heading, Sheet, Words, listing
from kibitz.core.speech import plural
from kibitz.lab.company import ask_cluster, ask_workers, check_cluster, hands_at

if TYPE_CHECKING:
    from kibitz.coach.progress import CostRate, Decisions
    from kibitz.core.hands import Hands
    from kibitz.lab.judging import JudgedGame


@dataclass(frozen=True)
class RateAnswer:
    """What one kind of decision costs."""

    kind: str
    games: int
    decisions: int
    cost: float | None  # lost per decision, in points or what weighs like one
    error: float | None
    interval: tuple[float, float] | None
    share: float | None  # of all that is lost


@dataclass(frozen=True)
class PointAnswer:
    """The cost over the games up to one of them."""

    game: int  # from 1, in the order of their coming
    cost: float
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class GameProgress:
    """A player in one game."""

    game: str  # with its number of seats where that is not the usual one
    title: str
    unit: str
    total: RateAnswer
    accuracy: float | None
    standing: str  # between which levels
    warning: str
    kinds: tuple[RateAnswer, ...]  # what costs most first
    phases: tuple[RateAnswer, ...]
    line: tuple[PointAnswer, ...]
    levels: dict[str, float]  # what a decision costs them
    mistakes: dict[str, int]  # decisions by severity


@dataclass(frozen=True)
class ProgressAnswer(Answer):
    """What a player loses per decision, by game, kind of decision and over time."""

    schema: ClassVar[str] = "progress/3"

    player: str
    games: tuple[GameProgress, ...]
    reviewed: int
    total: int

    @property
    def progress(self) -> Progress | None:
        if self.games:
            return None
        return Progress(self.reviewed, self.total, f"{self.reviewed} of {self.total} games judged")

    def rows(self) -> list[dict[str, object]]:
        return [
            {"game": g.game, "kind": r.kind, "games": r.games, "decisions": r.decisions}
            | {"cost": r.cost, "error": r.error, "share": r.share}
            for g in self.games
            for r in (g.total, *g.kinds)
        ]

    def sheet(self) -> Sheet:
        if not self.games:
            told = f"{self.reviewed} of {self.total} games judged; the rest waits"
            return [Words.of(told)]
        return [block for game in self.games for block in _game_sheet(self.player, game)]


def _game_sheet(player: str, game: GameProgress) -> list[Block]:
    found: list[Block] = [Heading(f"{game.title}: {player}, {game.total.games} games")]
    accuracy = "" if game.accuracy is None else f" (accuracy {game.accuracy:.0f} of 100)"
    told = [f"{player} {game.standing or _plain_cost(game)}{accuracy}"]
    if game.kinds and game.kinds[0].share:
        told.append(f"{game.kinds[0].kind}: {game.kinds[0].share:.0%} of all that is lost")
    found.append(Words.of(*told, *([game.warning] if game.warning else [])))
    if len(game.line) > 1:
        found.append(_chart(game))
    found.append(_table("decisions", game.kinds))
    if [r.kind for r in game.phases] != [r.kind for r in game.kinds]:
        found.append(_table("phase", game.phases))
    counts = ", ".join(
        f"{count} {plural(name, count)}" for name, count in game.mistakes.items() if count
    )
    found.append(Words.of(counts, role="quiet"))
    return found


def _plain_cost(game: GameProgress) -> str:
    return "had nothing to decide" if game.total.cost is None else f"loses {game.total.cost:.3f}"


def _chart(game: GameProgress) -> Chart:
    line = Curve(
        tuple((p.game, p.cost) for p in game.line),
        "cost per decision",
        band=tuple((p.game, *p.interval) for p in game.line if p.interval is not None),
    )
    top = max(p.interval[1] if p.interval else p.cost for p in game.line)
    near = [(cost, name) for name, cost in game.levels.items() if cost <= 1.3 * top]
    title = f"cost per decision ({game.unit}), over the last games"
    return Chart(title, "game", "", (line,), tuple(near), low=0.0)


def _table(name: str, rates: tuple[RateAnswer, ...]) -> Block:
    columns = (
        Column(name, importance=9),
        Column("n", True, 5),
        Column("cost per decision", True, 9),
        Column("95 %", True, 7),
        Column("of all lost", True, 8),
    )
    rows = [
        (
            rate.kind,
            str(rate.decisions),
            "" if rate.cost is None else f"{rate.cost:.3f}",
            "" if rate.interval is None else f"{rate.interval[0]:.3f}–{rate.interval[1]:.3f}",
            "" if rate.share is None else f"{rate.share:.0%}",
        )
        for rate in rates
    ]
    return listing(columns, rows)


@dataclass(frozen=True)
class ProgressRequest(Request[ProgressAnswer]):
    """Measure what a player loses per decision, over many games.

    The games are those in the files RECORDS, or, without files, those in the archive. What was
    judged of an archived game is kept there, and never judged again. --svg writes the line.
    """

    verb: ClassVar[str] = "progress"
    gives: ClassVar[type[Answer]] = ProgressAnswer
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = ("svg",)

    player: str = ask(help="Whose games: a name, or a level.", metavar="NAME")
    records: tuple[str, ...] = ask((), "Files of records.", argument=True, holds=PLACE)
    game: str | None = ask(None, "Only this game.", metavar="GAME")
    budget: Literal["fast", "coaching", "exact"] = ask("fast", "How closely to look.")
    db: str | None = ask_archive()
    seed: int = ask(0, "Root of all random numbers.", low=0, high=LARGEST_SEED, metavar="S")
    workers: int | None = ask_workers()
    cluster: str | None = ask_cluster()

    def check(self) -> None:
        check_cluster(self.cluster, self.workers)

    def answers(self) -> Iterator[ProgressAnswer]:
        from kibitz.lab.judging import refuse_nobody

        games: list[JudgedGame] = []
        with hands_at(self.cluster, self.workers) as hands:
            for judged in self._games(hands):
                games.append(judged)
                yield ProgressAnswer(self.player, (), judged.done, judged.total)
        if not games:
            raise refuse_nobody(self.player)
        yield progress_answer(self.player, games)

    def _games(self, hands: "Hands | None") -> "Iterator[JudgedGame]":
        from kibitz.core.registry import make_game
        from kibitz.lab.judging import judged_archive, judged_files

        if not self.records:
            args = (self.player, self.game, self.budget, self.seed, self.db)
            yield from judged_archive(*args, hands=hands)
            return
        wanted = None if self.game is None else make_game(self.game).name
        for judged in judged_files(self.records, self.player, self.budget, self.seed, hands):
            if wanted in (None, judged.judged.game.partition("(")[0]):
                yield judged


def progress_answer(player: str, games: "list[JudgedGame]") -> ProgressAnswer:
    """What judged games say of a player."""
    tables: dict[str, list[Decisions]] = {}
    for game in games:
        mine = (game.judged.of_seat(seat) for seat in game.seats)
        tables.setdefault(_table_of(game.judged.game), []).extend(mine)
    told = tuple(_progress_in(table, mine) for table, mine in tables.items())
    return ProgressAnswer(player, told, len(games), len(games))


@cache
def _table_of(text: str) -> str:
    """A game by its name, with its number of seats where that is not the usual one.

    Decisions among three cost something else than between two, so each table has its own marks.
    """
    from kibitz.core.registry import make_game
    from kibitz.lab.trials.rungs import seat_option

    made = make_game(text)
    option = seat_option(made.name)
    is_usual = made.seats == make_game(made.name).seats
    return made.name if is_usual or option is None else f"{made.name}({option}={made.seats})"


def _progress_in(table: str, games: "Sequence[Decisions]") -> GameProgress:
    from kibitz.coach import progress
    from kibitz.coach.scale import weight_unit
    from kibitz.core.registry import make_game

    made = make_game(table)
    seats = made.seats if table != made.name else None
    total = progress.measure("all", games)
    levels, wanted = progress.level_costs(table), progress.STRENGTHS[1:]
    kinds = progress.by(games, lambda d: d.themes[0] if d.themes else d.phase)
    units = dict.fromkeys(d.unit for game in games for d in game if d.unit != "wins")
    return GameProgress(
        game=table,
        title=made.title if seats is None else f"{made.title} for {seats}",
        unit=weight_unit(made, next(iter(units), "wins")),
        total=_rate(total, total),
        accuracy=progress.accuracy_of(games),
        standing=progress.standing(total, levels, wanted),
        warning="; ".join(filter(None, (total.warning, *progress.doubts(levels, wanted, seats)))),
        kinds=tuple(_rate(rate, total) for rate in kinds),
        phases=tuple(_rate(rate, total) for rate in progress.by(games, lambda d: d.phase)),
        line=tuple(
            PointAnswer(n, rate.cost, rate.interval)
            for n, rate in progress.line(games)
            if rate.cost is not None
        ),
        levels=levels,
        mistakes=progress.severities(games),
    )


def _rate(rate: "CostRate", total: "CostRate") -> RateAnswer:
    return RateAnswer(
        rate.label,
        rate.games,
        rate.decisions,
        rate.cost,
        rate.error,
        rate.interval,
        rate.weight / total.weight if total.weight else None,
    )
