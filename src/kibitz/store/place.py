"""Where an archive is kept: a SQLite file, or a PostgreSQL server named by its URL.

What the user names comes first (`--db`), then the environment (KIBITZ_DB), then the
file `kibitz.sqlite` in the user's data directory.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from kibitz.core.address import without_password
from kibitz.core.files import home_path
from kibitz.errors import BadValue

VARIABLE = "KIBITZ_DB"
_POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")


@dataclass(frozen=True)
class Place:
    """The address of an archive, for the driver and, without its password, for people."""

    url: URL

    @classmethod
    def of(cls, text: str | None = None) -> "Place":
        """The place that `text` names, else KIBITZ_DB, else the usual one."""
        named = text or os.environ.get(VARIABLE)
        if not named:
            return cls.file(usual_file())
        is_server = "://" in named or (named.startswith("postgres") and ":" in named)
        return cls._server(named) if is_server else cls.file(home_path(named))

    @classmethod
    def file(cls, path: Path) -> "Place":
        return cls(URL.create("sqlite", database=str(path.absolute())))

    @classmethod
    def _server(cls, text: str) -> "Place":
        try:
            url = make_url(text)
        except (ArgumentError, ValueError):
            raise BadValue(f"'{without_password(text)}' is not the URL of a database") from None
        if url.drivername == "sqlite" and url.database:
            return cls.file(home_path(url.database))
        if url.drivername not in _POSTGRES:
            raise BadValue(
                f"an archive is a SQLite file or a postgresql:// URL, not '{url.drivername}://'"
            )
        return cls(url.set(drivername="postgresql+psycopg"))

    @property
    def path(self) -> Path | None:
        """The file of a SQLite archive."""
        return Path(self.url.database or "") if self.is_file else None

    @property
    def is_file(self) -> bool:
        return self.url.drivername == "sqlite"

    def __str__(self) -> str:
        if self.is_file:  # or somebody's address, with its scheme forgotten
            return without_password(str(self.path))
        shown = self.url.set(drivername="postgresql").render_as_string(hide_password=True)
        return without_password(shown)

    def without_secrets(self, said: str) -> str:
        """What a driver said, without any password of this place."""
        secrets = [self.url.password, *map(self.url.query.get, ("password", "sslpassword"))]
        for secret in filter(None, secrets):
            said = said.replace(str(secret), "***")
        return without_password(said)


def usual_file() -> Path:
    """The archive of a user who names none."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return home_path(base) / "kibitz" / "kibitz.sqlite"
