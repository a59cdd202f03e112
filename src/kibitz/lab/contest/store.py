"""Where a match or tournament is kept while it is played, and how it is found again.

Unless the archive is asked for it is a journal in the user's state folder, which goes when
the match is finished, or a journal that the user names, which stays.
"""

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kibitz.arena.journal import ENDING, Journal
from kibitz.arena.ledger import Ledger, Plan
from kibitz.arena.result import PairResult
from kibitz.core.address import without_password
from kibitz.errors import BadValue
from kibitz.lab.contest.result import Resume
from kibitz.players.foreign import PREFIX

if TYPE_CHECKING:
    from kibitz.store.archive import Archive


@dataclass
class MatchStore:
    """A ledger, opened for one match or tournament."""

    ledger: Ledger
    match_id: str = ""
    is_resumed: bool = False
    db: str | None = None
    _archive: "Archive | None" = None
    _has_programs: bool = False

    @classmethod
    def of(cls, *, store: bool, db: str | None, journal: str | None, resume: str | None) -> Self:
        """The ledger that is asked for: a number to resume is the archive's."""
        if journal and (store or resume):
            raise BadValue(f"--journal excludes {'--store' if store else '--resume'}")
        if journal and not journal.endswith(ENDING):
            raise BadValue(f"journal '{journal}' does not end in {ENDING}")
        if journal and Path(journal).exists():
            raise BadValue(f"journal '{journal}' already exists; --resume continues it")
        given = (resume or "", resume is not None)
        if store or given[0].isdecimal():
            return cls._of_archive(*given, db)
        return cls(Journal(file=Path(journal) if journal else None), *given)

    @classmethod
    def _of_archive(cls, match_id: str, is_resumed: bool, db: str | None) -> Self:
        """The archive as a ledger; the store is loaded for those who want it."""
        from kibitz.store.archive import Archive
        from kibitz.store.ledger import ArchiveLedger

        archive = Archive.open(db, create=not is_resumed)
        return cls(ArchiveLedger(archive), match_id, is_resumed, db, archive)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let others go on with it."""
        if isinstance(self.ledger, Journal):
            self.ledger.release(self.match_id)
        if self._archive is not None:
            self._archive.close()

    @property
    def wants_records(self) -> bool:
        return self.ledger.wants_records

    def kept_plan(self) -> Plan:
        """The plan of what is resumed, which nobody else may go on with from here on."""
        if isinstance(self.ledger, Journal):
            self.ledger.hold(self.match_id)
        return self.ledger.plan(self.match_id)

    def open(self, plan: Plan) -> None:
        """Begin to keep this plan, unless it is resumed."""
        self._has_programs = any(player.startswith(PREFIX) for player in plan.players)
        if not self.is_resumed:
            self.match_id = self.ledger.begin(plan)

    def pairs_done(self) -> Iterable[PairResult]:
        """What was played before."""
        return self.ledger.pairs_done(self.match_id) if self.is_resumed else ()

    def end(self, outcome: Mapping[str, Any]) -> None:
        """Keep the outcome."""
        self.ledger.end(self.match_id, outcome)

    def resume(self, command: str) -> Resume:
        """How to go on with it."""
        shown = None if self.db is None else without_password(self.db)
        where = f" --db {shlex.quote(shown)}" if shown else ""
        programs = " --allow-programs" if self._has_programs else ""
        text = f"kibitz {command} --resume {shlex.quote(self.match_id)}{where}{programs}"
        return Resume(self.match_id, shown, text)
