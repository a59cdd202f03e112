"""Files with something wrong in them: every format by mutation, and what reads it."""

import hashlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.fuzz.samples import SITTING
from tests.fuzz.words import FLOATS, NUMBERS, TEXTS, mutated

RECORDS = [
    ["review", "{file}", "--budget", "fast"],
    ["review", "{file}", "--json", "--html", "out.html"],
    ["reviews", "{file}", "--budget", "fast", "--json"],
    ["archive", "import", "{file}", "--db", "new.sqlite"],
    ["archive", "import", "{file}", "--keep-going", "--json"],
    ["progress", "ann", "{file}"],
    ["drill", "nim", "--from", "{file}", "--deck", "new.json", "--json"],
]
JOURNALS = [["match", "--resume", "{file}"], ["tournament", "--resume", "{file}", "--json"]]
ARCHIVE = [
    ["archive", "list", "--db", "{file}"],
    ["archive", "list", "matches", "--json", "--db", "{file}"],
    ["archive", "show", "1", "--db", "{file}"],
    ["archive", "stats", "nim", "--db", "{file}"],
    ["archive", "export", "--db", "{file}", "--format", "pgn"],
    ["ratings", "--db", "{file}"],
    ["review", "1", "--db", "{file}", "--budget", "fast"],
    ["match", "--resume", "1", "--db", "{file}"],
]
DFENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 RRQ",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1 RK",
    "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1",
)


class Format(NamedTuple):
    """A sample, how it is spoilt, and the commands that read it."""

    sample: str
    spoil: Callable[[bytes, Random], bytes]
    commands: list[list[str]]
    name: str = ""  # under which it is looked for


class SpoiltFile(NamedTuple):
    """A command with the file that it is to read."""

    args: list[str]
    name: str
    content: bytes


def spoilt(luck: Random) -> SpoiltFile:
    """A command that reads a file with something wrong in it."""
    if luck.random() < 0.1:
        position = mutated(luck.choice(DFENS), luck)
        verb = luck.choice(("turns", "capture"))
        return SpoiltFile(["dicechess", verb, position], "", b"")
    form = luck.choice(_FORMATS)
    content = form.spoil(Path(form.sample).read_bytes(), luck)
    name = form.name or "spoilt" + Path(form.sample).suffix
    return SpoiltFile(
        [word.replace("{file}", name) for word in luck.choice(form.commands)], name, content
    )


def spoilt_bytes(content: bytes, luck: Random) -> bytes:
    """Bytes turned, dropped, doubled, put in."""
    made = bytearray(content)
    for _ in range(luck.choice((1, 1, 2, 5, 20))):
        at = luck.randrange(len(made) + 1)
        match luck.randrange(5):
            case 0 if at < len(made):
                made[at] ^= 1 << luck.randrange(8)
            case 1:
                del made[at : at + luck.choice((1, 4, 60, 4000))]
            case 2:
                made[at:at] = made[at : at + luck.choice((1, 20, 500))] * luck.choice((1, 3))
            case 3:
                word = luck.choice(luck.choice((TEXTS, NUMBERS, FLOATS)))
                made[at:at] = word.encode(errors="surrogatepass")
            case _:
                made[at:at] = luck.randbytes(luck.choice((1, 3, 9)))
    return bytes(made)


def spoilt_json(content: bytes, luck: Random) -> bytes:
    """A whole JSON file with a part replaced by something else, or bytes spoilt."""
    if luck.random() < 0.25:
        return spoilt_bytes(content, luck)
    fields = json.loads(content)
    for _ in range(luck.choice((1, 1, 2, 4))):
        fields = _replaced(fields, luck)
    return json.dumps(fields).encode()


def spoilt_lines(content: bytes, luck: Random) -> bytes:
    """The same for one line of many, or lines dropped, doubled and moved."""
    lines = content.splitlines(keepends=True)
    at = luck.randrange(len(lines))
    match luck.randrange(6):
        case 0:
            return spoilt_bytes(content, luck)
        case 1:
            del lines[at]
        case 2:
            lines.insert(luck.randrange(len(lines) + 1), lines[at])
        case _:
            at = luck.choice((0, at))  # the first is the plan of a journal
            lines[at] = spoilt_json(lines[at], luck) + b"\n"
    return b"".join(lines)


