"""One game as one line of JSON: how it began, who played, every move as text, how it ended.

A record holds everything: the seed and the chance events are among the moves, so
replaying gives each position, and from it what each seat knew. Replay checks every move
and the result; nothing is taken on trust.

A record may also come from one `seat` alone, with `?` for what it did not see; it is version 2.
Then a world is drawn that goes with all the record tells, and what the seat saw is the same in
every such world: replay draws a few to make sure.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kibitz.core.game import CHANCE, OVER, Game, Position, payoff, play, turn, view
from kibitz.core.outside import harmless_json
from kibitz.core.plain import is_plain, numbered, quoted
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.core.writing import Writing, read_text, writing_of
from kibitz.errors import BadRecord, KibitzError

VERSION = 1
ONE_SEAT = 2  # the version of a record that is known from one seat
WORLDS = 3  # drawn for such a record, to make sure that the seat saw the same in each
MOST_STEPS = 50_000  # that are kept ready: the games of an archive begin alike
WRITTEN = -1  # in place of a move: a deal that is written out in cards
_ENCODER = json.JSONEncoder(ensure_ascii=False)
LONGEST_TEXT = 2_000  # letters of a name, a move or a tag
LONGEST_START = 20_000
LARGEST_NUMBER = 1e15


@dataclass(frozen=True)
class Record:
    """A finished or broken-off game; `result` is each seat's payoff, None if unfinished."""

    game: str
    start: str
    players: tuple[str, ...]
    seed: int
    moves: tuple[str, ...]
    result: tuple[float, ...] | None
    seconds: tuple[float, ...] = ()  # thinking time of each move, where it was kept
    tags: dict[str, str] = field(default_factory=dict)
    seat: int | None = None  # whose record it is, where not everything is known

    @property
    def version(self) -> int:
        """The lowest version of the format that can hold it."""
        return VERSION if self.seat is None else ONE_SEAT

    def to_json(self) -> str:
        """One line of JSON."""
        return self._plain_json() or self._any_json()

    def _plain_json(self) -> str:
        """The same where it has nothing special in it, nothing where it has."""
        tags, result = self.tags, numbered(self.result)
        texts = (self.game, self.start, *self.players, *self.moves, *tags, *tags.values())
        is_special = self.seconds or self.seat is not None or type(self.seed) is not int
        if is_special or not result or not is_plain(texts):
            return ""
        players, moves = quoted(self.players), quoted(self.moves)
        told = ", ".join([f'"{name}": "{text}"' for name, text in tags.items()])
        return (
            f'{{"record": {VERSION}, "game": "{self.game}", "start": "{self.start}", '
            f'"players": {players}, "seed": {self.seed}, "moves": {moves}, "result": {result}'
            + (f', "tags": {{{told}}}}}' if tags else "}")
        )

    def _any_json(self) -> str:
        fields = {
            "record": self.version,
            "game": self.game,
            "start": self.start,
            "players": self.players,
            "seed": self.seed,
            "moves": self.moves,
            "result": self.result,
        }
        if self.seconds:
            fields["seconds"] = [round(second, 4) for second in self.seconds]
        if self.tags:
            fields["tags"] = self.tags
        if self.seat is not None:
            fields["seat"] = self.seat
        return harmless_json(_ENCODER.encode(fields))

    @classmethod
    def from_json(cls, line: str) -> "Record":
        """The record in a line of JSON."""
        try:
            fields = json.loads(line)
        except (ValueError, TypeError, RecursionError) as error:
            raise BadRecord(f"'{_short(line)}' is not a record: it is not JSON ({error})") from None
        if not isinstance(fields, dict) or "record" not in fields:
            raise BadRecord(f"'{_short(line)}' is not a record: it has no field 'record'")
        if fields["record"] not in (VERSION, ONE_SEAT) or fields["record"] is True:
            raise BadRecord(
                f"record version {fields['record']!r} is unknown; "
                f"this Kibitz reads {VERSION} and {ONE_SEAT}"
            )
        return cls(**_checked(fields))

    def replay(self) -> "Replay":
        """The game move by move, checked."""
        return Replay.of(self)


@dataclass(frozen=True)
class Step:
    """One position of a replayed game and what was played in it."""

    position: Position
    seat: int
    move: int


@dataclass(frozen=True)
class Replay:
    """A record turned into positions and moves."""

    record: Record
    game: Game
    steps: tuple[Step, ...]
    end: Position

    @classmethod
    def of(cls, record: Record) -> "Replay":
        try:
            game = _game(record.game)
            start = game.parse_position(record.start)
        except KibitzError as error:
            raise BadRecord(f"the record does not replay: {error}") from None
        if record.seat is None:
            return _played(record, game, start, record.moves)
        return _seen_replay(record, game, start, record.seat)

    @property
    def decisions(self) -> Iterator[Step]:
        """The steps that a seat decided."""
        return (step for step in self.steps if step.seat != CHANCE)


_known_steps: "dict[tuple[str, Position, str], tuple[Step, Position]]" = {}


def _played(record: Record, game: Game, p: Position, texts: Sequence[str]) -> Replay:
    """The texts played from a position, every one checked, and the result."""
    steps, rules = [], game.text
    for number, text in enumerate(texts, 1):
        known = _known_steps.get((rules, p, text))
        if known is not None:
            steps.append(known[0])
            p = known[1]
            continue
        try:
            if turn(p) == OVER:
                raise BadRecord("the game was over before it")
            try:
                move = game.parse_move(p, text)
                after = play(p, move)
            except KibitzError as error:
                found = _read(writing_of(game), p, text, error)
                if found is None:
                    continue
                move, after = found
        except KibitzError as error:
            raise BadRecord(
                f"the record does not replay at move {number}, '{text}': {error}"
            ) from None
        steps.append(Step(p, turn(p), move))
        if len(_known_steps) >= MOST_STEPS:
            _known_steps.clear()
        _known_steps[rules, p, text] = steps[-1], after
        p = after
    _check_result(record, game, p)
    return Replay(record, game, tuple(steps), p)


