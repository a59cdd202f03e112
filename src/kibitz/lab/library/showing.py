"""One game or one match of the archive."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.ink import ink
from kibitz.core.request import Answer, Request, ask, ask_archive
from kibitz.core.sheet import Block, Picture, Sheet, Words, listing
from kibitz.errors import BadValue
from kibitz.lab.library.shelf import moment, opened
from kibitz.lab.records import RecordAnswer, recorded

if TYPE_CHECKING:
    from kibitz.store.archive import Archive

LONGEST = 18  # digits of a number


@dataclass(frozen=True)
class MatchDetail:
    """A match or tournament: its plan, and what it came to."""

    added: str
    kind: str
    game: str
    players: tuple[str, ...]
    seed: int
    settings: dict[str, Any]
    pairs: int
    outcomes: dict[str, int]  # of pairs for their first players (WD, LW, ...), with how often
    outcome: dict[str, Any] | None  # its last answer; None where it can be resumed


@dataclass(frozen=True)
class KeptDetail(Answer):
    """A game with its reviews, or a match; None is what was not asked for."""

    schema: ClassVar[str] = "archive.show/1"
    id: int
    record: RecordAnswer | None
    reviews: dict[str, Any] | None  # by analyst
    match: MatchDetail | None

    def sheet(self) -> Sheet:
        if self.match is not None:
            return [listing(["", ""], _match_rows(self.match))]
        assert self.record is not None
        return _game_sheet(self.record)


def _game_sheet(kept: RecordAnswer) -> Sheet:
    from kibitz.core.record import Record
    from kibitz.core.shown import shown

    record = Record(kept.game, kept.start, kept.players, kept.seed, kept.moves, kept.result)
    replay = record.replay()
    game = shown(replay.game)
    seats = []
    for seat, player in enumerate(kept.players):
        got = "" if kept.result is None else f"  {kept.result[seat]:+g}"
        seats.append(f"{game.seat_name(seat)}: {player}{got}")
    blocks: list[Block] = [
        Words.of(*seats, ink(f"{kept.game} from {kept.start}, seed {kept.seed}", "quiet")),
        Words.of(" ".join(kept.moves)),
        Picture(game.show(replay.end)),
    ]
    if kept.result is None or "ended" in kept.tags:
        blocks.append(Words.of(f"ended: {kept.tags.get('ended', 'unfinished')}"))
    return blocks


def _match_rows(match: MatchDetail) -> list[list[str]]:
    """Name and value of everything but the last answer, of which the ending is told."""
    fields = asdict(match)
    last = fields.pop("outcome")
    ending = "can be resumed" if last is None else last.get("ending", "ended")
    return [[name, _cell(value)] for name, value in fields.items()] + [["ending", ending]]


def _cell(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(_cell, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {_cell(item)}" for name, item in value.items())
    if value is None:
        return "-"
    return f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class ShowKeptRequest(Request[KeptDetail]):
    """Show one game or one match by its number."""

    verb: ClassVar[str] = "archive.show"
    gives: ClassVar[type[Answer]] = KeptDetail

    number: str = ask(help="The number of a game.", argument=True)
    match: bool = ask(False, "NUMBER is a match's.")
    db: str | None = ask_archive()

    def answers(self) -> Iterator[KeptDetail]:
        with opened(self.db) as store:
            yield self._match(store) if self.match else self._game(store)

    def _game(self, store: "Archive") -> KeptDetail:
        from kibitz.store.reviews import reviews_of

        if not self.number.isdecimal() or len(self.number) > LONGEST:
            raise BadValue(f"'{self.number}' is not the number of a game")
        number = int(self.number)
        record = recorded(store.record(number))
        return KeptDetail(number, record, reviews_of(store, number), None)

    def _match(self, store: "Archive") -> KeptDetail:
        from kibitz.store.matches import match_summary

        found = match_summary(store, self.number)
        detail = MatchDetail(
            added=moment(found.added),
            **found.plan.to_fields() | {"players": found.plan.players},
            pairs=found.pairs,
            outcomes=found.outcomes,
            outcome=found.outcome,
        )
        return KeptDetail(found.id, None, None, detail)
