"""A record as text that people write: a few lines of who played what, then the moves.

    kibitz record 1
    game: cribbage
    players: Ann, Bob
    seat: 1
    result: 1 -1

    dealer:2 deal:5h6d7c8s9hTc/??????
    5h9h ?? 4d  7c 8d(2) ...

A file may hold many, each from its line `kibitz record 1` on. What follows a `;` is a comment.
Moves stand between blanks; a blank may stand before and within the brackets of a move.
Seats are counted from 1, as people do. Everything but the game has a default.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kibitz.core.game import CHANCE, Game
from kibitz.core.record import Record, Replay, drawn_replay
from kibitz.core.registry import make_game
from kibitz.core.writing import Seen, writing_of
from kibitz.errors import BadRecord, KibitzError

VERSION = 1
WORLDS = 16  # in which a game must end alike for its result to be known
FIRST_LINE = re.compile(r"kibitz record (\S+)")
_WORD = re.compile(r"\([^()]*\)|[^\s()]+")
_NUMBER = re.compile(r"\d+\.+")  # of a move, as chess players write it
_FIELD = re.compile(r"([a-z][a-z_.-]*):\s*(.*)")
FIELDS = ("game", "players", "seat", "start", "seed", "result")


class Script(NamedTuple):
    """The text of one record and the line it begins in."""

    line: int
    lines: list[str]


def scripts(lines: Iterable[str]) -> Iterator[Script]:
    """The texts of a file, one for each record; what stands before the first is refused later."""
    current: Script | None = None
    for number, line in enumerate(lines, 1):
        if FIRST_LINE.fullmatch(_bare(line)) or (current is None and _bare(line)):
            if current is not None:
                yield current
            current = Script(number, [])
        if current is not None:
            current.lines.append(line)
    if current is not None:
        yield current


def is_script(text: str) -> bool:
    """Whether a text begins as a record for people does."""
    first = next((bare for line in text.splitlines() if (bare := _bare(line))), "")
    return FIRST_LINE.fullmatch(first) is not None


def parse_script(text: str) -> Record:
    """The one record of a text."""
    found = list(scripts(text.splitlines()))
    if len(found) != 1:
        raise BadRecord(f"the text holds {len(found)} records, not one")
    return read_script(found[0])


def read_script(script: Script) -> Record:
    """The record of a script; what is wrong is named by its line."""
    fields: dict[str, str] = {}
    words: list[tuple[int, str]] = []
    for number, line in enumerate(script.lines, script.line):
        bare = _bare(line)
        if number == script.line:
            _check_version(bare, number)
        elif bare:
            found = None if words else _FIELD.fullmatch(bare)
            if found and (found[1] in FIELDS or found[1].startswith("tag.")):
                if found[1] in fields:
                    raise BadRecord(f"line {number}: {found[1]} is told twice")
                fields[found[1]] = found[2]
            else:
                words += [(number, word) for word in split_words(bare)]
    try:
        return _made(fields, words)
    except BadRecord as error:
        raise BadRecord(_located(str(error), script.line)) from None


def split_words(line: str) -> list[str]:
    """The moves of a line: brackets belong to the word before them, numbers of moves go."""
    words: list[str] = []
    for word in _WORD.findall(line):
        if word.startswith("(") and words:
            words[-1] += word
        elif not _NUMBER.fullmatch(word):
            words.append(word)
    return words


def _located(why: str, line: int) -> str:
    return why if why.startswith("line ") else f"line {line}: {why}"


def _bare(line: str) -> str:
    return line.partition(";")[0].strip()


def _check_version(line: str, number: int) -> None:
    found = FIRST_LINE.fullmatch(line)
    if not found:
        raise BadRecord(f"line {number}: a record begins with 'kibitz record {VERSION}'")
    if found[1] != str(VERSION):
        raise BadRecord(f"line {number}: this Kibitz reads version {VERSION}, not '{found[1]}'")


def _made(fields: dict[str, str], words: list[tuple[int, str]]) -> Record:
    """A record that replays."""
    if "game" not in fields:
        raise BadRecord("the record does not say which game it is")
    try:
        game = make_game(fields["game"])
        start = fields.get("start") or game.position_text(game.start())
        moves = writing_of(game).gathered([word for _, word in words])
    except KibitzError as error:
        raise BadRecord(str(error)) from None
    record = Record(
        game.text,
        start,
        _players(fields.get("players", ""), game),
        _number(fields.get("seed", "0"), "seed"),
        tuple(moves),
        _result(fields.get("result", "")),
        tags={name[4:]: text for name, text in fields.items() if name.startswith("tag.")},
        seat=_seat(fields.get("seat", ""), game),
    )
    return _finished(record, words)


def _finished(record: Record, words: list[tuple[int, str]]) -> Record:
    """The record with the result that its moves come to, where none is told."""
    from dataclasses import replace

    try:
        replay = record.replay()
    except BadRecord as error:
        raise BadRecord(_at_line(str(error), words)) from None
    if record.result is not None:
        return record
    return replace(record, result=result_of(replay))


def result_of(replay: Replay) -> tuple[float, ...] | None:
    """What a replayed game came to, where it is over and known.

    A record of one seat tells it where it is the same in every world that goes with the record.
    """
    from kibitz.core.game import OVER, turn

    if turn(replay.end) != OVER or not writing_of(replay.game).is_known(replay.end):
        return None
    result, record = _payoffs(replay), replay.record
    if record.seat is None or record.result is not None:
        return result
    start = replay.game.parse_position(record.start)
    for draw in range(1, WORLDS):
        if _payoffs(drawn_replay(record, replay.game, start, record.seat, draw)) != result:
            return None
    return result


def _payoffs(replay: Replay) -> tuple[float, ...]:
    from kibitz.core.game import payoff

    return tuple(float(payoff(replay.end, seat)) for seat in range(replay.game.seats))


def _at_line(why: str, words: list[tuple[int, str]]) -> str:
    """The complaint about a move with the line it stands in, where that can be told."""
    found = re.search(r"at move (\d+), '(.*?)'", why)
    lines = [line for line, word in words if found and word == found[2]]
    return f"line {lines[-1]}: {why}" if len(set(lines)) == 1 else why


def _players(text: str, game: Game) -> tuple[str, ...]:
    names = [name.strip() for name in text.split(",")] if text else []
    if len(names) > game.seats or not all(name.isprintable() and name for name in names):
        raise BadRecord(f"'{text}' are not the players of {game.seats} seats")
    return (*names, *(game.seat_name(seat) for seat in range(len(names), game.seats)))


def _seat(text: str, game: Game) -> int | None:
    if not text:
        return None
    number = _number(text, "seat")
    if not 1 <= number <= game.seats:
        raise BadRecord(f"seat {number} is not between 1 and {game.seats}")
    return number - 1


def _number(text: str, name: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 39:
        raise BadRecord(f"{name} '{text}' is not a whole number")
    return int(text)


def _result(text: str) -> tuple[float, ...] | None:
    try:
        return tuple(float(part) for part in text.split()) or None
    except ValueError:
        raise BadRecord(f"the result '{text}' is not a number for each seat") from None


def script_of(record: Record) -> str:
    """The text of a record; deals come as cards, not as seeds."""
    game = make_game(record.game)
    fields = {
        "game": record.game,
        "players": ", ".join(record.players),
        "seat": "" if record.seat is None else str(record.seat + 1),
        "start": "" if record.start == game.position_text(game.start()) else record.start,
        "seed": str(record.seed) if record.seed else "",
        "result": "" if record.result is None else " ".join(map(_figure, record.result)),
        **{f"tag.{name}": text for name, text in sorted(record.tags.items())},
    }
    texts = record.moves if record.seat is not None else written_texts(record.replay())
    head = [
        f"kibitz record {VERSION}",
        *(f"{name}: {text}" for name, text in fields.items() if text),
    ]
    return "\n".join([*head, "", *_wrapped(writing_of(game).spread(texts))]) + "\n"


def _figure(x: float) -> str:
    """A number that reads back as itself."""
    return repr(float(x)).removesuffix(".0")


def written_texts(replay: Replay) -> list[str]:
    """The moves of a record with deals in cards."""
    writing, found = writing_of(replay.game), list[str]()
    for step in seen_steps(replay):
        if step.seat == CHANCE:
            found.append(writing.event(step.before, step.after, step.move))
        else:
            found.append(replay.game.move_text(step.before, step.move))
    return found


def seen_steps(replay: Replay) -> list[Seen]:
    """The steps of a replayed game with the position after each."""
    after = [*(step.position for step in replay.steps[1:]), replay.end]
    return [
        Seen(step.position, int(step.seat), step.move, p)
        for step, p in zip(replay.steps, after, strict=True)
    ]


def seen_from(record: Record, seat: int) -> Record:
    """A record as one seat could have written it."""
    from dataclasses import replace

    replay = record.replay()
    texts = tuple(writing_of(replay.game).seen(seen_steps(replay), seat))
    return replace(record, moves=texts, seat=seat, seed=0, seconds=())


def _wrapped(words: list[str], width: int = 78) -> Iterator[str]:
    """Words in lines; a deal begins a new one."""
    line = ""
    for word in words:
        if line and (len(line) + 1 + len(word) > width or word.startswith("deal:")):
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield line