def _read(
    writing: Writing, p: Position, text: str, error: KibitzError
) -> tuple[int, Position] | None:
    """What people meant by a text that is no move, where it means anything."""
    try:
        found = read_text(writing, p, text)
    except KibitzError as other:
        raise (other if "(" in text or ":" in text else error) from None
    if found is None:
        return None
    return (WRITTEN if found[0] is None else found[0]), found[1]


def _seen_replay(record: Record, game: Game, start: Position, seat: int) -> Replay:
    """A record of one seat in a world that goes with it; refused where the seat's views differ."""
    if not 0 <= seat < game.seats:
        raise BadRecord(f"the record is of seat {seat}, but {game.name} has {game.seats} seats")
    first = drawn_replay(record, game, start, seat, 0)
    for draw in range(1, WORLDS):
        other = drawn_replay(record, game, start, seat, draw)
        if seen_by(other, seat) != seen_by(first, seat):
            raise BadRecord(
                f"the record does not tell enough: what {game.seat_name(seat)} saw "
                "depends on something that is not written down"
            )
    return first


def drawn_replay(record: Record, game: Game, start: Position, seat: int, draw: int) -> Replay:
    """A record of one seat in the world of that number."""
    try:
        luck = stream(draw, seat)
        texts = writing_of(game).completed(start, record.moves, seat, luck, record.result)
    except BadRecord:
        raise
    except KibitzError as error:
        raise BadRecord(f"the record does not replay: {error}") from None
    return _played(record, game, start, texts)


def seen_by(replay: Replay, seat: int) -> list[tuple[Position, int]]:
    """What a seat saw whenever it decided, and what it did."""
    mine = (step for step in replay.steps if step.seat == seat)
    return [(view(step.position, seat), step.move) for step in mine]


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """The records of a file of JSON lines; blank lines are skipped, bad ones named by number."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield Record.from_json(line)
            except BadRecord as error:
                raise BadRecord(f"line {number}: {error}") from None


@lru_cache(maxsize=64)
def _game(text: str) -> Game:
    """The game of that text, made once for the many records of an archive."""
    return make_game(text)


def _check_result(record: Record, game: Game, end: Position) -> None:
    if record.result is None:
        return
    if turn(end) != OVER:
        if "ended" in record.tags:  # forfeits and resignations end a game before its rules do
            return
        raise BadRecord(f"the record has a result, but the game of {game.name} is not over")
    if not writing_of(game).is_known(end):
        return
    true = tuple(float(payoff(end, seat)) for seat in range(game.seats))
    if true != tuple(record.result):
        raise BadRecord(f"the record claims the result {list(record.result)}, not {list(true)}")


def _checked(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a record with their types made sure of."""
    result = fields.get("result")
    checks = {
        "game": isinstance(fields.get("game"), str),
        "start": isinstance(fields.get("start"), str),
        "players": _is_list_of(fields.get("players"), str),
        "seed": isinstance(fields.get("seed"), int),
        "moves": _is_list_of(fields.get("moves"), str),
        "result": result is None or _is_numbers(result),
        "seconds": _is_numbers(fields.get("seconds", [])),
        "tags": _is_tags(fields.get("tags", {})),
        "seat": fields.get("seat") is None or type(fields["seat"]) is int,
    }
    for name, is_good in checks.items():
        if not is_good:
            raise BadRecord(f"the record's field '{name}' is missing or of the wrong kind")
    _check_texts(fields)
    return {
        "game": fields["game"],
        "start": fields["start"],
        "players": tuple(fields["players"]),
        "seed": fields["seed"],
        "moves": tuple(fields["moves"]),
        "result": None if result is None else tuple(float(x) for x in result),
        "seconds": tuple(fields.get("seconds", [])),
        "tags": fields.get("tags", {}),
        "seat": fields.get("seat"),
    }


def _check_texts(fields: dict[str, Any]) -> None:
    """Refuse texts that nobody wrote by hand or program: too long, or not of whole characters."""
    tags = fields.get("tags", {})
    texts = (fields["game"], *fields["players"], *fields["moves"], *tags, *tags.values())
    for text in texts:
        if len(text) > LONGEST_TEXT:
            raise BadRecord(f"the record has a text of {len(text):,} letters, '{_short(text)}'")
    if len(fields["start"]) > LONGEST_START:
        raise BadRecord(f"the record's start is {len(fields['start']):,} letters long")
    try:
        "".join((*texts, fields["start"])).encode()
    except UnicodeEncodeError:
        raise BadRecord("the record holds half a character (a lone surrogate)") from None


def _is_tags(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _is_numbers(value: object) -> bool:
    """Whether it is a list of finite numbers."""
    return _is_list_of(value, (int, float)) and all(
        abs(number) <= LARGEST_NUMBER  # not so of nan
        for number in value  # type: ignore[attr-defined]
    )


def _is_list_of(value: object, kind: type | tuple[type, ...]) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)


def _short(line: object) -> str:
    line = str(line)
    return line.strip() if len(line) <= 60 else line.strip()[:57] + "..."
