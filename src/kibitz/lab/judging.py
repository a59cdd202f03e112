"""Games of a player with what was judged of them: from files, or from the archive, kept there.

An archived game is judged once per analyst, budget and seed: what was found is kept beside it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.coach.judged import Judged
    from kibitz.core.hands import Hands
    from kibitz.core.record import Record


@dataclass(frozen=True)
class JudgedGame:
    """A game of a player: what was judged, where the player sat, when it came to the archive."""

    judged: "Judged"
    seats: tuple[int, ...]  # of the player
    added: int | None
    done: int  # games looked at so far, of how many
    total: int


def seats_of(players: tuple[str, ...], wanted: str) -> tuple[int, ...]:
    """Where a player sits: by name, or by level."""
    exact = tuple(seat for seat, name in enumerate(players) if name == wanted)
    return exact or tuple(s for s, name in enumerate(players) if name.endswith(f":{wanted}"))


def judged_files(
    names: tuple[str, ...],
    player: str | None,
    budget: str,
    seed: int,
    hands: "Hands | None" = None,
) -> Iterator[JudgedGame]:
    """The games of some files, judged as they come; by `hands`, where there are any."""
    from kibitz.lab.records import all_records

    wanted = []
    for record in (record for name in names for record in all_records(name)):
        seats = _seats(record, player)
        if seats:
            wanted.append((record, seats))
    found = judged_by(hands, (record for record, _ in wanted), budget, seed)
    for number, (judged, (_, seats)) in enumerate(zip(found, wanted, strict=True), 1):
        yield JudgedGame(judged, seats, None, number, len(wanted))


def _seats(record: "Record", player: str | None) -> tuple[int, ...]:
    """The seats of a player, by name or by number; all of them where nobody is named."""
    if player is None:
        return tuple(range(len(record.players)))
    found = seats_of(record.players, player)
    if not found and player.isdecimal() and 1 <= int(player[:4]) <= len(record.players):
        return (int(player[:4]) - 1,)
    return found


def judged_by(
    hands: "Hands | None", records: "Iterable[Record]", budget: str, seed: int
) -> "Iterator[Judged]":
    """Records judged in their order."""
    from kibitz.core.hands import OwnHands

    return (hands or OwnHands()).ordered(Judging(budget, seed), records)


@dataclass(frozen=True)
class Judging:
    """The task to judge a record, for hands anywhere."""

    budget: str
    seed: int

    def __call__(self, record: "Record") -> "Judged":
        return judge_record(record, self.budget, self.seed)


def judge_record(record: "Record", budget: str, seed: int) -> "Judged":
    """A record, judged now."""
    from kibitz.coach.judged import judged
    from kibitz.coach.review import review

    return judged(review(record, budget, seed))


def judged_archive(
    player: str,
    game: str | None,
    budget: str,
    seed: int,
    db: str | None,
    newest: int | None = None,
    hands: "Hands | None" = None,
) -> Iterator[JudgedGame]:
    """The archived games of a player in the order of their coming; new ones are judged and kept."""
    from kibitz.core.record import Record
    from kibitz.store.archive import Archive
    from kibitz.store.judged import keep_judged, kept_judged
    from kibitz.store.selection import Selection

    with Archive.open(db, create=False) as archive:
        games = list(archive.stored(Selection(game, player)))
        games = games[-newest:] if newest else games
        known = kept_judged(archive, [stored.id for stored in games], budget, seed)
        unknown = (Record.from_json(stored.line) for stored in games if stored.id not in known)
        fresh = judged_by(hands, unknown, budget, seed)
        for number, stored in enumerate(games, 1):
            found = known.get(stored.id)
            if found is None:
                found = next(fresh)
                keep_judged(archive, stored.id, found)
            seats = seats_of(found.players, player)
            yield JudgedGame(found, seats, stored.added, number, len(games))


def refuse_nobody(player: str | None) -> BadValue:
    """The error for a player of whom there is no game."""
    return BadValue(f"there is no game by player '{player}'" if player else "there is no game")
