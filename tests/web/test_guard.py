"""Who may come in: a token, a host, an origin, and nothing that touches files or runs programs."""

import json
import re
import socket
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from kibitz.core.request import PLACE, fields_of
from kibitz.core.verbs import request_named, verb_names
from kibitz.errors import BadValue
from kibitz.web.guard import MOST_BODY, Keys
from kibitz.web.policy import check_player
from kibitz.web.server import LabServer
from tests.web.client import posted

PLACES = ("db", "file", "files", "folder", "path", "journal", "resume", "output", "save", "record")
PLACE_WORDS = re.compile(r"\b(files?|folders?|archive:|to disk)\b", re.IGNORECASE)


def test_nobody_comes_in_without_the_token(lab):
    for path in ("/", "/play", "/ask", "/static/play.js", "/api/v1/openapi.json", "/nowhere"):
        reply = lab.visitor().get(path)
        assert reply.status_code == 403
        assert reply.json() == {"error": "open the address that kibitz web printed, with its token"}
    assert lab.visitor().get("/", params={"token": "guess"}).status_code == 403


def test_a_cookie_is_signed_and_kept_from_scripts_and_other_sites(lab):
    reply = lab.visitor().get("/", params={"token": lab.server.keys.token})
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert lab.server.keys.token not in reply.headers["location"]
    forged = lab.visitor()
    forged.cookies.set("kibitz", "0" * 32 + "." + "0" * 40)
    assert forged.get("/").status_code == 403


def test_the_token_leads_to_the_same_address_and_to_no_other_host(lab):
    token = lab.server.keys.token
    reply = lab.visitor().get("/ask/stats.elo", params={"token": token, "score": "0.5"})
    assert reply.headers["location"] == "/ask/stats.elo?score=0.5"
    line = HTTPConnection(urlsplit(lab.origin).netloc)  # which sends the path as it is
    line.request("GET", f"//evil.example/x?token={token}")
    assert line.getresponse().headers["location"] == "/evil.example/x"
    line.close()


def test_another_host_is_turned_away(lab):
    """A name that somebody else points to this machine (DNS rebinding)."""
    browser = lab.browser()
    for host in ("evil.example", "127.0.0.1", "127.0.0.1:1", ""):
        assert browser.get("/", headers={"host": host}).status_code in (400, 421)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_site_changes_nothing(lab, headers):
    body = json.dumps({"game": "nim", "players": ["person", "random"]})
    headers = {"content-type": "application/json", **headers}
    assert lab.browser().post("/api/v1/tables", content=body, headers=headers).status_code == 403


def test_a_form_of_another_kind_changes_nothing(lab):
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        reply = lab.browser().post("/api/v1/tables", content="{}", headers={"content-type": kind})
        assert reply.status_code == 415


def test_a_body_that_is_too_large_is_refused(lab):
    reply = lab.browser().post(
        "/api/v1/tables",
        content=b" " * (MOST_BODY + 1),
        headers={"content-type": "application/json"},
    )
    assert reply.status_code == 413

    def dripping():
        for _ in range(9):
            yield b" " * (1 << 20)

    headers = {"content-type": "application/json"}
    reply = lab.browser().post("/api/v1/tables", content=dripping(), headers=headers)
    assert reply.status_code == 413


def test_pages_may_fetch_and_run_nothing_from_elsewhere(lab):
    browser = lab.browser()
    for path in ("/", "/ask", "/static/play.js", "/nowhere"):
        reply = browser.get(path)
        policy = reply.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert "<script>" not in reply.text
        assert " style=" not in reply.text


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/"]
)
def test_no_file_beside_the_static_ones_is_served(lab, path):
    assert lab.browser().get(path).status_code in (400, 404)


@pytest.mark.parametrize("player", ["exec:/bin/sh", " exec:/bin/sh", "mcts(iterations=99999999)"])
def test_programs_and_endless_players_are_refused(lab, player):
    browser = lab.browser()
    reply = posted(browser, "/api/v1/tables", game="nim", players=["person", player])
    assert reply.status_code == 400
    reply = posted(browser, "/api/v1/tests", game="nim", players=["random", player], pairs="1")
    assert reply.status_code == 400


def test_a_page_names_no_files_and_no_archives(lab):
    browser = lab.browser()
    for verb in ("review", "archive.import", "archive.tidy", "match", "stats.ratings"):
        assert browser.get(f"/api/v1/ask/{verb}").status_code == 404
    for verb, field in (("archive.export", "output"), ("cribbage.throw", "table")):
        reply = browser.get(f"/api/v1/ask/{verb}", params={field: "/tmp/x"})
        assert "may not name files" in reply.json()["error"]
    reply = browser.get("/api/v1/ask/analyse", params={"cluster": "local:2"})
    assert "may not name files" in reply.json()["error"]
    reply = browser.get("/api/v1/ask/analyse", params={"workers": "2"})
    assert "may not ask for processes" in reply.json()["error"]
    reply = browser.get("/api/v1/ask/dicechess.book", params={"db": "/etc/passwd"})
    assert reply.status_code in (400, 404)
    reply = posted(
        browser, "/api/v1/tests", game="nim", players=["random", "random"], journal="/tmp/x"
    )
    assert reply.status_code == 400


def test_a_name_with_markup_is_shown_as_text(lab):
    reply = lab.browser().get("/ask/equity.holdem", params={"hands": "<script>alert(1)</script>"})
    assert "<script>alert" not in reply.text
    assert "&lt;script&gt;" in reply.text


def test_keys_tell_their_own_cookies_from_others():
    keys, others = Keys("t", b"1" * 32), Keys("t", b"2" * 32)
    assert keys.session(keys.cookie("ada")) == "ada"
    assert keys.session(others.cookie("ada")) is None
    assert keys.session("ada") is None


def test_every_field_that_leads_to_a_file_or_an_archive_is_marked():
    """Names, metavars and words that speak of one; an unmarked field could be set by a page."""
    for verb in verb_names():
        for field in fields_of(request_named(verb)):
            speaks = field.metavar in ("FILE", "PLACE", "PATH", "FOLDER") or field.name in PLACES
            if field.kind is str and (speaks or PLACE_WORDS.search(field.help)):
                assert field.holds == PLACE, (verb, field.name)


def test_programs_are_players_where_they_are_allowed():
    with pytest.raises(BadValue, match="allow-programs"):
        check_player("exec:./bot")
    check_player("exec:./bot", allows_programs=True)
    with pytest.raises(BadValue, match="more than"):
        check_player("mcts(iterations=1e12)", allows_programs=True)


def test_the_address_is_one_that_browsers_can_name(tmp_path):
    for host in ("0.0.0.0", "::", ""):
        with pytest.raises(BadValue, match="name the address"):
            LabServer(host, state=tmp_path)
    with pytest.raises(BadValue, match="cannot be used"):
        LabServer("192.0.2.1", state=tmp_path)


def test_answers_do_not_wait_for_acknowledgements(lab):
    """An event loop turns that off for sockets that say that they are TCP; 40 ms a page else."""
    assert lab.server.socket.proto == socket.IPPROTO_TCP
