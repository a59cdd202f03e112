"""Commands made from what every request asks for, so that a new verb is tried from its first day.

Values are those of the golden command lines, small sizes, and words that nobody means well.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from random import Random

from kibitz.core.request import MISSING, Field, fields_of
from kibitz.core.verbs import request_named, verb_names
from tests.fuzz.samples import PLACES
from tests.fuzz.words import FILES, FLOATS, NUMBERS, SECONDS, TEXTS, WORK, mutated
from tests.lab.goldens import commands

DOORS = {  # commands that are no requests
    "play": ["GAME", "--against", "--seat", "--hands", "--hint", "--start", "--save", "--store",
             "--resume", "--db", "--seed", "--json"],
    "drill": ["GAME", "--from", "--player", "--quiz", "--count", "--deck", "--seed", "--json"],
    "record": ["GAME", "--seat", "--players", "--save", "--db", "--json"],
    "learn": ["RECORD", "--player", "--theme", "--count", "--db", "--json"],
}  # fmt: skip
FLAGS = {"--hint", "--store", "--json"}
PATHS = {"file", "files", "output", "save", "journal", "record", "records", "db", "deck", "table"}
GAMES = (
    "nim", "nim(3,4,5)", "tictactoe", "kuhn", "leduc", "dots(1,1)", "bluff(3)", "holdem",
    "battleship(3,2,rows=4,cols=5)", "wythoff", "moore", "octal", "northcott", "ultimate",
    "dicechess", "cribbage",
)  # fmt: skip
LONG = ("bench", "cluster", "train")
PLAYERS = ("random", "expert", "beginner", "mcts(iterations=9)", "alphabeta(depth=1)", "playout")
WORDS = {
    "game": GAMES,
    "players": PLAYERS,
    "player": ("ann", "bob", "random", "0"),
    "analyst": PLAYERS,
    "position": ("3,4,5", "X../.O./...", "?K:r", "x/x./x@1", "1"),
    "resume": ("m.jsonl", "t.jsonl", "1", "m00000000"),
    "overshoot": ("none", "expected", "siegmund", "stochastic", "0", "3"),
    "elo_model": ("logistic", "normalized"),
    "format": ("round-robin", "swiss", "gauntlet", "knockout"),
    "number": ("1", "2", "3"),
    "folder": (".", "hands"),
    "against": PLAYERS,
    "start": ("3,4,5", "1"),
    "quiz": ("any", "close", "mistakes"),
}
EDGES = {  # of numbers: what is little, much, and beyond all bounds
    int: ("0", "1", "1000", "1000000", "1000000000", "1000000000000", "9223372036854775807"),
    float: ("0", "-1", "5e-324", "1e-9", "1000", "1e9", "1e308", "nan", "inf"),
}
HEAVY = {
    "battleship.placement", "bench.decisions", "bluff.calibration", "dots.solve", "holdem.exploit",
    "holdem.pushfold", "train",
}  # fmt: skip


@cache
def golden_words() -> dict[str, tuple[str, ...]]:
    """Values of the golden command lines by the name of their option, and by verb."""
    found: dict[str, list[str]] = defaultdict(list)
    for verb, lines in commands().items():
        for line in lines:
            for before, word, plain in zip(["", *line], line, _here(line), strict=False):
                if before.startswith("--"):
                    found[before[2:].replace("-", "_")].append(plain)
                elif not word.startswith("--"):
                    found[verb].append(plain)
    return {name: tuple(words) for name, words in found.items()}


def _here(line: Sequence[str]) -> list[str]:
    """A golden command line, its files in the folder where commands are run."""
    return [word.replace("{tmp}/", "").replace("{tmp}", ".") for word in line]


@cache
def golden_lines() -> tuple[tuple[str, ...], ...]:
    """The golden command lines."""
    return tuple(
        (*verb.split("."), *_here(line))
        for verb, lines in commands().items()
        if verb not in HEAVY
        for line in lines
    )


@cache
def verbs() -> tuple[str, ...]:
    """All requests but those that take long whatever they are told, or wait for others."""
    return tuple(verb for verb in verb_names() if verb.partition(".")[0] not in LONG)


def command(luck: Random) -> list[str]:
    """A command: by the grammar, or a golden one with something changed."""
    kind = luck.random()
    if kind < 0.45:
        return grown(_verb(luck), luck)
    if kind < 0.52:
        return _door(luck)
    line = list(luck.choice(golden_lines()) if kind < 0.8 else grown(_verb(luck), luck))
    return changed(line, luck)


def _verb(luck: Random) -> str:
    """Any verb; those that take long by nature come up less often."""
    verb = luck.choice(verbs())
    return luck.choice(verbs()) if verb in HEAVY and luck.random() < 0.8 else verb


def grown(verb: str, luck: Random) -> list[str]:
    """A command of a verb: what must be given, some of what may be, and small sizes."""
    arguments, options = [], []
    for field in fields_of(request_named(verb)):
        is_work = field.kind is int and field.name in WORK
        if field.default is not MISSING and luck.random() > (0.9 if is_work else 0.25):
            continue
        if field.is_argument:
            arguments += _values(verb, field, luck)
        else:
            options += _option(verb, field, luck)
    if luck.random() < 0.3:
        options.append("--json")
    for kind in request_named(verb).saves:
        if luck.random() < 0.15:
            options += [f"--{kind}", luck.choice((f"out.{kind}", *FILES))]
    return [*verb.split("."), *arguments, *options]


@cache
def edges() -> tuple[tuple[str, ...], ...]:
    """A golden command of every verb, with each of its numbers at each edge in turn."""
    return tuple(
        (*verb.split("."), *_here(lines[0]), _named(field), *[value] * (field.many or 1))
        for verb, lines in commands().items()
        if verb in verbs()
        for field in fields_of(request_named(verb))
        if field.kind in EDGES and not field.is_argument
        for value in (*EDGES[field.kind], *_bounds(field))
    )


def _bounds(field: Field) -> list[str]:
    return [str(bound) for bound in (field.low, field.high) if bound is not None]


def _named(field: Field) -> str:
    return "--" + field.name.rstrip("_").replace("_", "-")


def _option(verb: str, field: Field, luck: Random) -> list[str]:
    name = _named(field)
    if field.kind is bool:
        return [f"--{field.opposite}" if field.opposite and luck.random() < 0.5 else name]
    if field.many == 0:
        return [word for value in _values(verb, field, luck) for word in (name, value)]
    return [name, *_values(verb, field, luck)]


def _values(verb: str, field: Field, luck: Random) -> list[str]:
    count = luck.choice((1, 2, 2, 3)) if field.many == 0 else field.many or 1
    return [_value(verb, field, luck) for _ in range(count)]


def _value(verb: str, field: Field, luck: Random) -> str:
    if isinstance(field.kind, tuple):
        return str(luck.choice((*field.kind, *field.kind, "x", "")))
    if field.kind is int:
        return _whole(field, luck)
    if field.kind is float:
        return luck.choice(("0.01", "0.02", "-1", "nan") if field.name in SECONDS else FLOATS)
    return _text(verb, field.name, luck)


def _whole(field: Field, luck: Random) -> str:
    low = 0 if field.low is None else int(field.low)
    if field.name in WORK:
        return str(luck.choice((low, low + 1, low + 2, 3, 3, 4, 4, -1, 10**30)))
    ends = [str(low - 1), str(low), str(low + 1), str(low + luck.randrange(60))]
    ends += [] if field.high is None else [str(field.high), str(field.high + 1)]
    return luck.choice((*ends, *ends, *NUMBERS))


def _text(verb: str, name: str, luck: Random) -> str:
    known = (*WORDS.get(name, ()), *golden_words().get(name, ()), *golden_words().get(verb, ()))
    if name in PATHS or name == "resume":
        known = (*PLACES, *PLACES, *FILES)
    roll = luck.random()
    if known and roll < 0.7:
        return luck.choice(known)
    return mutated(luck.choice(known), luck) if known and roll < 0.85 else luck.choice(TEXTS)


def _door(luck: Random) -> list[str]:
    verb = luck.choice(list(DOORS))
    line = [verb]
    for name in DOORS[verb]:
        if name == "GAME":
            line.append(_text("play", "game", luck))
        elif luck.random() < 0.25:
            line.append(name)
            if name not in FLAGS:
                line.append(_door_value(name.strip("-"), luck))
    return line


def _door_value(name: str, luck: Random) -> str:
    if name in ("seat", "hands", "seed", "count", "player"):
        return luck.choice(("0", "1", "2", *NUMBERS))
    known = {"from": "file", "save": "output"}.get(name, name)
    return _text("play", known, luck)


def changed(line: list[str], luck: Random) -> list[str]:
    """A command with a word changed, dropped, doubled, put in or moved."""
    line = list(line)
    for _ in range(luck.choice((1, 1, 2, 3))):
        at = luck.randrange(len(line))
        match luck.randrange(6):
            case 0 | 1:
                line[at] = mutated(line[at], luck)
            case 2:
                line[at] = luck.choice(luck.choice((TEXTS, NUMBERS, FLOATS, FILES)))
            case 3 if len(line) > 1:
                del line[at]
            case 4:
                line.insert(at, luck.choice((*TEXTS, "--json", "--seed", "--help", "--stream")))
            case _:
                line += line[at:][:2]
    return line
