"""The schemas of all answers, by name: what `kibitz schema` prints and docs/schemas keeps.

`python -m kibitz.lab.schemas docs/schemas` writes a file for each of them.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from kibitz.core.request import Answer, Request, ask
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.core.verbs import request_named, verb_names
from kibitz.errors import UnknownName
from kibitz.lab.encoder import schema_of


def answer_types() -> dict[str, type[Answer]]:
    """Every type of answer that a registered request gives, by its schema's name."""
    types = (request_named(name).gives for name in verb_names())
    return {given.schema: given for given in types}


@dataclass(frozen=True)
class Schemas(Answer):
    """The JSON Schemas asked for."""

    schema: ClassVar[str] = "schemas/1"
    names: tuple[str, ...]
    schemas: dict[str, Any]

    def sheet(self) -> Sheet:
        if len(self.schemas) != 1:
            return [listing(["schema"], [[name] for name in self.names])]
        return [Words.of(json.dumps(next(iter(self.schemas.values())), indent=2))]


@dataclass(frozen=True)
class SchemaRequest(Request[Schemas]):
    """Print the JSON Schema of an answer, or list them all.

    NAME is the name of a schema (analysis, cribbage.throw/1), with or without its number.
    """

    verb: ClassVar[str] = "schema"
    gives: ClassVar[type[Answer]] = Schemas

    wanted: str | None = ask(None, "The name of a schema.", argument=True, metavar="[NAME]")

    def answers(self) -> Iterator[Schemas]:
        known = answer_types()
        if self.wanted is None:
            yield Schemas(tuple(sorted(known)), {name: schema_of(t) for name, t in known.items()})
            return
        found = {n: t for n, t in known.items() if self.wanted in (n, n.partition("/")[0])}
        if not found:
            raise UnknownName("schema", self.wanted, known)
        yield Schemas(tuple(found), {name: schema_of(t) for name, t in found.items()})


def schema_files() -> dict[str, str]:
    """The text of every schema by the name of its file."""
    return {
        f"{name.partition('/')[0]}.json": json.dumps(schema_of(given), indent=2) + "\n"
        for name, given in sorted(answer_types().items())
    }


def write_schemas(folder: Path) -> None:
    """Make a folder hold the schemas of today and no others."""
    folder.mkdir(parents=True, exist_ok=True)
    files = schema_files()
    for path in folder.glob("*.json"):
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
