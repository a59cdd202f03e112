"""Tables in a browser: whole games, two browsers, and nothing that a player may not know."""

import json

import pytest

from kibitz.core.registry import game_names
from kibitz.web.tables import PERSON
from tests.web.client import news, posted, seated
from tests.web.conftest import ended, started


def a_move(glimpse):
    """Any move that the page would offer."""
    if glimpse["plays"]:
        return glimpse["plays"][0][0]
    dial = glimpse["dials"][0]
    return dial["form"].replace("{}", str(dial["least"]))


def played_out(browser, name, most=400):
    """Play the first move there is until the hand is over; the last state."""
    reply = browser.get(f"/play/{name}")
    assert reply.status_code == 200, reply.text
    for _ in range(most):
        with news(browser, f"table:{name}") as events:
            _, seen = next(events)
        if seen["is_over"]:
            return seen
        if seen["glimpse"]["turn"] == seen["glimpse"]["seat"]:
            did = {"action": "play", "move": a_move(seen["glimpse"]), "ply": seen["ply"]}
            reply = posted(browser, f"/api/v1/tables/{name}", **did)
            assert reply.status_code == 200, reply.text
    raise AssertionError(f"{name} is not over after {most} moves")


SHORT = {"cribbage": 400, "battleship": 400}


@pytest.mark.compiled
@pytest.mark.parametrize("game", ["tictactoe", "nim", "kuhn", "leduc", "dots(2,2)", "holdem"])
def test_a_whole_game_is_played(lab, game):
    browser = lab.browser()
    table = seated(browser, game, PERSON, "random")
    seen = played_out(browser, table["name"])
    assert seen["glimpse"]["outcome"]["unit"]
    assert seen["drawn"]["wide"].startswith("<svg")


def test_every_registered_game_is_offered(lab):
    text = lab.browser().get("/play").text
    for name in game_names():
        assert f'<option value="{name}"' in text


def test_a_move_that_is_not_legal_changes_nothing(lab):
    browser = lab.browser()
    name = seated(browser, "tictactoe", PERSON, PERSON)["name"]
    browser.get(f"/play/{name}")
    refused = {"zz": 400, "": 400}
    for move, status in refused.items():
        did = {"action": "play", "move": move, "ply": 0}
        reply = posted(browser, f"/api/v1/tables/{name}", **did)
        assert reply.status_code in (status, 409)
        assert reply.json()["error"]
    assert posted(browser, f"/api/v1/tables/{name}", action="dance", ply=0).status_code == 400
    played = {"action": "play", "move": "5", "ply": 0}
    assert posted(browser, f"/api/v1/tables/{name}", **played).status_code == 200
    assert posted(browser, f"/api/v1/tables/{name}", **played).status_code in (400, 409)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"{}", b'{"game": 3}', b"[" * 100000])
def test_garbage_is_refused_in_one_sentence(lab, body):
    headers = {"content-type": "application/json"}
    for path in ("/api/v1/tables", "/api/v1/tests"):
        reply = lab.browser().post(path, content=body, headers=headers)
        assert 400 <= reply.status_code < 500
        assert "\n" not in reply.json()["error"]


def test_the_table_of_another_session_is_not_there(lab):
    ada, bob = lab.browser(), lab.browser()
    name = seated(ada, "nim", PERSON, "random")["name"]
    assert ada.get(f"/play/{name}").status_code == 200
    assert bob.get(f"/play/{name}").status_code == 404
    assert posted(bob, f"/api/v1/tables/{name}", action="resign", ply=0).status_code == 404
    assert bob.get("/api/v1/events", params={"topic": f"table:{name}"}).status_code == 404
    assert name not in bob.get("/").text
    assert name in ada.get("/").text


@pytest.mark.parametrize("game", ["cribbage", "holdem"])
def test_nothing_that_is_sent_to_one_browser_holds_the_cards_of_the_other(lab, state, game):
    """On the bytes; that each finds its own cards in what it is sent shows that they would."""
    ada, bob = lab.browser(), lab.browser()
    table = seated(ada, game, PERSON, PERSON, alone=False)
    assert bob.get(f"/join/{table['invitation']}").status_code == 303
    sent = {}
    for browser, other in ((ada, bob), (bob, ada)):
        page = browser.get(f"/play/{table['name']}").text
        with news(browser, f"table:{table['name']}") as events:
            _, seen = next(events)
        sent[browser] = (page + json.dumps(seen, ensure_ascii=False), seen)
        assert other is not browser
    hands = {browser: cards_in(seen) for browser, (_, seen) in sent.items()}
    assert all(hands.values())
    assert not hands[ada] & hands[bob]
    for browser, other in ((ada, bob), (bob, ada)):
        text, _ = sent[browser]
        for card in hands[browser]:
            assert card in text
        for card in hands[other]:
            assert card not in text


def cards_in(seen):
    """The cards that somebody holds, as lines tell them: 7♠."""
    lines = " ".join(seen["glimpse"]["told"]) + seen["glimpse"]["summary"]
    words = (word.strip(".,;:") for word in lines.split())
    return {word for word in words if word[-1:] in "♠♥♦♣" and len(word) in (2, 3)}


def test_a_killed_server_goes_on_with_every_table(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path))
    running, thread = started(tmp_path / "web")
    browser = running.browser()
    name = seated(browser, "nim", PERSON, "random", seed=4)["name"]
    browser.get(f"/play/{name}")
    with news(browser, f"table:{name}") as events:
        _, before = next(events)
    cookies = dict(browser.cookies)
    ended(running, thread)
    again, thread = started(tmp_path / "web")
    later = again.visitor()
    later.cookies.update(cookies)
    assert later.get(f"/play/{name}").status_code == 200
    with news(later, f"table:{name}") as events:
        _, after = next(events)
    assert after == before
    ended(again, thread)


def test_a_hint_values_the_options_and_is_drawn(lab):
    browser = lab.browser()
    name = seated(browser, "tictactoe", PERSON, "random")["name"]
    browser.get(f"/play/{name}")
    found = posted(browser, f"/api/v1/tables/{name}/hint").json()
    assert len(found["options"]) == 6
    assert all(words and value for words, value in found["options"])
    assert found["drawn"]["wide"].startswith("<svg")
