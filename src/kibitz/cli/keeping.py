"""Where a match or tournament of the command line is kept, and how it is found again.

Without `--store` it is a journal in the user's state folder, which goes when the match
is finished, or the file that `--journal` names, which stays.
"""

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.arena.journal import ENDING, Journal
from kibitz.arena.ledger import Ledger, Plan
from kibitz.arena.result import PairResult
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from typing import Self


@dataclass
class Keeping:
    """A ledger and what it is asked for."""

    ledger: Ledger
    match_id: str = ""
    is_resumed: bool = False
    db: str | None = None

    @classmethod
    def of(cls, *, store: bool, db: str | None, journal: str | None, resume: str | None) -> "Self":
        """The ledger that the options ask for: a number to resume is the archive's."""
        if journal and (store or resume):
            raise BadValue(f"--journal excludes {'--store' if store else '--resume'}")
        if journal and not journal.endswith(ENDING):
            raise BadValue(f"journal '{journal}' does not end in {ENDING}")
        if journal and Path(journal).exists():
            raise BadValue(f"journal '{journal}' is there already; resume it with --resume")
        if store or (resume or "").isdecimal():
            return cls(_archive_ledger(db), resume or "", resume is not None, db)
        return cls(
            Journal(file=Path(journal) if journal else None), resume or "", resume is not None
        )

    @property
    def wants_records(self) -> bool:
        return self.ledger.wants_records

    def kept_plan(self) -> Plan:
        """The plan of what is resumed."""
        return self.ledger.plan(self.match_id)

    def open(self, plan: Plan) -> None:
        """Begin to keep this plan, unless it is resumed."""
        if not self.is_resumed:
            self.match_id = self.ledger.begin(plan)

    def pairs_done(self) -> Iterable[PairResult]:
        """What was played before."""
        return self.ledger.pairs_done(self.match_id) if self.is_resumed else ()

    def end(self, outcome: Mapping[str, Any]) -> None:
        """Keep the outcome."""
        self.ledger.end(self.match_id, outcome)

    def leave_open(self) -> None:
        """Stop keeping for now."""
        if isinstance(self.ledger, Journal):
            self.ledger.release(self.match_id)

    def resume_command(self, command: str) -> str:
        """What to type to go on."""
        where = f" --db {shlex.quote(self.db)}" if self.db else ""
        return f"kibitz {command} --resume {shlex.quote(self.match_id)}{where}"


def _archive_ledger(db: str | None) -> Ledger:
    """The archive as a ledger; the store is loaded for those who want it."""
    from kibitz.store.archive import Archive
    from kibitz.store.ledger import ArchiveLedger

    return ArchiveLedger(Archive.open(db))
