"""Questions that are watched: streams, their ends, addresses, forms and their guides."""

import multiprocessing
import time

import pytest

from kibitz.core.request import fields_of
from kibitz.core.verbs import request_named
from kibitz.web import questions, streams
from kibitz.web.asking import request_of
from kibitz.web.described import open_verbs
from kibitz.web.forms import form_of, paged_verbs
from kibitz.web.guide import GUIDES, path_of
from kibitz.web.policy import check_question
from tests.web.client import events_of

ENDLESS = {"elo1": "5", "elo": "2.5", "seed": "1"}  # a simulation goes on until it is stopped


def watched(browser, verb, **fields):
    """All events of a stream."""
    with browser.stream("GET", f"/api/v1/stream/{verb}", params=fields) as reply:
        assert reply.status_code == 200
        return list(events_of(reply))


@pytest.mark.compiled
def test_a_stream_improves_and_ends_with_the_answer_of_the_page(lab):
    browser = lab.browser()
    fields = {"elo1": "5", "elo": "2.5", "truncate": "300", "seed": "1"}
    *parts, (last, _) = watched(browser, "sprt.simulate", **fields)
    assert last == "done"
    assert {kind for kind, _ in parts} == {"part"}
    assert "300 tests" in parts[-1][1]["html"]
    short = {"score": "0.55", "games": "1000", "draw_ratio": "0.5"}
    (_, part), (last, _) = watched(browser, "stats.elo", **short)
    assert last == "done"
    assert part["html"] in browser.get("/stats/elo", params=short).text


@pytest.mark.compiled
def test_snapshots_say_how_far_they_are(lab, monkeypatch):
    monkeypatch.setattr(questions, "GAP", 0.0)
    fields = {"position": "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", "rollouts": "2000", "seed": "3"}
    events = watched(lab.browser(), "equity.dicechess", **fields)
    far = [part["progress"] for kind, part in events if kind == "part" and part["progress"]]
    assert far
    done = [one["done"] for one in far]
    assert done == sorted(done)
    assert all(one["done"] <= one["total"] and one["words"] for one in far)


@pytest.mark.parametrize(
    ("verb", "fields", "words", "field"),
    [
        ("cribbage.score", {"hand": "5h 5s 5d", "starter": "5c"}, "has 3 cards", "hand"),
        ("stats.elo", {"score": "0.5", "confidence": "x"}, "not a number", "confidence"),
        ("stats.elo", {}, "needs a value for score", "score"),
        ("holdem.range", {"text": "ZZ+"}, "'ZZ+'", "text"),
        ("stats.elo", {"score": "0.5", "db": "x"}, "no field 'db'", ""),
        ("match", {}, "match", ""),
    ],
)
def test_a_refusal_is_one_sentence_that_names_its_field(lab, verb, fields, words, field):
    ((kind, told),) = watched(lab.browser(), verb, **fields)
    assert kind == "refused"
    assert words in told["sentence"].lower() or words in told["sentence"]
    assert "\n" not in told["sentence"]
    assert told["field"] == field


def test_a_refusal_stands_on_the_page_beside_its_field(lab):
    reply = lab.browser().get("/holdem/range", params={"text": "ZZ+"})
    assert reply.status_code == 400
    assert 'aria-invalid="true"' in reply.text
    assert 'value="ZZ+"' in reply.text
    assert "&#39;ZZ+&#39;" in reply.text.partition('role="alert"')[2]


def at_work():
    return {child.pid for child in multiprocessing.active_children()}


@pytest.mark.compiled
def test_whoever_leaves_ends_the_work(lab):
    browser = lab.browser()
    before = at_work()
    with browser.stream("GET", "/api/v1/stream/sprt.simulate", params=ENDLESS) as reply:
        assert next(events_of(reply))[0] == "part"
        during = at_work()
    deadline = time.monotonic() + 20
    while during <= at_work() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert during - at_work(), (before, during)


@pytest.mark.compiled
def test_a_question_has_so_many_seconds(lab, monkeypatch):
    monkeypatch.setattr(streams, "LONGEST", 0.5)
    kind, told = watched(lab.browser(), "sprt.simulate", **ENDLESS)[-1]
    assert kind == "refused"
    assert told["sentence"] == "this took more than 0 seconds: ask for less"


CALCULATORS = (
    "/cribbage/throw", "/cribbage/score", "/cribbage/peg", "/holdem/equity", "/holdem/range",
    "/holdem/solve", "/battleship/map", "/dicechess/capture", "/dicechess/cube",
    "/dicechess/equity", "/sprt/plan", "/sprt/simulate",
)  # fmt: skip


def test_every_calculator_has_its_address_and_its_place_in_the_list(lab):
    browser = lab.browser()
    listed = browser.get("/ask").text
    for path in CALCULATORS:
        reply = browser.get(path)
        assert reply.status_code == 200, path
        assert f'action="{path}"' in reply.text
        assert 'class="chip"' in reply.text, path
        assert f'href="{path}"' in listed
    for verb in paged_verbs():
        assert f'href="{path_of(verb)}"' in listed


def test_guides_speak_of_fields_that_there_are():
    for verb, guide in GUIDES.items():
        names = {field.name for field in fields_of(request_named(verb))}
        said = {*guide.first, *guide.labels, *guide.helps, *guide.picks}
        assert said <= names, (verb, said - names)


def test_every_example_is_a_question_that_can_be_asked():
    count = 0
    for verb, guide in GUIDES.items():
        for example in guide.examples:
            texts = {n: [v] if isinstance(v, str) else list(v) for n, v in example.fields.items()}
            check_question(verb, texts)
            request_of(verb, texts)
            count += 1
    assert count > 25


def test_the_fields_that_matter_come_first_and_the_rest_is_folded_away():
    form = form_of("cribbage.throw", {})
    assert [field.name for field in form if field.is_first] == ["hand", "dealer", "score"]
    assert "method" in [field.name for field in form if not field.is_first]
    for verb in open_verbs():
        needed = [field for field in form_of(verb, {}) if field.is_needed]
        assert all(field.is_first for field in needed), verb


def test_what_is_usually_yes_can_be_turned_off(lab):
    form = {field.name: field for field in form_of("equity.dicechess", {})}
    assert form["stratified"].choices == (("", "yes"), ("no", "no"))
    asked = request_of("equity.dicechess", {"position": ["x"], "stratified": ["no"]})
    assert vars(asked)["stratified"] is False


def test_a_page_lets_people_choose_a_seat_counted_from_1(lab):
    (seat,) = (field for field in form_of("analyse", {"seat": ["1"]}) if field.name == "seat")
    assert (seat.kind, seat.hint, seat.value, seat.holds) == ("choice", "the one to move", "1", ())
    assert seat.choices[1] == ("1", "seat 2")
    page = lab.browser().get(
        "/ask/analyse", params={"game": "nim", "position": "3,4,5", "seat": "1"}
    )
    assert '<option value="1" selected>seat 2</option>' in page.text
    assert 'data-holds="seat"' not in page.text


def test_an_answer_in_pieces_has_no_page(lab):
    pieces = [verb for verb in open_verbs() if request_named(verb).is_piecewise]
    assert pieces
    for verb in pieces:
        assert lab.browser().get(path_of(verb)).status_code == 404
        assert lab.browser().get(f"/ask/{verb}").status_code == 404
