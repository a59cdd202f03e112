"""A record made ready for the archive: replayed, checked, named by its digest, and counted.

Two records are the same game where the rules, the start, the players, the seed, the
moves and the result agree; thinking times and tags do not make another game of it, but for
`hand`, the number that a site gave a hand: nobody's cards seen, two of them can look the same.

A game counts once for each decision in it: the view of the seat that decided, and how
the game ended for that seat. Where its rules know of equal positions (colours swapped, a
mirror) or of more that is worth counting (before a roll), the game says so: see
`Counted.canonical` and `Counted.counted_seat`. What comes up twice in a game counts once, for the
seat it came up for first: a game is one result, which both sides of equal positions would
count as won and as lost. Games that did not end by the rules (a crash, a resignation) say
nothing about their positions and count for none.
"""

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from kibitz.core.counted import Counted, counted
from kibitz.core.game import Position, key
from kibitz.core.plain import is_plain, numbered, quoted
from kibitz.core.record import Record, Replay
from kibitz.errors import BadRecord

UNFINISHED = "unfinished"
MOST_PLACES = 50_000  # of positions that are kept ready: games begin alike
UNSEEN: Any = object()
LOSS, DRAW, WIN = 0, 1, 2  # in half points
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


_places: dict[tuple[str, Position], tuple[tuple[int, int], int] | None] = {}


class Observation(NamedTuple):
    """How a game ended for a seat that had to decide in a position; `seat` is its canonical one."""

    key: int
    seat: int
    half_points: int


observation = cast(  # of a key, a seat and half points; in half the time
    Callable[[tuple[int, int, int]], Observation], partial(tuple.__new__, Observation)
)


class Entry(NamedTuple):
    """One game as the tables take it."""

    rules: str  # as `Game.text` writes them
    digest: str
    ended: str | None  # how, where it was not by the rules
    players: tuple[str, ...]
    result: tuple[float, ...] | None
    plies: int
    line: str  # the record in JSON
    observations: tuple[Observation, ...]

    @classmethod
    def of(cls, record: Record) -> "Entry":
        """The entry of a record, which is refused unless it replays."""
        _check_texts(record)
        replay = record.replay()
        _check_seats(record, replay.game.seats)
        ended = UNFINISHED if record.result is None else record.tags.get("ended")
        observed = () if ended is not None else observations(replay)
        return cls._made(record, replay.game.text, ended, observed)

    @classmethod
    def checked(cls, record: Record, decided: Sequence[tuple[int, int]]) -> "Entry":
        """The entry of a record that its reader has replayed.

        `decided` are the keys of the views in which seats decided, with the seats; they count
        where the game ended by the rules.
        """
        ended = UNFINISHED if record.result is None else record.tags.get("ended")
        observed: tuple[Observation, ...] = ()
        if record.result is not None and ended is None:
            points = all_half_points(record.result)
            once = sorted(set(decided))
            observed = tuple([observation((key, seat, points[seat])) for key, seat in once])
        return cls._made(record, record.game, ended, observed)

    @classmethod
    def _made(
        cls, record: Record, rules: str, ended: str | None, observed: tuple[Observation, ...]
    ) -> "Entry":
        result, plies = record.result, len(record.moves)
        line = record.to_json()
        return cls(rules, digest(record), ended, record.players, result, plies, line, observed)


def digest(record: Record) -> str:
    """32 hexadecimal digits that name a game."""
    told = _plainly_told(record) or _told(record)
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def _plainly_told(record: Record) -> str:
    """What makes a game another one, where it has nothing special in it; nothing where it has."""
    hand, result = record.tags.get("hand"), numbered(record.result, ",")
    texts = (record.game, record.start, *record.players, *record.moves, hand or "")
    is_special = record.seat is not None or type(record.seed) is not int
    if is_special or not result or not is_plain(texts):
        return ""
    players, moves = quoted(record.players, ","), quoted(record.moves, ",")
    told = f'["{record.game}","{record.start}",{players},{record.seed},{moves},{result}'
    return told + ("]" if hand is None else f',"{hand}"]')


def _told(record: Record) -> str:
    told: list[object] = [
        record.game,
        record.start,
        record.players,
        record.seed,
        record.moves,
        record.result,
    ]
    if "hand" in record.tags:
        told.append(record.tags["hand"])
    if record.seat is not None:
        told.append({"seat": record.seat})
    return _COMPACT.encode(told)


def position_key(known: Position) -> int:
    """The key of a view as a signed integer, as databases have them."""
    pattern = int(key(known))
    return pattern - (1 << 64) if pattern >> 63 else pattern


def half_points(payoffs: Sequence[float], seat: int) -> int:
    """2, 1 or 0 for a seat that got more than its rivals on average, as much, or less.

    >>> half_points([1.0, -1.0], 0), half_points([0.0, 0.0], 1), half_points([3.0, -1.0, -2.0], 1)
    (2, 1, 0)
    """
    return all_half_points(payoffs)[seat]


def all_half_points(payoffs: Sequence[float]) -> list[int]:
    """The same for every seat."""
    seats, total = len(payoffs), sum(payoffs)
    leads = [seats * payoff - total for payoff in payoffs]
    return [WIN if lead > 0 else LOSS if lead < 0 else DRAW for lead in leads]


def observations(replay: Replay) -> tuple[Observation, ...]:
    """What a finished game tells about the positions that are counted."""
    result, game = replay.record.result, counted(replay.game)
    assert result is not None
    ended = all_half_points(result)
    first: dict[tuple[int, int], int] = {}  # the seat that came to it first
    rules, own = game.text, replay.record.seat
    for step in replay.steps:
        place = _places.get((rules, step.position), UNSEEN)
        if place is UNSEEN:
            place = _place_of(game, rules, step.position)
        if place is not None and own in (None, place[1]):
            first.setdefault(place[0], place[1])
    return tuple(Observation(*place, ended[seat]) for place, seat in sorted(first.items()))


def _place_of(game: Counted, rules: str, position: Position) -> tuple[tuple[int, int], int] | None:
    """Where a position is counted, and the seat that it is counted for; None where nowhere."""
    seat, place = game.counted_seat(position), None
    if seat is not None:
        known, canonical_seat = game.canonical(position, seat)
        place = (position_key(known), canonical_seat), seat
    if len(_places) >= MOST_PLACES:
        _places.clear()
    _places[rules, position] = place
    return place


def _check_texts(record: Record) -> None:
    """Refuse what replay does not look at, but a database cannot hold."""
    for player in record.players:
        if not player or not player.isprintable():
            raise BadRecord(f"the record's player {player!r} is not a printable name")
    if not all(isinstance(tag, str) for tag in record.tags.values()):
        raise BadRecord("the record's tags are not all text")
    if not all(map(math.isfinite, (*(record.result or ()), *record.seconds))):
        raise BadRecord("the record's result or seconds are not all numbers")
    tags = (*record.tags, *record.tags.values())
    try:
        "".join((record.game, record.start, *record.players, *record.moves, *tags)).encode()
    except UnicodeEncodeError:
        raise BadRecord("the record holds half a character (a lone surrogate)") from None


def _check_seats(record: Record, seats: int) -> None:
    if len(record.players) != seats:
        raise BadRecord(
            f"the record names {len(record.players)} players, but {record.game} has {seats} seats"
        )
    if record.result is not None and len(record.result) != seats:
        raise BadRecord(
            f"the record gives {len(record.result)} results, but {record.game} has {seats} seats"
        )
