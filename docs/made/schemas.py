"""The list of JSON Schemas: what each describes, and which command answers with it."""

import json
from pathlib import Path

from kibitz.core.verbs import request_named, verb_names

FOLDER = Path(__file__).parents[1] / "schemas"


def schemas() -> str:
    """A table of all files of the folder."""
    rows = ["| schema | what it is | commands |", "|---|---|---|"]
    asked: dict[str, list[str]] = {}
    for verb in verb_names():
        asked.setdefault(request_named(verb).gives.schema, []).append(verb)
    for path in sorted(FOLDER.glob("*.json")):
        told = json.loads(path.read_text())
        verbs = ", ".join(
            f"`kibitz {verb.replace('.', ' ')}`" for verb in asked.get(told["$id"], [])
        )
        first = " ".join(told.get("description", "").split()).replace("|", "\\|")
        rows.append(f"| [{told['$id']}](../schemas/{path.name}) | {first} | {verbs} |")
    return "\n".join(rows)
