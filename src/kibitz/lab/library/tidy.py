"""Matches that were broken off: what waits in the user's state folder, and what may go.

A match that nobody named a file for is kept there while it is played, and goes when it is
finished. One that was interrupted stays until somebody resumes or removes it.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from kibitz.core.request import Answer, Request, ask
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.lab.figures import count

if TYPE_CHECKING:
    from kibitz.arena.journal import Journal

DAY = 86_400.0
MOST_DAYS = 36_500


@dataclass(frozen=True)
class KeptJournal:
    """A match or tournament that waits."""

    id: str
    state: Literal["waiting", "being played", "damaged", "removed"]
    days: float  # since it was last written
    kind: str | None  # match or tournament; unknown where it is damaged
    game: str | None
    players: tuple[str, ...]
    pairs: int  # done
    resume: str | None  # the command


@dataclass(frozen=True)
class TidyAnswer(Answer):
    """What was broken off, the longest untouched first."""

    schema: ClassVar[str] = "archive.tidy/1"
    folder: str
    removed: int
    journals: tuple[KeptJournal, ...]

    def sheet(self) -> Sheet:
        if not self.journals:
            return [Words.of(f"Nothing was broken off: {self.folder} is empty")]
        columns = ("id", "days", "game", "players", "pairs", "state", "resume with")
        table = listing(columns, map(_cells, self.journals), numbers=("days", "pairs"))
        gone = Words.of(f"{count(self.removed, 'journal')} removed from {self.folder}")
        return [table, gone] if self.removed else [table]

    def rows(self) -> list[dict[str, Any]]:
        return [asdict(journal) for journal in self.journals]


def _cells(journal: KeptJournal) -> list[str]:
    return [
        journal.id,
        f"{journal.days:.1f}",
        journal.game or "",
        ", ".join(journal.players),
        f"{journal.pairs:,}",
        journal.state,
        journal.resume or "",
    ]


@dataclass(frozen=True)
class TidyRequest(Request[TidyAnswer]):
    """List matches that were broken off, and remove old ones.

    Tournaments count as well. What is being played is never touched.
    """

    verb: ClassVar[str] = "archive.tidy"
    gives: ClassVar[type[Answer]] = TidyAnswer
    changes: ClassVar[bool] = True

    remove: bool = ask(False, "Remove those that nobody wrote to for --days.")
    days: int = ask(30, "How old they must be.", low=0, high=MOST_DAYS, metavar="N")

    def answers(self) -> Iterator[TidyAnswer]:
        from kibitz.arena.journal import Journal, usual_folder

        folder = usual_folder()
        kept = Journal(folder)
        found = [self._handled(kept, _described(kept, name)) for name in kept.known()]
        found.sort(key=lambda journal: -journal.days)
        removed = sum(journal.state == "removed" for journal in found)
        yield TidyAnswer(str(folder), removed, tuple(found))

    def _handled(self, kept: "Journal", journal: KeptJournal) -> KeptJournal:
        is_old = self.remove and journal.days >= self.days
        if is_old and kept.remove(journal.id):
            return replace(journal, state="removed", resume=None)
        return journal


def _described(kept: "Journal", name: str) -> KeptJournal:
    from kibitz.errors import KibitzError
    from kibitz.players.foreign import PREFIX

    days = kept.idle_seconds(name) / DAY
    try:
        plan = kept.plan(name)
        pairs = sum(1 for _ in kept.pairs_done(name))
    except KibitzError:
        return KeptJournal(name, "damaged", days, None, None, (), 0, None)
    if kept.is_played(name):
        return KeptJournal(
            name, "being played", days, plan.kind, plan.game, plan.players, pairs, None
        )
    programs = any(player.startswith(PREFIX) for player in plan.players)
    resume = f"kibitz {plan.kind} --resume {name}{' --allow-programs' * programs}"
    return KeptJournal(name, "waiting", days, plan.kind, plan.game, plan.players, pairs, resume)
