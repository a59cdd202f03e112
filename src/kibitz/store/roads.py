"""Records in quantity: the roads that games take through their positions, each walked once.

The games of an archive begin alike and come through the same positions. So a position is made
once, with what is counted there, and a move that was played there before is one look-up. Only
lines that Kibitz itself would write so to the letter are read this way, and only where all is
well with them; of any other line `entry` says None, and `Entry.of` has to look at it: it knows
every form of a record and says what is wrong.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from kibitz.core.counted import Counted, counted
from kibitz.core.game import OVER, Game, Position, payoff, play, turn
from kibitz.core.record import LARGEST_NUMBER, LONGEST_START, LONGEST_TEXT, VERSION
from kibitz.core.registry import make_game
from kibitz.core.writing import Writing, writing_of
from kibitz.errors import KibitzError
from kibitz.store.entry import (
    Entry,
    Observation,
    all_half_points,
    observation,
    position_key,
)
from kibitz.store.march import Marcher

MOST_STOPS = 50_000  # of a map: then it is drawn afresh

FEW_STOPS = 2000  # with which a map is a small one, not worth a kernel's compiling
MARCHES = 8  # from a stop by the same text, before its road is drawn

Place: TypeAlias = tuple[int, int]  # the key and the seat that a position is counted under


class ToldRecord(msgspec.Struct):
    """A record as a line of JSON has it."""

    record: int
    game: str
    start: str
    players: tuple[str, ...]
    seed: int
    moves: list[str]
    result: tuple[float, ...]
    seconds: list[float] = []
    tags: dict[str, Any] = {}
    seat: int | None = None


class Waypoint:
    """A position with the roads that lead on from it."""

    __slots__ = ("after", "end", "left", "place", "position", "seat", "seen")

    def __init__(self, game: Counted, position: Position) -> None:
        self.position = position
        self.after: dict[str, Waypoint] = {}
        self.left: dict[str, int] = {}  # texts by which games left the map here, and how many did
        self.place, self.seat = _counted_place(game, position)
        self.seen: tuple[Observation, ...] | None = None  # by half points
        if self.place is not None:
            self.seen = tuple([Observation(*self.place, points) for points in range(3)])
        self.end = _end(game, position)


# the stops of a game, the places of the rest of it, and what it gave each seat
Walk: TypeAlias = tuple[list[Waypoint], Sequence[Place], tuple[float, ...] | None]


class RoadMap:
    """The stops of all games by the same rules."""

    def __init__(self, game: Game) -> None:
        self.game = counted(game)
        self.rules = game.text
        self._stops: dict[Position, Waypoint] = {}
        self._words: dict[str, int] = {}  # moves by their texts, where these are fixed
        self._marches = _marches(self.game)
        self._march = Marcher(game)

    def stop(self, position: Position) -> Waypoint:
        """The stop at a position."""
        found = self._stops.get(position)
        if found is None:
            if len(self._stops) >= MOST_STOPS:
                self._clear()
            found = self._stops[position] = Waypoint(self.game, position)
        return found

    def _clear(self) -> None:
        """Forget every stop; their roads first, which may go round in circles."""
        for stop in self._stops.values():
            stop.after.clear()
        self._stops.clear()

    def road(self, stop: Waypoint, text: str) -> Waypoint:
        """Where a text leads that has not been played at a stop before."""
        if len(text) > LONGEST_TEXT:
            raise KibitzError("it is too long for a move")
        move = self.game.parse_move(stop.position, text)
        if self._marches:
            self._words[text] = move
        found = self.stop(play(stop.position, move))
        stop.after[text] = found
        return found

    def walked(self, start: str, texts: list[str]) -> Walk:
        """What a game came through; an error where it cannot be walked."""
        stop, path = self.stop(_start(self.game, start)), list[Waypoint]()
        for i, text in enumerate(texts):
            path.append(stop)
            after = stop.after.get(text)
            if after is None:
                after = self._new_road(stop, text, texts, i)
            if after is None:
                return self._marched(path, texts[i:])
            stop = after
        return path, (), stop.end

    def _new_road(self, stop: Waypoint, text: str, texts: list[str], i: int) -> Waypoint | None:
        """Where a text leads; None where it is quicker to march.

        That is where few went this way before, as few will again.
        """
        left = stop.left.get(text, 0)
        if self._marches and left < MARCHES and len(self._stops) >= FEW_STOPS:
            stop.left[text] = left + 1
            if self._words.keys() >= set(texts[i:]):
                return None
        return self.road(stop, text)

    def _marched(self, path: list[Waypoint], texts: list[str]) -> Walk:
        """The rest of a game, from the last stop of its path, without a map."""
        words = self._words
        found = self._march.end(path.pop().position, [words[text] for text in texts])
        if found is None:
            raise KibitzError("it does not replay")
        return path, *found


def entry(line: bytes) -> Entry | None:
    """The entry of a line of JSON, None where it takes a closer look."""
    if not line.isascii() or b"\\" in line or b"\x7f" in line:
        return None
    try:
        told = _DECODER.decode(line)
        found = _map(told.game)
    except (msgspec.MsgspecError, KibitzError, ValueError):
        return None
    text = _text(told)
    if text is None or text != line.strip().decode():
        return None
    return _entry(told, found, text)


_DECODER = msgspec.json.Decoder(ToldRecord)


def _text(told: ToldRecord) -> str | None:
    """The line that Kibitz would write; nothing in it needs escapes."""
    if not told.moves or told.tags or told.seat is not None or told.record != VERSION:
        return None
    seconds = [round(second, 4) for second in told.seconds]
    if seconds and not -LARGEST_NUMBER <= min(seconds) <= max(seconds) <= LARGEST_NUMBER:
        return None
    players, moves = '", "'.join(told.players), '", "'.join(told.moves)
    timed = f', "seconds": {seconds}' if seconds else ""
    return (
        f'{{"record": {VERSION}, "game": "{told.game}", "start": "{told.start}", '
        f'"players": ["{players}"], "seed": {told.seed}, '
        f'"moves": ["{moves}"], "result": {list(told.result)}{timed}}}'
    )


def _entry(told: ToldRecord, found: RoadMap, text: str) -> Entry | None:
    if len(told.players) != found.game.seats or not _are_names(told.players):
        return None
    try:
        walk = found.walked(told.start, told.moves)
    except KibitzError:
        return None
    players, result = told.players, told.result
    if walk[2] != result:
        return None
    plies, observed = len(told.moves), _observed(walk, _half_points(result))
    return Entry(found.rules, _digest(told), None, players, result, plies, text, observed)


def _observed(walk: Walk, points: list[int]) -> tuple[Observation, ...]:
    """What a game tells of the places that it came through: once each, for the first seat."""
    path, rest, _ = walk
    first = {place: observation((*place, points[place[1]])) for place in reversed(rest)}
    for stop in reversed(path):
        if stop.seen is not None and stop.place is not None:
            first[stop.place] = stop.seen[points[stop.seat]]
    return tuple(first.values())


def _digest(told: ToldRecord) -> str:
    """As `kibitz.store.entry.digest` has it."""
    numbers = ",".join(map(repr, told.result))
    players, moves = '","'.join(told.players), '","'.join(told.moves)
    text = f'["{told.game}","{told.start}",["{players}"],{told.seed},["{moves}"],[{numbers}]]'
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@lru_cache(maxsize=64)
def _map(text: str) -> RoadMap:
    return RoadMap(make_game(text))


@lru_cache(maxsize=1000)
def _start(game: Counted, text: str) -> Position:
    if len(text) > LONGEST_START:
        raise KibitzError("it is too long for a position")
    return game.parse_position(text)


@lru_cache(maxsize=10_000)
def _are_names(players: tuple[str, ...]) -> bool:
    return all(name and name.isprintable() and len(name) <= LONGEST_TEXT for name in players)


@lru_cache(maxsize=10_000)
def _half_points(result: tuple[float, ...]) -> list[int]:
    return all_half_points(result)


def _counted_place(game: Counted, position: Position) -> tuple[Place | None, int]:
    """Where a position is counted, and for which seat."""
    seat = game.counted_seat(position)
    if seat is None:
        return None, 0
    known, canonical_seat = game.canonical(position, seat)
    return (position_key(known), canonical_seat), seat


def _marches(game: Counted) -> bool:
    """Whether a kernel can replay it: texts mean the same everywhere, views count as they are."""
    own = type(game)
    is_plain = own.canonical is Counted.canonical and own.counted_seat is Counted.counted_seat
    return game.has_fixed_texts and is_plain and type(writing_of(game)) is Writing


def _end(game: Game, position: Position) -> tuple[float, ...] | None:
    """What a finished game gives each seat, where that is known."""
    if turn(position) != OVER or not writing_of(game).is_known(position):
        return None
    return tuple(float(payoff(position, seat)) for seat in range(game.seats))