def _replaced(value: Any, luck: Random) -> Any:
    """A value with one of its parts replaced, dropped or renamed."""
    if isinstance(value, dict) and value and luck.random() < 0.85:
        made, name = dict(value), luck.choice(list(value))
        match luck.randrange(8):
            case 0:
                del made[name]
            case 1:
                made[mutated(name, luck)] = made.pop(name)
            case _:
                made[name] = _replaced(made[name], luck)
        return made
    if isinstance(value, list) and value and luck.random() < 0.85:
        items, at = list(value), luck.randrange(len(value))
        match luck.randrange(6):
            case 0:
                del items[at]
            case 1:
                items *= luck.choice((2, 50))
            case _:
                items[at] = _replaced(items[at], luck)
        return items
    if isinstance(value, str) and luck.random() < 0.6:
        return mutated(value, luck)
    return luck.choice(_WRONG)


_WRONG: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 1 << 31, 1 << 63, -(1 << 63) - 1, 1 << 64, 10**30, 10**400,
    0.5, -0.0, 1e308, float("nan"), float("inf"), "", "x", "1", [], {}, [[]], [None], {"a": {}},
    "\ud800", "\x1b[31m", "[/x]", "\x9b", "\u202e", "A" * 5000, [0] * 1000, "exec:/none/such",
)  # fmt: skip


def resealed(content: bytes, luck: Random) -> bytes:
    """A solution spoilt, and half of the time sealed again as if nothing were wrong."""
    head, _, body = content[:-32].partition(b"\n")
    fields, _, rest = body.partition(b"\n")
    match luck.randrange(4):
        case 0:
            return spoilt_bytes(content, luck)
        case 1:
            fields = spoilt_json(fields, luck) if fields.startswith(b"{") else fields
        case 2:
            rest = spoilt_bytes(rest, luck)
        case _:
            rest = rest[: luck.randrange(len(rest) + 1)]
    made = b"\n".join((head, fields, rest))
    return made + hashlib.blake2b(made, digest_size=32).digest()


def spoilt_archive(content: bytes, luck: Random) -> bytes:
    """A database with bytes spoilt, or with a spoilt text where a record or a plan should be."""
    if luck.random() < 0.5:
        return spoilt_bytes(content, luck)
    Path("work.sqlite").write_bytes(content)
    table, column = luck.choice((("games", "record"), ("matches", "plan"), ("pairs", "result")))
    connection = sqlite3.connect("work.sqlite")
    with connection:
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column = column if column in names else luck.choice(names)
        for (value,) in connection.execute(f"SELECT {column} FROM {table} LIMIT 3").fetchall():
            change = f"UPDATE OR IGNORE {table} SET {column}=? WHERE {column}=?"
            connection.execute(change, (_spoilt_text(value, luck), value))
    connection.close()
    return Path("work.sqlite").read_bytes()


def _spoilt_text(value: Any, luck: Random) -> Any:
    if isinstance(value, str) and value.startswith(("{", "[")):
        return spoilt_json(value.encode(), luck).decode(errors="replace")
    return luck.choice(("x", 7, -1, b"\xff", 1 << 62))


_FORMATS = (
    Format("games.jsonl", spoilt_lines, RECORDS),
    Format("rook.jsonl", spoilt_lines, RECORDS),
    Format("m.jsonl", spoilt_lines, JOURNALS),
    Format("t.jsonl", spoilt_lines, JOURNALS),
    Format("deck.json", spoilt_json, [["drill", "nim", "--deck", "{file}", "--json"],
                                      ["drill", "nim", "--deck", "{file}"]]),
    Format(f"state/sittings/{SITTING}.json", spoilt_json,
           [["play", "--resume", "spoilt"], ["play", "--resume", "spoilt", "--json"]],
           "state/sittings/spoilt.json"),
    Format("river.solution", resealed, [["holdem", "look", "{file}"],
                                        ["holdem", "look", "{file}", "--line", "X", "--json"]]),
    Format("hands/0.phh", spoilt_bytes, [["holdem", "opponents", "spoilt"]], "spoilt/0.phh"),
    Format("pairs.txt", spoilt_bytes, [["stats", "bootstrap", "{file}", "--resamples", "20"]]),
    Format("games.csv", spoilt_bytes, [["stats", "ratings", "{file}"],
                                       ["stats", "ratings", "{file}", "--paired", "--json"]]),
    Format("kibitz.sqlite", spoilt_archive, ARCHIVE),
)  # fmt: skip
