"""Sittings on disk: one small file each, written as a whole after every move.

A sitting that cannot be written goes on; whoever drives it looks at `SittingStore.fault`.

A file holds the plan, the records of the finished hands and the present one. A finished
sitting is put away by whoever drove it.
"""

import json
import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.core.files import home_path, is_there, read_text, worded, write_whole
from kibitz.core.record import Record
from kibitz.errors import BadRecord, BadValue, KibitzError
from kibitz.lab.sitting.plan import SittingPlan
from kibitz.lab.sitting.sitting import Sitting

VERSION = 1


def usual_folder() -> Path:
    """Where sittings are kept: KIBITZ_STATE, or the user's state folder."""
    base = os.environ.get("KIBITZ_STATE")
    if base:
        return home_path(base) / "sittings"
    home = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return home_path(home) / "kibitz" / "sittings"


@dataclass(frozen=True)
class KeptSitting:
    """A sitting that waits: its name, its plan, how far it is, when it was last played."""

    name: str
    plan: SittingPlan
    hand: int
    moves: int
    changed: float


class SittingStore:
    """The sittings of a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or usual_folder()
        self.fault: KibitzError | None = None  # why the last change was not saved

    def begin(self, plan: SittingPlan) -> tuple[str, Sitting]:
        """A new sitting under a name of its own, saved whenever it changes."""
        name = secrets.token_hex(4)
        save = self._saver(name)
        sitting = Sitting(plan, save)
        save(sitting)
        return name, sitting

    def resume(self, name: str) -> Sitting:
        """A sitting that was left."""
        fields = self._fields(name)
        try:
            return Sitting.resumed(
                _plan(fields["plan"]),
                [Record.from_json(json.dumps(line)) for line in fields["records"]],
                Record.from_json(json.dumps(fields["current"])),
                self._saver(name),
            )
        except (KeyError, TypeError, ValueError, KibitzError) as error:
            raise BadRecord(f"the sitting {self._path(name)} cannot be resumed: {error}") from None

    def newest(self, game: str | None = None) -> str | None:
        """The name of the sitting that was last played, of one game where it is named."""
        waiting = [kept for kept in self.listed() if game in (None, kept.plan.game)]
        return waiting[0].name if waiting else None

    def listed(self) -> list[KeptSitting]:
        """All sittings that can be resumed, the last one played first."""
        found = []
        for path in self.folder.glob("*.json") if self.folder.is_dir() else ():
            try:
                fields = self._fields(path.stem)
                plan, changed = _plan(fields["plan"]), path.stat().st_mtime
                hand, moves = len(fields["records"]), len(fields["current"]["moves"])
            except (OSError, KeyError, TypeError, KibitzError):
                continue  # damaged or just gone: resuming it by name says what is wrong
            found.append(KeptSitting(path.stem, plan, hand, moves, changed))
        return sorted(found, key=lambda kept: -kept.changed)

    def save(self, name: str, sitting: Sitting) -> None:
        """Write a sitting down: the old file stays until the new one is complete."""
        fields = {
            "sitting": VERSION,
            "plan": asdict(sitting.plan),
            "records": [json.loads(record.to_json()) for record in sitting.records],
            "current": json.loads(sitting.record().to_json()),
            "saved": int(time.time()),
        }
        path = self._path(name)
        with worded(f"the game cannot be saved in {path.parent}"):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, [json.dumps(fields, ensure_ascii=False)])

    def put_away(self, name: str) -> None:
        """Forget a sitting."""
        with suppress(OSError):  # what cannot be removed can be resumed once more
            self._path(name).unlink(missing_ok=True)

    def _saver(self, name: str) -> Callable[[Sitting], None]:
        """Saves every change; a full disk stops no game, but is remembered."""

        def save(sitting: Sitting) -> None:
            self.fault = None
            try:
                self.save(name, sitting)
            except KibitzError as fault:
                self.fault = fault

        return save

    def _path(self, name: str) -> Path:
        if not name.isalnum() or not name.isascii() or len(name) > 64:
            raise BadValue(f"'{name[:80]}' is not the name of a sitting")
        return self.folder / f"{name}.json"

    def _fields(self, name: str) -> dict[str, Any]:
        path = self._path(name)
        try:
            fields = json.loads(read_text(path))
        except (ValueError, RecursionError) as error:
            if not is_there(path):
                raise BadValue(f"there is no sitting '{name}'") from None
            raise BadRecord(f"the sitting {path} cannot be read: {error}") from None
        if not isinstance(fields, dict) or fields.get("sitting") != VERSION:
            raise BadRecord(f"{path} is not a sitting of version {VERSION}")
        return fields


def _plan(fields: Any) -> SittingPlan:
    texts = (fields["game"], *fields["players"], fields["start"] or "")
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("its plan is not made of texts")
    return SittingPlan.made(
        fields["game"],
        tuple(fields["players"]),
        fields["seed"],
        fields["start"],
        fields["hands"],
    )
