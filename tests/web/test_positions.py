"""Positions in a browser: edited by clicks, played on from, every option tried."""

import pytest

from kibitz.core.game import play, turn
from kibitz.core.registry import make_game
from kibitz.errors import BadValue
from kibitz.lab.analysis import AnalyseRequest
from kibitz.web.editors import START, edited
from tests.web.client import events_of


def set_men(text, *changes):
    for at, put in changes:
        text = edited("board", {"text": text, "at": at, "put": put})["text"]
    return text


def test_men_that_are_set_and_taken_away_make_the_position():
    game = make_game("dicechess")
    moved = set_men(START, ("e2", ""), ("e4", "P"))
    assert game.position_text(game.parse_position(moved)) == moved
    assert moved == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    assert set_men(moved, ("e4", "P"), ("e2", "P")) == START
    bare = set_men("8/8/8/8/8/8/8/8 w - - 0 1", ("e1", "K"), ("e8", "k"), ("a7", "p"))
    assert bare == "4k3/p7/8/8/8/8/8/4K3 w - - 0 1"


def test_castling_ends_with_its_rook_and_dice_follow_the_side():
    assert set_men(START, ("h1", "")).split()[2] == "Qkq"
    rolled = edited("board", {"text": START, "dice": "NPP"})["text"]
    assert rolled == f"{START} NPP"
    black = edited("board", {"text": rolled, "side": "b"})
    assert black["text"].split()[1::5] == ["b", "npp"]
    assert black["dice"] == "NPP"
    assert make_game("dicechess").parse_position(black["text"])


@pytest.mark.parametrize("text", ["8/8", "9/8/8/8/8/8/8/8 w", "xxxxxxxx/8/8/8/8/8/8/8", "x" * 3000])
def test_a_board_that_is_none_is_refused(text):
    with pytest.raises(BadValue):
        edited("board", {"text": text})


def clicked(*cells, text=""):
    for cell in cells:
        text = edited("sea", {"text": text, "at": cell})["text"]
    return text


def test_a_cell_goes_from_unknown_to_missed_hit_sunk_and_back():
    assert clicked("A1") == "A1//"
    assert clicked("A1", "A1") == "/A1/"
    assert clicked("A1", "A1", "A1") == "-"  # no ship is one cell long
    sunk = clicked(*["C3"] * 2, *["C4"] * 2, *["C5"] * 3)
    assert sunk == "/C3,C4,C5/3@C5"
    assert clicked("C5", text=sunk) == "/C3,C4/"
    assert clicked("C3", text=sunk) == "/C4,C5/"
    assert clicked(*["E3"] * 2, *["E4"] * 2, *["E5"] * 3, text=sunk).endswith("3@C5,4@E5")


def test_the_sea_is_as_large_as_its_game_and_has_its_ships():
    small = {"game": "battleship(3,2,rows=6,cols=12)"}
    seen = edited("sea", {"text": "L6//", "at": "L5", **small})
    assert seen["text"] == "L6,L5//"
    assert (seen["columns"], seen["drawn"].count("data-pick=")) == (12, 72)
    sunk = edited("sea", {"text": "/A1,A2/", "at": "A2", **small})
    assert sunk["text"] == "/A1,A2/2@A2"  # the second ship of this fleet, not of the usual one
    for at in ("A7", "M1"):
        with pytest.raises(BadValue, match="is not a cell"):
            edited("sea", {"text": "", "at": at, **small})
    for game in ("battleship(rows=11,cols=10)", "battleship(cols=17)", "battleship(rows=0)"):
        with pytest.raises(BadValue, match="cannot be clicked"):
            edited("sea", {"text": "", "game": game})
    assert "C9" in edited("sea", {"text": "C9/C10/", "game": "nonsense("})["text"]


@pytest.mark.compiled
def test_clicked_shots_are_what_the_map_reads(lab):
    sunk = clicked("J10", *["C3"] * 2, *["C4"] * 2, *["C5"] * 3)
    fields = {"position": sunk, "samples": "200", "seed": "1"}
    found = lab.browser().get("/api/v1/ask/battleship.map", params=fields).json()
    assert {"C3", "C4", "C5", "J10"}.isdisjoint(found["map"])
    assert len(found["map"]) == 96


def test_cards_are_read_as_people_write_them():
    for text in ("5h 10d Ks", "5HTDKS", "5♥,10♦ K♠", "5h, tD, ks"):
        seen = edited("cards", {"text": text})
        assert seen["cards"] == ["5h", "Td", "Ks"]
        assert seen["is_whole"]
        assert seen["drawn"].startswith("<svg")
    assert not edited("cards", {"text": "QQ+,AKs"})["is_whole"]


