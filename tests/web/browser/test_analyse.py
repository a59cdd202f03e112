"""A position analysed in a browser: moves tried, the line marked, its address shared."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import PHONE, WIDE, check_access, check_width


def done(seen, moves=0):
    expect(seen.locator("#line li")).to_have_count(moves)
    seen.wait_for_selector("body[data-state=answered]")


def test_moves_are_tried_and_the_line_is_marked(page):
    seen = page("/analyse/tictactoe")
    done(seen)
    assert seen.locator("#options li").count() == 9
    seen.locator("#board .wide [data-move=b1]").click()
    done(seen, 1)
    seen.locator("#options [data-try=b3]").focus()
    seen.keyboard.press("Enter")
    done(seen, 2)
    seen.locator("#options [data-try=a3]").click()  # loses: O answers at a1 or c1
    done(seen, 3)
    expect(seen.locator("#tried")).to_contain_text("a3")
    marks = seen.locator("#line .sign").all_inner_texts()
    assert marks[0] == "✓"
    assert len(marks) == 3
    check_access(seen)
    shared = seen.url.removeprefix(seen.evaluate("location.origin"))
    seen.get_by_role("button", name="Back").click()
    done(seen, 2)
    seen.go_back()
    done(seen, 3)
    other = page(shared, PHONE, "dark")
    done(other, 3)
    there, here = (one.evaluate("document.body.dataset.position") for one in (other, seen))
    assert there == here
    expect(other.locator("#line .sign")).to_have_count(3)
    assert other.locator("#line .sign").all_inner_texts() == marks


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "dark"), (PHONE, "light")])
def test_what_is_hidden_is_valued_but_not_gone_on_from(page, size, scheme):
    seen = page("/analyse/kuhn", size, scheme)
    done(seen)
    before = seen.url
    seen.locator("#options [data-try]").first.click()
    expect(seen.locator("#tried")).to_contain_text("hidden")
    assert seen.url == before
    check_access(seen)
    check_width(seen)


def test_bets_that_stand_for_others_are_listed_and_the_others_can_be(page):
    flop = "flop:0 6,6 Qc5s,???? Qs4hAd???? 0/2/0/0/0/6"
    seen = page(f"/analyse/holdem?{urlencode({'position': flop})}", PHONE)
    done(seen)
    few = seen.locator("#options [data-try]").count()
    assert 4 <= few <= 9
    check_access(seen)
    check_width(seen)
    seen.get_by_role("button", name=f"Show {194 - few} more").click()
    expect(seen.locator("#options [data-try]")).to_have_count(194)


def test_a_position_is_set_up_and_looked_at(page):
    seen = page("/analyse/nim")
    done(seen)
    seen.get_by_label("Position", exact=True).fill("1,2")
    seen.get_by_role("button", name="Look at this position").click()
    seen.wait_for_url("**/analyse/nim?position=1%2C2")
    done(seen)
    best = seen.locator("#options .best")
    expect(best).to_have_count(1)
    assert best.get_attribute("data-try") == "2:1"  # leaves 1,1, whose nim-sum is zero


def test_a_position_of_any_game_is_drawn_and_played_on(page):
    seen = page("/ask/show")
    seen.get_by_label("Game").fill("dots(1,1)")
    seen.get_by_role("button", name="Board: pick for Position").click()
    plays = seen.get_by_role("group", name="Play on from here").get_by_role("button")
    expect(plays).to_have_count(4)
    plays.first.click()
    expect(plays).to_have_count(3)
    expect(seen.get_by_label("Position", exact=True)).to_have_value("x/../.@1")
    seen.get_by_label("Position", exact=True).fill("x/x./.")
    expect(plays).to_have_count(2)
    check_access(seen)
