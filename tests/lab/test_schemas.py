"""docs/schemas holds the schema of every answer, as it is today."""

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kibitz.lab.schemas import answer_types, schema_files, write_schemas

KEPT = Path(__file__).parents[2] / "docs" / "schemas"


def test_the_kept_schemas_are_those_of_today():
    kept = {path.name: path.read_text() for path in KEPT.glob("*.json")}
    assert kept == schema_files(), "run: python -m kibitz.lab.schemas docs/schemas"


def test_no_two_answers_share_a_file():
    assert len(schema_files()) == len(answer_types())


@pytest.mark.parametrize("name", sorted(answer_types()))
def test_a_schema_is_one_and_requires_every_field(name):
    from kibitz.lab.encoder import schema_of

    schema = schema_of(answer_types()[name])
    Draft202012Validator.check_schema(schema)
    assert schema["properties"]["schema"] == {"const": name}
    assert schema["required"] == list(schema["properties"])


def test_what_is_no_schema_of_today_is_removed(tmp_path):
    (tmp_path / "old.json").write_text("{}")
    write_schemas(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(schema_files())
