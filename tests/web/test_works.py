"""Tests in a browser: a match is watched, stopped and resumed to the same bytes."""

import time

import pytest

from tests.web.client import news, posted


def begun(browser, **fields):
    reply = posted(browser, "/api/v1/tests", **fields)
    assert reply.status_code == 201, reply.text
    return reply.json()["id"]


def state_of(browser, name):
    with news(browser, f"work:{name}") as events:
        return next(events)[1]


def awaited(browser, name, *states, seconds=120.0):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        seen = state_of(browser, name)
        if seen["state"] in states:
            return seen
        time.sleep(0.1)
    raise AssertionError(f"still {seen['state']} after {seconds} s")


def test_a_match_stops_when_its_test_decides(lab):
    browser = lab.browser()
    asked = {"game": "tictactoe", "players": ["expert", "random"], "sprt": ["0", "100"]}
    name = begun(browser, seed="5", workers="1", **asked)
    assert browser.get(f"/tests/{name}").status_code == 200
    seen = awaited(browser, name, "over")
    assert "H1 accepted" in seen["html"]
    assert "<svg" in seen["html"]
    assert name in browser.get("/tests").text


@pytest.mark.compiled
def test_a_match_that_was_stopped_goes_on_to_the_same_result(lab):
    browser = lab.browser()
    name, stopped, fields = stopped_in_time(browser)
    assert 2 <= stopped["pairs"] < 24
    assert posted(browser, f"/api/v1/tests/{name}", action="resume").status_code == 200
    again = awaited(browser, name, "over")
    whole = awaited(browser, begun(browser, **fields), "over")
    assert again["pairs"] == whole["pairs"] == 24
    assert figures(again) == figures(whole)


def stopped_in_time(browser):
    """A match that was stopped after two pairs or more; on a busy machine a quick one may end."""
    for iterations in (2_000, 8_000, 32_000):
        players = [f"mcts(iterations={2 * iterations})", f"mcts(iterations={iterations})"]
        fields = {"game": "tictactoe", "players": players, "pairs": "24", "seed": "9"}
        name = begun(browser, workers="1", **fields)
        while state_of(browser, name)["pairs"] < 2:
            time.sleep(0.02)
        assert posted(browser, f"/api/v1/tests/{name}", action="stop").status_code == 200
        seen = awaited(browser, name, "stopped", "over")
        if seen["state"] == "stopped":
            return name, seen, {"workers": "1", **fields}
    raise AssertionError("every match was over before it could be stopped")


def figures(seen):
    """The sheet without its times."""
    return [row for row in seen["html"].split("<tr>") if "thinks" not in row and "svg" not in row]


def test_what_cannot_be_played_is_refused(lab):
    browser = lab.browser()
    for fields in (
        {"game": "nim", "players": ["random"]},
        {"game": "nowhere", "players": ["random", "random"]},
        {"verb": "review", "record": "x"},
    ):
        reply = posted(browser, "/api/v1/tests", **fields)
        if reply.status_code == 201:
            seen = awaited(browser, reply.json()["id"], "failed")
            assert seen["sentence"]
        else:
            assert reply.status_code == 400
    assert browser.get("/tests/0000").status_code == 404
