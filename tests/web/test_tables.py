"""Tables in a browser: whole games, two browsers, and nothing that a player may not know."""

import json
from html import unescape

import pytest

from kibitz.core.registry import game_names
from kibitz.web.seated import begin, look
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


@pytest.mark.parametrize(
    ("game", "status", "words"),
    [
        ("cribage", 404, "unknown game 'cribage'; did you mean 'cribbage'?"),
        ("cribbage(skunk=true)", 404, "unknown option of cribbage 'skunk'; did you mean 'skunks'?"),
        ("cribbage(3", 400, "is not a name with options"),
    ],
)
def test_a_table_that_nobody_knows_is_not_offered_as_another(lab, game, status, words):
    reply = lab.browser().get("/play", params={"game": game})
    assert reply.status_code == status
    assert words in unescape(reply.text)


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
    assert found["options"][0] == ["a1, top left", "a draw", ""]
    assert {row[1:] == ["a draw", ""] for row in found["options"]} == {True}  # no opening loses
    assert (found["unit"], found["basis"]) == ("chance to win", "exact")
    assert found["drawn"]["wide"].startswith("<svg")


FLEET = "A1h A2h A3h A4h A5h"


@pytest.mark.compiled
def test_a_fleet_is_set_up_as_a_whole_or_not_at_all(lab):
    browser = lab.browser()
    name = seated(browser, "battleship", PERSON, "random")["name"]
    seen = looked(browser, name)
    harbour = seen["harbour"]
    assert [length for _, length in harbour["pieces"]] == [5, 4, 3, 3, 2]
    assert (harbour["rows"], harbour["cols"], harbour["are_apart"]) == (10, 10, False)
    for bad in ("A1h A1v A3h A4h A5h", "A1h J2h", "A1h " * 40, "nonsense"):
        reply = posted(browser, f"/api/v1/tables/{name}", action="set up", move=bad, ply=0)
        assert reply.status_code in (400, 409), bad
        assert looked(browser, name)["ply"] == 0
    posted(browser, f"/api/v1/tables/{name}", action="set up", move=FLEET, ply=0)
    seen = looked(browser, name)
    assert seen["harbour"] is None
    assert seen["ply"] == 10
    assert seen["glimpse"]["plays"][0][0] == "A1"


def looked(browser, name):
    browser.get(f"/play/{name}")
    with news(browser, f"table:{name}") as events:
        return next(events)[1]


def turned(browser, name, action, **more):
    ply = looked(browser, name)["ply"]
    return posted(browser, f"/api/v1/tables/{name}", action=action, ply=ply, **more)


@pytest.mark.compiled
def test_a_cube_is_offered_taken_owned_and_dropped(lab):
    browser = lab.browser()
    name = seated(browser, "dicechess", PERSON, PERSON, cube=True, seed=1)["name"]
    assert looked(browser, name)["cube"] == {
        "stake": 1, "owner": None, "asks": "roll", "waits": False, "dropped": False,
    }  # fmt: skip
    for wrong in ("take", "drop"):
        assert turned(browser, name, wrong, player=0).status_code in (400, 409)
    assert turned(browser, name, "double", player=1).status_code in (400, 409)
    assert turned(browser, name, "double", player=0).status_code == 200
    assert turned(browser, name, "roll", player=0).status_code in (400, 409)
    assert turned(browser, name, "take", player=1).status_code == 200
    seen = looked(browser, name)
    assert (seen["cube"]["stake"], seen["cube"]["owner"]) == (2, 1)
    assert seen["ply"] == 1  # White has rolled, and cannot double again: the cube is Black's
    player = 0
    while not (asked := [v for v in views(browser, name) if v["cube"]["asks"]]):
        seen = next(v for v in views(browser, name) if v["glimpse"]["plays"])
        player = seen["player"]
        turned(browser, name, "play", player=player, move=seen["glimpse"]["plays"][0][0])
    assert asked[0]["player"] == 1
    turned(browser, name, "double", player=1)
    turned(browser, name, "drop", player=0)
    black = next(v for v in views(browser, name) if v["player"] == 1)
    assert black["is_over"]
    assert black["glimpse"]["outcome"]["payoffs"] == [-1.0, 1.0]
    assert (black["cube"]["stake"], black["cube"]["dropped"]) == (2, True)


