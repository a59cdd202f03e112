"""What `kibitz match` and `kibitz tournament` share: their options, the run, how it is left."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from kibitz.cli import options
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.arena.chunk import Setting
    from kibitz.arena.ledger import Ledger, Plan
    from kibitz.arena.workers import Crew
    from kibitz.cli.keeping import Keeping

INTERRUPTED = 130
Command = TypeVar("Command", bound=Callable[..., Any])
Chosen = TypeVar("Chosen")


def play_options(command: Command) -> Command:
    """The options of everything that plays many games and can be resumed."""
    shared = (
        options.limit,
        options.workers,
        options.crew,
        options.seed,
        options.resume,
        options.store,
        options.database,
        options.journal,
        options.as_json,
        options.stream,
        options.every,
    )
    for option in reversed(shared):
        command = option(command)
    return command


class Begun(Protocol):
    """A match or tournament under way."""

    def recall(self, pairs: Any) -> None: ...

    def run(
        self, crew: "Crew", ledger: "Ledger | None", match_id: str, every: int | None
    ) -> Iterator[Any]: ...


@dataclass
class Contest:
    """One run of a command: where it is kept, who plays, how it is told."""

    command: str
    keeping: "Keeping"
    workers: int | None
    crew: str
    is_resumed: bool
    tells_json: bool
    step: int | None  # pairs a line of a stream stands for

    @classmethod
    def of(cls, command: str, usual_step: int, given: Mapping[str, Any]) -> "Contest":
        """The run that the options ask for."""
        from kibitz.cli.keeping import Keeping

        names = ("store", "db", "journal", "resume")
        return cls(
            command,
            Keeping.of(**{name: given[name] for name in names}),
            given["workers"],
            given["crew"],
            given["resume"] is not None,
            given["as_json"] or given["stream"],
            (given["every"] or usual_step) if given["stream"] else None,
        )

    def choose(
        self, game: str | None, new: Callable[[], Chosen], kept: "Callable[[Plan], Chosen]"
    ) -> Chosen:
        """What is to be played: a new plan, or the one that is resumed."""
        if not self.is_resumed:
            return new()
        if game is not None:
            raise BadValue(f"--resume takes its plan from the ledger; '{game}' is one too many")
        return kept(self.keeping.kept_plan())

    def play(
        self,
        setting: "Callable[[bool], Setting]",
        plan: "Plan",
        begun: Begun,
        after_each: Callable[[int | None], None],
    ) -> bool:
        """Play to the end, or until it is broken off; returns whether it was."""
        from kibitz.arena.workers import CrewKind, make_crew

        keeping = self.keeping
        keeping.open(plan)
        begun.recall(keeping.pairs_done())
        made = setting(keeping.wants_records)
        try:
            with make_crew(made, self.workers, CrewKind(self.crew)) as hands:
                for _ in begun.run(hands, keeping.ledger, keeping.match_id, self.step):
                    after_each(self.step)
        except KeyboardInterrupt:
            return True
        return False

    def leave(self, outcome: Mapping[str, Any] | None) -> int:
        """Keep the outcome, or say how to go on where there is none."""
        if outcome is not None:
            self.keeping.end(outcome)
            return 0
        self.keeping.leave_open()
        if self.keeping.match_id:
            click.echo(f"resume with: {self.keeping.resume_command(self.command)}", err=True)
        return INTERRUPTED


def checked_game(command: str, game: str | None, players: tuple[str, ...], example: str) -> str:
    """The game's text; bad players are refused before a worker meets them."""
    from kibitz.core.registry import make_game
    from kibitz.players.roster import make_player

    if game is None or not players:
        raise BadValue(f"a {command} needs GAME and players: kibitz {command} {example}")
    made = make_game(game)
    for player in players:
        make_player(player, made)
    return made.text
