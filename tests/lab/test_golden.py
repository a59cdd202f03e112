"""Every golden command line gives its golden answer, and that answer keeps its schema."""

import pytest
from jsonschema import Draft202012Validator

from kibitz.core.verbs import request_named, verb_names
from kibitz.lab.encoder import schema_of
from tests.lab.goldens import (
    CLOSE,
    FOLDER,
    ROUNDED,
    answers_to,
    commands,
    differences,
    kept,
    needs_kernels,
)

VERBS = [
    pytest.param(verb, marks=pytest.mark.compiled) if needs_kernels(verb) else verb
    for verb in sorted(commands())
]


@pytest.mark.parametrize("verb", VERBS)
def test_the_answer_is_the_golden_one_and_keeps_its_schema(verb, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_DB", "")  # put back afterwards, whatever is set meanwhile
    monkeypatch.setenv("KIBITZ_STATE", "")
    found, golden = answers_to(verb, tmp_path), kept(verb)
    assert [one["args"] for one in found] == [one["args"] for one in golden]
    validator = Draft202012Validator(schema_of(request_named(verb).gives))
    for one, other in zip(found, golden, strict=True):
        close = ROUNDED.get(verb, CLOSE)
        assert differences(one["answer"], other["answer"], close=close) == []
        validator.validate(one["answer"])
        validator.validate(other["answer"])


def test_every_verb_has_a_golden_answer():
    """But for times and sizes: the benchmark of decisions, clusters, the room of an archive."""
    varying = {"archive.vacuum", "bench.decisions"}
    varying |= {"cluster.join", "cluster.start", "cluster.status"}
    assert set(verb_names()) - set(commands()) <= varying


def test_every_golden_file_has_its_command_lines():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(commands())


def test_differences_are_found_wherever_they_are():
    golden = {"a": [1.0, {"b": "x"}], "seconds": 3.0, "n": 1}
    assert differences({"a": [1.0 + 1e-12, {"b": "x"}], "seconds": 9.0, "n": 1}, golden) == []
    assert differences({"a": [1.0001, {"b": "y"}], "seconds": 3.0, "n": True}, golden) == [
        ".a[0] is 1.0001, not 1.0",
        ".a[1].b is 'y', not 'x'",
        ".n is True, not 1",
    ]
    assert differences({"a": []}, golden) == [" has ['a'], not ['a', 'n', 'seconds']"]