def views(browser, name):
    """What both people at one screen see."""
    browser.get(f"/play/{name}")
    with news(browser, f"table:{name}") as events:
        return [next(events)[1] for _ in range(2)]


@pytest.mark.compiled
def test_a_hopeless_double_is_dropped_and_a_cube_is_only_where_a_game_has_one(lab):
    browser = lab.browser()
    won = "7k/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
    name = seated(browser, "dicechess", PERSON, "beginner", cube=True, start=won)["name"]
    assert turned(browser, name, "double").status_code == 200
    seen = looked(browser, name)
    assert (seen["is_over"], seen["cube"]["stake"], seen["cube"]["dropped"]) == (True, 1, True)
    assert seen["glimpse"]["outcome"]["payoffs"] == [1.0, -1.0]
    offered = seated(browser, "dicechess", "beginner", PERSON, cube=True, start=won)["name"]
    assert looked(browser, offered)["cube"]["asks"] == "take"
    fields = {"game": "nim", "players": [PERSON, "random"], "cube": True}
    assert "no cube" in posted(browser, "/api/v1/tables", **fields).json()["error"]


@pytest.mark.compiled
def test_a_double_is_answered_by_what_good_players_score(lab):
    browser = lab.browser()
    # Without rooks, bishops and queen Black is all but lost to anybody who can play; where both
    # move at random, men far from the kings count for little, and Black should take.
    ahead = "1n2k1n1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
    name = seated(browser, "dicechess", PERSON, "beginner", cube=True, start=ahead)["name"]
    assert turned(browser, name, "double").status_code == 200
    assert looked(browser, name)["cube"]["dropped"]


@pytest.mark.parametrize(("game", "plies"), [("nim", [0, 1]), ("kuhn", [2, 3])])
def test_a_table_is_shown_before_the_others_think_and_after_the_deal(
    game, plies, monkeypatch, tmp_path
):
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path))
    (made,) = begin(game, ["random", PERSON], 1, None, None)
    seen = list(look(made["name"]))
    assert [state["ply"] for state in seen] == plies
    turns = [state["views"]["1"]["glimpse"]["turn"] for state in seen]
    assert turns == [0, 1]


@pytest.mark.compiled
def test_others_who_think_long_are_seen_to_move_one_by_one(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path))
    monkeypatch.setattr("kibitz.web.seated.SLOW", 0.0)
    (made,) = begin("holdem(seats=4)", [PERSON, *["always-call"] * 3], 1, None, None)
    seen = list(look(made["name"]))
    turns = [state["views"]["0"]["glimpse"]["turn"] for state in seen]
    assert turns == [2, 3, 0]  # the blinds are posted by 0 and 1, so 2 is first


@pytest.mark.compiled
def test_where_one_fleet_lies_changes_nothing_that_the_other_browser_is_sent(lab):
    sent = []
    for fleet in ("A1h A3h", "C2v E5h"):
        ada, bob = lab.browser(), lab.browser()
        table = seated(ada, "battleship(3,2,rows=6,cols=6)", PERSON, PERSON, alone=False, seed=1)
        bob.get(f"/join/{table['invitation']}")
        assert turned(ada, table["name"], "set up", move=fleet).status_code == 200
        sent.append((looked(bob, table["name"]), looked(ada, table["name"])))
    assert sent[0][0] == sent[1][0]
    assert sent[0][0]["harbour"]["taken"] == []
    assert sent[0][1] != sent[1][1]  # Ada sees her own
