"""Tests, their games, and who computes: what these pages say and what they do not."""

import re

import pytest

from tests.web.client import posted
from tests.web.test_works import awaited, begun

NIM = {"game": "nim(1,2,3)", "players": ["expert", "random"], "pairs": "60", "workers": "1"}


@pytest.fixture(scope="module")
def over(lab):
    """A match that is over, and a browser."""
    browser = lab.browser()
    name = begun(browser, seed="5", **NIM)
    awaited(browser, name, "over")
    return browser, name


def test_every_game_of_a_match_is_opened_from_its_page(over):
    browser, name = over
    assert f'href="/tests/{name}/games"' in browser.get(f"/tests/{name}").text
    first = browser.get(f"/tests/{name}/games").text
    later = browser.get(f"/tests/{name}/games", params={"from": "51"}).text
    numbers = [re.findall(r'href="/review/(\d+)"', text) for text in (first, later)]
    assert [len(found) for found in numbers] == [100, 20]  # two games of each of 60 pairs
    assert len({number for found in numbers for number in found}) == 120
    assert browser.get(f"/review/{numbers[0][0]}").status_code == 200
    assert "60 pairs so far" in first
    for bad in ("0", "x", "9" * 30, "-1"):
        assert browser.get(f"/tests/{name}/games", params={"from": bad}).status_code == 400
    assert browser.get("/tests/0000/games").status_code == 404


def test_outcomes_of_pairs_agree_with_their_games(over):
    browser, name = over
    rows = browser.get(f"/tests/{name}/games").text.split("<tr>")[2:]
    for row in rows:
        words = re.findall(r'class="t-\w+">(win|loss)<', row)
        results = re.findall(r">([+-]\d) : ([+-]\d)</a>", row)
        own = [int(results[0][0]), int(results[1][1])]  # seats are swapped in the second
        assert [1 if word == "win" else -1 for word in words] == own


def test_tournaments_have_a_list_and_pages_of_their_own(over):
    browser, match = over
    name = begun(browser, verb="tournament", seed="1", **{**NIM, "pairs": "1"})
    seen = awaited(browser, name, "over")
    assert "points against" in seen["html"]
    listed = browser.get("/tournaments").text
    assert f"/tournaments/{name}" in listed
    assert match not in listed
    assert browser.get(f"/tournaments/{name}").status_code == 200
    assert browser.get("/tournaments/0000").status_code == 404
    assert 'href="/ratings/nim"' in browser.get("/ratings").text
    reply = browser.get("/ratings/nim")
    assert reply.headers["location"] == "/ask/ratings?game=nim"


def test_workers_are_told_of_without_what_they_were_asked(lab):
    browser = lab.browser()
    browser.get("/api/v1/ask/stats.elo", params={"score": "0.5123"})
    reply = browser.get("/api/v1/workers")
    found = reply.json()
    assert [one["duty"] for one in found["workers"]].count("analyses") == 2
    used = [one for one in found["workers"] if one["done"]]
    assert used
    for one in used:
        assert one["process"] > 0
        assert one["megabytes"] > 10
        assert one["up_seconds"] >= 0
        assert one["doing"] == ""
    page = browser.get("/workers").text
    assert "0.5123" not in page + reply.text
    assert "analyses" in page


@pytest.mark.parametrize(
    "path", ["/workers", "/api/v1/workers", "/tournaments", "/ratings", "/tests/x/games"]
)
def test_new_pages_are_shut_to_strangers_and_take_no_changes(lab, path):
    assert lab.visitor().get(path).status_code == 403
    browser = lab.browser()
    assert browser.get(path, headers={"host": "evil.example"}).status_code == 421
    assert posted(browser, path).status_code == 405
    evil = {"origin": "https://evil.example"}
    assert browser.post(path, json={}, headers=evil).status_code == 403
