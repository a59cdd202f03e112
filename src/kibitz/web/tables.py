"""Who sits at which table: players by session, and a word that lets another browser sit down.

The file is written as a whole after every change, beside the sittings, so a server that was
killed goes on where it was.
"""

import json
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kibitz.core.files import write_whole
from kibitz.errors import BadValue, KibitzError
from kibitz.web.crew import WebCrew
from kibitz.web.events import NewsDesk

PERSON = "person"  # as kibitz.lab.sitting has it, which loads the compiler


class NoSuchTable(KibitzError):
    """There is none, or not for this session."""


@dataclass
class WebTable:
    """A table and the sessions of the people at it."""

    name: str
    title: str
    players: list[str]
    sessions: dict[str, str]  # by the number of the player
    game: str = ""  # its name
    invitation: str = field(default_factory=lambda: secrets.token_urlsafe(9))

    def players_of(self, session: str) -> list[int]:
        """For whom a session plays."""
        return sorted(int(player) for player, held in self.sessions.items() if held == session)

    @property
    def free(self) -> list[int]:
        """People who have not come yet."""
        people = (i for i, player in enumerate(self.players) if player == PERSON)
        return [player for player in people if str(player) not in self.sessions]


class WebTables:
    """All tables of a server."""

    def __init__(self, file: Path, crew: WebCrew, news: NewsDesk) -> None:
        self.file, self.crew, self.news = file, crew, news
        self._tables = {table.name: table for table in _read(file)}

    async def begin(self, session: str, setting: dict[str, Any], alone: bool) -> WebTable:
        """A new table; whoever begins it plays for the first person, alone for all of them."""
        made = await self.crew.last("begin", setting)
        people = [i for i, player in enumerate(made["players"]) if player == PERSON]
        if not people:
            raise BadValue("nobody at this table is a person")
        mine = (
            people
            if alone
            else [setting.get("seat", people[0])]
            if setting.get("seat") in people
            else people[:1]
        )
        table = WebTable(
            made["name"],
            made["title"],
            made["players"],
            {str(i): session for i in mine},
            made["game"],
        )
        self._tables[table.name] = table
        self._save()
        return table

    def of(self, name: str, session: str) -> WebTable:
        """A table at which this session sits."""
        table = self._tables.get(name)
        if table is None or not table.players_of(session):
            raise NoSuchTable("there is no such table")
        return table

    def all_of(self, session: str) -> list[WebTable]:
        """The tables at which a session sits, the newest first."""
        return [t for t in reversed(self._tables.values()) if t.players_of(session)]

    def join(self, invitation: str, session: str) -> WebTable:
        """Sit down by the word that somebody gave."""
        for table in self._tables.values():
            if secrets.compare_digest(table.invitation.encode(), invitation.encode()):
                if not table.players_of(session):
                    if not table.free:
                        raise BadValue("everybody at this table has come already")
                    table.sessions[str(table.free[0])] = session
                    self._save()
                return table
        raise NoSuchTable("nobody was invited by this word")

    async def look(self, table: WebTable) -> None:
        """Have the newest state told."""
        async for seen in self.crew.run("look", {"name": table.name}, table.name):
            self._tell(table, seen)

    async def act(self, table: WebTable, player: int, did: dict[str, Any]) -> None:
        """Do something for a player and have told what everybody sees."""
        arguments = {"name": table.name, "player": player, **did}
        async for seen in self.crew.run("act", arguments, table.name):
            self._tell(table, seen)

    def put_away(self, table: WebTable) -> None:
        """Forget a table."""
        self._tables.pop(table.name, None)
        for player in range(len(table.players)):
            self.news.forget(topic_of(table.name, player))
        self._save()

    def _tell(self, table: WebTable, seen: dict[str, Any]) -> None:
        for player, view in seen["views"].items():
            self.news.tell(topic_of(table.name, int(player)), "table", view)

    def _save(self) -> None:
        kept = [asdict(table) for table in self._tables.values()]
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.file, [json.dumps({"tables": kept})])


def topic_of(name: str, player: int) -> str:
    """The topic of what one player sees."""
    return f"table:{name}:{player}"


def _read(file: Path) -> list[WebTable]:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))["tables"]
        return [WebTable(**fields) for fields in kept]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError):
        file.rename(file.with_suffix(".damaged"))  # sittings are files of their own
        return []
