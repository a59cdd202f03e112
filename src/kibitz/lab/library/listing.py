"""The newest games or matches of the archive."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from kibitz.core.request import Answer, Request, ask, ask_archive
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.lab.library.shelf import ask_game, ask_player, moment, opened

if TYPE_CHECKING:
    from kibitz.store.archive import Archive, Summary
    from kibitz.store.matches import MatchSummary


@dataclass(frozen=True)
class KeptGame:
    """One game of the archive."""

    id: int
    added: str
    game: str
    players: tuple[str, ...]
    result: tuple[float, ...] | None
    plies: int
    ended: str

    @classmethod
    def of(cls, summary: "Summary") -> "KeptGame":
        payoffs = [payoff for payoff in summary.payoffs if payoff is not None]
        return cls(
            summary.id,
            moment(summary.added),
            summary.game,
            summary.players,
            tuple(payoffs) if len(payoffs) == len(summary.payoffs) else None,
            summary.plies,
            summary.ended or "by the rules",
        )


@dataclass(frozen=True)
class KeptMatch:
    """One match or tournament of the archive."""

    id: int
    added: str
    kind: str
    game: str
    players: tuple[str, ...]
    pairs: int
    state: str  # ended, or can be resumed

    @classmethod
    def of(cls, match: "MatchSummary") -> "KeptMatch":
        plan, state = match.plan, "ended" if match.has_ended else "can be resumed"
        what = (plan.kind, plan.game, plan.players, match.pairs)
        return cls(match.id, moment(match.added), *what, state)


@dataclass(frozen=True)
class ArchiveList(Answer):
    """The newest games or matches, newest first; None is what was not asked for."""

    schema: ClassVar[str] = "archive.list/1"
    archive: str
    games: tuple[KeptGame, ...] | None
    matches: tuple[KeptMatch, ...] | None

    def rows(self) -> list[dict[str, Any]]:
        return [asdict(row) for row in self.games or self.matches or ()]

    def sheet(self) -> Sheet:
        rows = self.rows()
        if not rows:
            what = "games" if self.games is not None else "matches"
            return [Words.of(f"no such {what} in {self.archive}")]
        numbers = ("id", "plies", "pairs")
        return [listing(rows[0], [list(map(_cell, row.values())) for row in rows], numbers=numbers)]


def _cell(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_cell, value))
    if value is None:
        return "-"
    return f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class ListRequest(Request[ArchiveList]):
    """List games or matches, newest first."""

    verb: ClassVar[str] = "archive.list"
    gives: ClassVar[type[Answer]] = ArchiveList

    what: Literal["games", "matches"] = ask("games", "Games or matches.", argument=True)
    game: str | None = ask_game()
    player: str | None = ask_player()
    limit: int = ask(20, "How many to list.", low=1, high=10_000, metavar="N")
    before: int | None = ask(None, "Only games with a lower number.", low=1, metavar="ID")
    db: str | None = ask_archive()

    def answers(self) -> Iterator[ArchiveList]:
        with opened(self.db) as store:
            place = str(store.database.place)
            if self.what == "games":
                yield ArchiveList(place, self._games(store), None)
            else:
                yield ArchiveList(place, None, self._matches(store))

    def _games(self, store: "Archive") -> tuple[KeptGame, ...]:
        from kibitz.store.selection import Selection

        wanted = Selection(self.game, self.player)
        return tuple(map(KeptGame.of, store.summaries(wanted, self.limit, self.before)))

    def _matches(self, store: "Archive") -> tuple[KeptMatch, ...]:
        from kibitz.store.matches import match_summaries
        from kibitz.store.selection import Selection

        return tuple(map(KeptMatch.of, match_summaries(store, Selection(self.game), self.limit)))
