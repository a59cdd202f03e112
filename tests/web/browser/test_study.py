"""Review, learn, drill, archive and tests in a real browser."""

import random

import pytest

from tests.web.browser.conftest import PHONE, check_access, check_width
from tests.web.browser.test_play import played_out, sat_down


@pytest.mark.compiled
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_game_is_reviewed_and_learned_from(page, scheme):
    size = PHONE if scheme == "dark" else (1280, 900)
    opened = sat_down(page, "nim", "expert", size=size, scheme=scheme)
    played_out(opened, random.Random(3))
    opened.click("[data-do=review]")
    opened.wait_for_selector(".decision.current")
    check_access(opened)
    check_width(opened)
    first = opened.get_attribute(".decision.current", "id")
    opened.keyboard.press("End")
    opened.keyboard.press("ArrowLeft")
    assert opened.get_attribute(".decision.current", "id") != first
    chart = opened.locator(".graph svg").first
    box = chart.bounding_box()
    chart.click(position={"x": 0.96 * box["width"], "y": 0.5 * box["height"]})
    last = chart.locator("[data-plot]").get_attribute("data-plot").split()[-1]
    assert opened.get_attribute(".decision.current", "id") == f"d{last}"
    opened.click("text=Learn from")
    opened.wait_for_selector('body[data-exercise="0"]')
    check_access(opened)
    number = 0
    while opened.get_attribute("body", "data-finished") != "yes":
        opened.click("[data-do=show]")
        opened.wait_for_selector("#solution h2")
        opened.click("[data-do=next]")
        number += 1
        opened.wait_for_selector(f'body[data-exercise="{number}"], body[data-finished=yes]')
    check_width(opened)


@pytest.mark.compiled
def test_a_fresh_exercise_is_tried_again_until_it_is_right(page):
    opened = page("/drill")
    check_access(opened)
    opened.click("a[href='/drill/tictactoe?fresh=close']")
    opened.wait_for_selector('body[data-exercise="0"]')
    for tries in range(1, 1 + opened.locator("#plays button").count()):
        opened.locator("#plays button").nth(tries - 1).click()
        opened.wait_for_selector(f'body[data-tries="{tries}"]')
        if "t-good" in (opened.get_attribute("#verdict", "class") or ""):
            break
    assert opened.inner_text("#verdict").startswith("Right")
    assert opened.is_visible("[data-do=next]")


def test_records_are_brought_in_and_listed(page, tmp_path):
    file = tmp_path / "bad.jsonl"
    file.write_text("nonsense\n")
    opened = page("/import")
    check_access(opened)
    opened.set_input_files("#files", str(file))
    opened.click("button[type=submit]")
    opened.wait_for_selector("body[data-state=done]")
    assert "line 1" in opened.inner_text("#told")
    assert "400" in page.troubles.pop()  # a browser tells of every refusal
    opened.click("text=Review")
    check_access(opened)


@pytest.mark.compiled
def test_a_match_is_watched_until_its_test_decides(page):
    opened = page("/tests/new")
    check_access(opened)
    opened.select_option("#game", "tictactoe")
    opened.fill("#second", "random")
    opened.fill("#seed", "1")
    opened.click("button[type=submit]")
    opened.wait_for_selector("body[data-state=over]")
    assert "H1 accepted" in opened.inner_text("#sheet")
    assert opened.query_selector("#sheet svg")
    check_access(opened)
    for width in (1280, 1000, 390):
        opened.set_viewport_size({"width": width, "height": 800})
        ends = (
            "[...document.querySelectorAll('#sheet svg')].map(x => x.getBoundingClientRect().right)"
        )
        assert all(end <= width for end in opened.evaluate(ends))  # no chart is cut off
        check_width(opened)