def test_a_picture_of_what_is_picked_has_a_button_for_every_cell(lab):
    browser = lab.browser()
    for what, count in (("board", 64), ("sea", 100)):
        drawn = browser.get(f"/api/v1/edit/{what}").json()["drawn"]
        assert drawn.count('role="button"') == count
        assert drawn.count("data-pick=") == count
    assert browser.get("/api/v1/edit/nothing").json() == {
        "error": "there is no editor for 'nothing'"
    }
    half = browser.get("/api/v1/edit/range", params={"text": "AK"}).json()
    assert half["classes"] == {"AKs": 1.0, "AKo": 1.0}
    assert "'A'" in browser.get("/api/v1/edit/range", params={"text": "A"}).json()["error"]


def looked(lab, game, **fields):
    reply = lab.browser().get(f"/api/v1/positions/{game}", params=fields)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_a_line_of_moves_leads_where_the_game_says(lab):
    game = make_game("dots(2,2)")
    p = game.start()
    line = []
    for _ in range(3):
        line.append(game.move_text(p, game.legal_moves(p)[0]))
        p = play(p, game.legal_moves(p)[0])
    seen = looked(lab, "dots(2,2)", move=line)
    assert seen["position"] == game.position_text(p)
    assert seen["seat"] == turn(p)
    assert len(seen["plays"]) == len(game.legal_moves(p))
    assert seen["can_go_on"]


def test_chance_is_let_decide_and_hides_what_is_hidden(lab):
    assert looked(lab, "dicechess")["state"] == "chance"
    rolled = looked(lab, "dicechess", luck="yes")
    assert rolled["state"] == "decides"
    assert len(rolled["position"].split()[6]) == 3
    dealt = looked(lab, "kuhn", luck="yes")
    assert "?" in dealt["position"]
    assert not dealt["can_go_on"]


def valued(lab, game, **fields):
    """The last state of an analysis."""
    with lab.browser().stream("GET", f"/api/v1/analyse/{game}", params=fields) as reply:
        events = list(events_of(reply))
    assert events[-1][0] == "done", events[-1]
    return events[-2][1]


def test_options_are_those_of_the_analysis_with_what_they_give_up(lab):
    seen = valued(lab, "tictactoe", position="O../.X./..X")
    truth = AnalyseRequest(game="tictactoe", position="O../.X./..X", seed=1).answer()
    assert [option["move"] for option in seen["options"]] == [o.move for o in truth.options]
    for option, known in zip(seen["options"], truth.options, strict=True):
        assert option["is_best"] == (known.loss == 0)
        assert ("blunder" in option["told"]) == (known.loss >= 0.3)
        assert option["value"] == {1.0: "a win", 0.0: "a draw", -1.0: "a loss"}[known.value]
    assert 'class="f-scale_' in seen["drawn"]["wide"] or "scale_" in seen["drawn"]["wide"]


def test_a_tried_move_goes_on_where_the_next_position_is_known(lab):
    seen = valued(lab, "tictactoe", position="X.X/OO./...", seat="0")
    after = {option["move"]: option["next"] for option in seen["options"]}
    assert after.pop(seen["options"][0]["move"]) == "over"  # X completes the top row
    assert set(after.values()) == {"known"}
    kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 K"
    rolled = valued(lab, "dicechess", position=kings)
    assert {option["next"] for option in rolled["options"]} == {"chance"}
    cards = looked(lab, "kuhn", luck="yes")["position"]
    hidden = valued(lab, "kuhn", position=cards)
    assert {option["next"] for option in hidden["options"]} == {"hidden"}


def test_a_finished_game_says_how_it_ended(lab):
    seen = valued(lab, "tictactoe", position="XXX/OO./...")
    assert seen["state"] == "over"
    assert "X wins" in seen["prompt"]


@pytest.mark.parametrize(
    ("game", "fields", "words"),
    [
        ("kuhn", {"move": "check"}, "hidden"),
        ("tictactoe", {"move": "z9"}, "z9"),
        ("tictactoe", {"position": "???"}, "???"),
        ("tictactoe", {"seat": "x"}, "seat"),
        ("nowhere", {}, "nowhere"),
    ],
)
def test_what_cannot_be_looked_at_is_refused_in_one_sentence(lab, game, fields, words):
    reply = lab.browser().get(f"/api/v1/positions/{game}", params=fields)
    assert reply.status_code == 400
    assert words in reply.json()["error"]
    page = lab.browser().get(f"/analyse/{game}", params={"position": "-", **fields})
    assert page.status_code == 400


def test_an_address_without_a_position_leads_to_one_that_can_be_shared(lab):
    browser = lab.browser()
    reply = browser.get("/analyse/nim")
    assert reply.status_code == 303
    assert reply.headers["location"] == "/analyse/nim?position=3%2C4%2C5"
    page = browser.get(reply.headers["location"])
    assert page.status_code == 200
    assert page.text.count("<svg") == 2
    assert 'href="/analyse/nim"' in browser.get("/analyse").text
