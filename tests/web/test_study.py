"""Games that were played, in a browser: kept, judged, learned from, listed, brought in."""

import json
import re
from dataclasses import replace

import pytest

from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.games.tictactoe.game import TicTacToeGame
from tests.web.client import news, posted, seated


def played(browser, *moves, game="tictactoe", seat=0):
    """A game of a person against himself; the numbers it has in the archive."""
    table = seated(browser, game, "person", "person")
    path = f"/api/v1/tables/{table['name']}"
    for ply, move in enumerate(moves):
        reply = posted(browser, path, ply=ply, player=ply % 2, action="play", move=move)
        assert reply.status_code == 200, reply.text
    return posted(browser, f"{path}/keep").json()["games"]


@pytest.fixture(scope="module")
def number(lab):
    """A game in which the second player overlooked a threat."""
    (kept,) = played(lab.browser(), "a1", "c3", "a2", "b3", "a3")
    return kept


def judged(browser, number):
    page = browser.get(f"/review/{number}")
    if 'id="bar"' in page.text:
        with news(browser, f"review:{number}") as events:
            for _, told in events:
                if told["state"] != "judging":
                    assert told["state"] == "ready", told
                    break
        page = browser.get(f"/review/{number}")
    assert page.status_code == 200
    return page.text


def exercises(text):
    found = re.search(r'<script type="application/json" id="exercises">(.*?)</script>', text)
    assert found
    return json.loads(found[1])["exercises"]


def test_a_finished_game_is_reviewed_and_named_by_its_number(lab, number):
    text = judged(lab.browser(), number)
    assert "Learn from" in text
    assert 'id="d4"' in text  # the decision that lost
    saved = lab.browser().get(f"/review/{number}/file")
    assert "attachment" in saved.headers["content-disposition"]
    assert "<style>" in saved.text


def test_an_unfinished_game_cannot_be_reviewed(lab):
    browser = lab.browser()
    table = seated(browser, "tictactoe", "person", "person")
    reply = posted(browser, f"/api/v1/tables/{table['name']}/keep")
    assert reply.status_code == 400
    assert reply.json() == {"error": "no hand is over yet"}


def test_mistakes_are_asked_again_and_every_good_answer_is_right(lab, number):
    browser = lab.browser()
    judged(browser, number)
    asked = exercises(browser.get(f"/review/{number}/learn").text)
    game = TicTacToeGame()
    assert asked
    last = asked[-1]
    p = game.parse_position(last["position"])
    question = posted(browser, "/api/v1/exercise", action="question", **last).json()
    assert {play[0] for play in question["plays"]} == {
        game.move_text(p, move) for move in game.legal_moves(p)
    }
    wrong = posted(browser, "/api/v1/exercise", action="tried", move="b3", **last).json()
    assert not wrong["accepted"]
    right = posted(browser, "/api/v1/exercise", action="tried", move="a3", **last).json()
    assert right["accepted"]  # it blocks, and nothing else does
    shown = posted(browser, "/api/v1/exercise", action="solution", **last).json()
    assert shown["best"] == right["best"]


def test_mistakes_come_again_in_the_drill(lab, number):
    browser = lab.browser()
    judged(browser, number)
    asked = exercises(browser.get(f"/review/{number}/learn").text)
    due = exercises(browser.get("/drill/tictactoe").text)
    assert [e for e in asked if e in due] == asked
    posted(browser, "/api/v1/exercise", action="tried", move="a3", kept=True, **asked[-1])
    assert asked[-1] not in exercises(browser.get("/drill/tictactoe").text)


def test_the_archive_is_listed_page_by_page(lab):
    browser = lab.browser()
    game = make_game("nim(1)")
    start = game.start()
    move = game.move_text(start, game.legal_moves(start)[0])
    record = Record("nim(1)", game.position_text(start), ("ann", "bob"), 0, (move,), (1.0, -1.0))
    lines = [replace(record, seed=seed).to_json() for seed in range(60)]
    told = posted(browser, "/api/v1/import", name="many.jsonl", text="\n".join(lines)).json()
    assert "60" in told["html"]
    first = browser.get("/archive?player=ann").text
    assert first.count('<th scope="row">') == 50
    older = re.search(r'href="(/archive\?[^"]*before[^"]*)"', first)
    assert older
    second = browser.get(older[1].replace("&amp;", "&")).text
    assert second.count('<th scope="row">') == 10
    assert "No such game" in browser.get("/archive?player=nobody").text


def test_a_bad_upload_is_named_and_the_rest_is_in(lab):
    browser = lab.browser()
    moves = ("a1", "b1", "a2", "b2", "a3")
    game = TicTacToeGame()
    good = Record("tictactoe", game.position_text(game.start()), ("a", "b"), 0, moves, (1.0, -1.0))
    text = f"<b>\n{good.to_json()}\n"
    told = posted(browser, "/api/v1/import", name="../../x.jsonl", text=text).json()["html"]
    assert "1 new, 0 known, 1 refused" in told
    assert "<p>upload.jsonl, line 1: " in told
    assert "<b>" not in told
    reply = posted(browser, "/api/v1/import", name="x", text="x" * 7_000_000)
    assert reply.status_code == 400


def test_a_player_has_a_page_that_judges_his_games(lab, number):
    browser = lab.browser()
    assert browser.get("/players/person").status_code == 200
    with browser.stream("GET", "/api/v1/players/person") as reply:
        text = "".join(reply.iter_text())
    assert "event: done" in text
    with browser.stream("GET", "/api/v1/players/nobody%20of%20that%20name") as reply:
        assert "event: refused" in "".join(reply.iter_text())


@pytest.mark.parametrize("path", ["/review/0", "/review/x", "/review/99999999999999999999"])
def test_a_game_that_is_not_there_gets_one_sentence(lab, path):
    browser = lab.browser()
    page = browser.get(path)
    if page.status_code == 200:
        with news(browser, f"review:{path.split('/')[-1]}") as events:
            assert next(told for _, told in events if told["state"] == "failed")["sentence"]
    else:
        assert page.status_code == 404
        assert 'role="alert"' in page.text


def test_the_first_page_tells_what_is_due(lab, number):
    browser = lab.browser()
    judged(browser, number)
    asked = exercises(browser.get(f"/review/{number}/learn").text)
    told = browser.get("/api/v1/agenda").json()
    assert told["deck"] >= len(asked)
    assert told["due"].get("tictactoe", 0) >= len(asked) - 1
    assert browser.get("/").status_code == 200
