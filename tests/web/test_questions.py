"""Questions in a browser: the same answers as the command line, every state in the address."""

import json

import jsonschema
import pytest

from kibitz.web.described import description
from kibitz.web.forms import paged_verbs
from tests.cli.shell import kibitz


def test_the_api_answers_as_the_command_line_does(lab):
    told = lab.browser().get("/api/v1/ask/stats.elo", params={"score": "0.55", "games": "1000"})
    assert told.json() == kibitz("stats", "elo", "0.55", "--games", "1000", "--json").json


def test_an_address_holds_a_question_and_its_answer(lab):
    text = lab.browser().get("/ask/stats.elo?score=0.55&games=1000").text
    assert 'value="0.55"' in text
    assert "34.86" in text.partition("As JSON")[0]
    assert "/api/v1/ask/stats.elo?score=" in text


@pytest.mark.parametrize(
    ("verb", "fields", "words"),
    [
        ("stats.elo", {"score": "x"}, "score"),
        ("stats.elo", {"socre": "0.5"}, "no field 'socre'"),
        ("stats.elo", {"confidence": "x", "score": "0.5"}, "not a number"),
        ("sprt.plan", {"elo1": "7000"}, "7000"),
        ("nothing.such", {}, "unknown request"),
    ],
)
def test_a_bad_question_gets_one_sentence(lab, verb, fields, words):
    reply = lab.browser().get(f"/api/v1/ask/{verb}", params=fields)
    assert reply.status_code in (400, 404)
    assert words in reply.json()["error"]
    page = lab.browser().get(f"/ask/{verb}", params=fields)
    assert page.status_code == reply.status_code
    assert 'role="alert"' in page.text


def test_every_open_question_has_a_form(lab):
    browser = lab.browser()
    for verb in paged_verbs():
        reply = browser.get(f"/ask/{verb}")
        assert reply.status_code == 200, verb


def test_the_description_is_that_of_the_answers(lab):
    found = lab.browser().get("/api/v1/openapi.json").json()
    assert found == json.loads(json.dumps(description()))
    schema = found["paths"]["/api/v1/ask/stats.elo"]["get"]["responses"]["200"]
    answer = lab.browser().get("/api/v1/ask/stats.elo", params={"score": "0.5"}).json()
    jsonschema.validate(answer, schema["content"]["application/json"]["schema"])
