"""A ledger in plain files, one per match: JSON lines that only ever grow.

The first line is the plan, then a line for each pair, at last the outcome. Whole lines
are appended in one write, so a process killed at any moment leaves at worst one half line
at the end, which the next one to open the file cuts off.
"""

import json
import os
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from kibitz.arena.ledger import Plan, PlayedPair
from kibitz.arena.result import PairResult
from kibitz.core.files import bounded_lines, home_path
from kibitz.errors import BadRecord, BadValue, HouseFault, UnknownName

VERSION = 1
ENDING = ".jsonl"
BLOCK = 1 << 16


def usual_folder() -> Path:
    """Where unfinished matches are kept: KIBITZ_STATE, or the user's state folder."""
    base = os.environ.get("KIBITZ_STATE")
    if base:
        return home_path(base) / "matches"
    home = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return home_path(home) / "kibitz" / "matches"


class Journal:
    """Keeps each match in a file of a folder, or one match in a file that the user names."""

    wants_records = False

    def __init__(self, folder: Path | None = None, file: Path | None = None) -> None:
        self._folder = folder or usual_folder()
        self._file = file
        self._open: dict[str, int] = {}  # file descriptors, which hold the locks

    def begin(self, plan: Plan) -> str:
        """Open a new file for this plan."""
        match_id = str(self._file) if self._file else plan.kind[0] + secrets.token_hex(4)
        path = self._path(match_id)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            opened = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            raise BadValue(f"journal '{path}' cannot be written: {error.strerror}") from None
        self._hold(match_id, opened)
        os.ftruncate(opened, 0)
        try:
            self._append(match_id, [{"journal": VERSION, "plan": plan.to_fields()}])
        except HouseFault:
            path.unlink(missing_ok=True)
            raise
        return match_id

    def hold(self, match_id: str) -> None:
        """Lock a file that is to be gone on with, before anything in it is read."""
        if match_id not in self._open and self._path(match_id).is_file():
            self._reopen(match_id)

    def plan(self, match_id: str) -> Plan:
        """The plan in the first line of a file."""
        for number, fields in self._lines(match_id):
            if fields.get("journal") != VERSION:
                raise BadRecord(
                    f"line {number} of '{self._path(match_id)}' does not begin a journal"
                )
            return Plan.from_fields(fields.get("plan", {}))
        raise BadRecord(f"journal '{self._path(match_id)}' is empty")

    def pairs_done(self, match_id: str) -> Iterator[PairResult]:
        """The pairs of all whole lines."""
        for _, fields in self._lines(match_id):
            if "pair" in fields:
                yield PairResult.from_fields(fields["pair"])

    def outcome(self, match_id: str) -> dict[str, Any] | None:
        """What was kept at the end; None for a match that did not get there."""
        for _, fields in self._lines(match_id):
            if "outcome" in fields:
                return dict(fields["outcome"])
        return None

    def save(self, match_id: str, played: Sequence[PlayedPair]) -> None:
        """Append a line for each pair."""
        self._append(match_id, [{"pair": pair.result.to_fields()} for pair in played])

    def end(self, match_id: str, outcome: Mapping[str, Any]) -> None:
        """Append the outcome, and drop the file if nobody named it: it has served."""
        self._append(match_id, [{"outcome": dict(outcome)}])
        self.release(match_id)
        if not _is_path(match_id):
            self._path(match_id).unlink(missing_ok=True)

    def release(self, match_id: str) -> None:
        """Let others write the file."""
        opened = self._open.pop(match_id, None)
        if opened is not None:
            os.close(opened)

    def known(self) -> list[str]:
        """The ids of the matches in the folder."""
        return sorted(path.name.removesuffix(ENDING) for path in self._folder.glob(f"*{ENDING}"))

    def idle_seconds(self, match_id: str) -> float:
        """How long ago a file was written to."""
        try:
            return max(0.0, time.time() - self._path(match_id).stat().st_mtime)
        except OSError:  # another process just finished it
            return 0.0

    def is_played(self, match_id: str) -> bool:
        """Whether a process is playing it now."""
        is_free = self._is_free(match_id)
        self.release(match_id)
        return not is_free

    def remove(self, match_id: str) -> bool:
        """Remove a file that nobody is playing; whether it is gone."""
        if not self._is_free(match_id):
            return False
        try:
            self._path(match_id).unlink()  # whoever opened it meanwhile finds it locked, then gone
        except OSError:
            return False
        finally:
            self.release(match_id)
        return True

    def _is_free(self, match_id: str) -> bool:
        """Whether a file could be locked, without a change to it; then it is."""
        try:
            self._hold(match_id, os.open(self._path(match_id), os.O_RDONLY))
        except (OSError, BadValue):
            return False
        return True

    def _path(self, match_id: str) -> Path:
        return Path(match_id) if _is_path(match_id) else self._folder / f"{match_id}{ENDING}"

    def _append(self, match_id: str, lines: Sequence[Mapping[str, Any]]) -> None:
        if match_id not in self._open:
            self._reopen(match_id)
        text = "".join(
            json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines
        )
        rest = memoryview(text.encode())
        try:
            while rest:
                rest = rest[os.write(self._open[match_id], rest) :]
        except OSError as error:
            path = self._path(match_id)
            raise HouseFault(f"journal '{path}' cannot be written: {error.strerror}") from None

    def _reopen(self, match_id: str) -> None:
        """Open a file that another process began, and cut off the half line it may have left."""
        path = self._path(match_id)
        try:
            opened = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise BadValue(f"journal '{path}' cannot be written: {error.strerror}") from None
        self._hold(match_id, opened)
        os.ftruncate(opened, _whole_bytes(opened))

    def _hold(self, match_id: str, opened: int) -> None:
        """Lock the file: two processes that play the same match would both be counted."""
        with suppress(ImportError):  # not there on every system
            import fcntl

            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(opened)
                raise BadValue(f"match '{match_id}' is being played by another process") from None
        if not _is_same_file(opened, self._path(match_id)):
            os.close(opened)
            raise BadValue(f"match '{match_id}' was just finished or removed by another process")
        self._open[match_id] = opened

    def _lines(self, match_id: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The whole lines of a file with their numbers; a bad one before the last is named."""
        path = self._path(match_id)
        if not path.is_file():
            raise UnknownName("match", match_id, self.known() or ["(there is none to resume)"])
        with path.open("rb") as file:
            for number, line in enumerate(bounded_lines(file), 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    fields = json.loads(line)
                except (ValueError, RecursionError):
                    fields = None
                if not isinstance(fields, dict):
                    raise BadRecord(f"line {number} of journal '{path}' is damaged")
                yield number, fields


def _whole_bytes(opened: int) -> int:
    """Where the last whole line ends."""
    end = os.fstat(opened).st_size
    while end > 0:
        start = max(0, end - BLOCK)
        os.lseek(opened, start, os.SEEK_SET)
        found = os.read(opened, end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def _is_same_file(opened: int, path: Path) -> bool:
    """Whether the file that was locked is still the one of that name."""
    try:
        return os.path.samestat(os.fstat(opened), path.stat())
    except OSError:
        return False


def _is_path(match_id: str) -> bool:
    return match_id.endswith(ENDING) or os.sep in match_id
