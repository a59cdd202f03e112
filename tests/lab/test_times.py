"""The same seed gives the same bytes: what the clock says comes into JSON on demand alone."""

from typing import Any

import pytest

from kibitz.core.verbs import request_named, verb_names
from kibitz.lab.encoder import schema_of
from tests.cli.shell import kibitz

# They measure time because they are asked to, or stop by it.
CLOCKS = {"bench.decisions", "stats.convergence", "equity.holdem", "holdem.solve"}
TIMED = [
    ("perft", "tictactoe", "3"),
    ("leduc", "solve", "--iterations", "5"),
    ("dots", "solve", "1x2"),
    ("nim", "grundy", "kayles", "12"),
    ("analyse", "nim", "3,4,5", "--seed", "1"),
]


@pytest.mark.parametrize("command", TIMED, ids=lambda command: command[0])
def test_times_are_told_to_programs_on_demand_alone(command):
    first, second = (kibitz(*command, "--json").out for _ in range(2))
    assert first == second
    assert kibitz(*command, "--json").json["seconds"] is None
    assert kibitz(*command, "--json", "--times").json["seconds"] > 0


def test_no_answer_must_say_how_long_it_took():
    for verb in verb_names():
        if verb not in CLOCKS:
            fields = schema_of(request_named(verb).gives).get("properties", {})
            assert _may_be_null(fields.get("seconds", {"type": "null"})), verb


def _may_be_null(field: dict[str, Any]) -> bool:
    return {"type": "null"} in field.get("anyOf", [field])
