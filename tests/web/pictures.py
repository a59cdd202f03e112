"""Pictures of the web lab for the documentation: `python -m tests.web.pictures docs/pictures`.

A server of its own plays, reviews, asks and tests; the system's Chromium takes the pictures.
"""

import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.web.browser.conftest import FLAGS, NAMES
from tests.web.browser.test_play import READY, played_by_mouse, played_out
from tests.web.conftest import ended, started

SIZE: ViewportSize = {"width": 1000, "height": 640}
RANGE = "22+,A2s+,K9s+,QTs+,JTs,T9s,98s,87s,ATo+,KJo+,QJo"


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    with tempfile.TemporaryDirectory() as state, sync_playwright() as playwright:
        os.environ |= {"KIBITZ_STATE": state, "KIBITZ_DB": f"{state}/games.sqlite"}
        os.environ["XDG_DATA_HOME"] = state
        running, thread = started(Path(state) / "web")
        chromium = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        page = chromium.new_page(viewport=SIZE, color_scheme="light")
        page.set_default_timeout(180_000)
        page.goto(running.server.link)
        for name, take in PICTURES.items():
            page.set_viewport_size(SIZE)
            take(page, running.origin)
            page.screenshot(path=folder / f"{name}.png")
        chromium.close()
        ended(running, thread)


def play(page: Page, origin: str) -> None:
    """A hand of cribbage with a hint."""
    sit_down(page, origin, "cribbage", "intermediate")
    luck = random.Random(4)
    for _ in range(3):
        played_by_mouse(page, luck)
        page.wait_for_selector(READY)
    page.click("[data-do=hint]")
    page.wait_for_selector("#hints .ranking")
    page.evaluate("scrollTo(0, 0)")


def review(page: Page, origin: str) -> None:
    """A game of dice chess, judged."""
    sit_down(page, origin, "dicechess", "beginner")
    played_out(page, random.Random(4))
    page.click("[data-do=review]")
    page.wait_for_selector(".decision.current")
    page.click(".worst a")
    page.evaluate("document.querySelector('.story').scrollIntoView()")


def sit_down(page: Page, origin: str, game: str, against: str) -> None:
    page.goto(f"{origin}/play?game={game}")
    page.select_option("#against", against)
    page.click("button[type=submit]")
    page.wait_for_selector(READY)


def range_grid(page: Page, origin: str) -> None:
    """A range of hands as a square."""
    page.goto(f"{origin}/holdem/range?text={RANGE.replace('+', '%2B')}")
    page.set_viewport_size({"width": 1000, "height": 940})
    page.wait_for_selector("svg")


def live_test(page: Page, origin: str) -> None:
    """A match that a sequential test ends."""
    page.goto(f"{origin}/tests/new")
    page.select_option("#game", "ultimate")
    page.fill("#first", "mcts(iterations=200)")
    page.fill("#second", "mcts(iterations=100)")
    page.fill("#seed", "1")
    page.click("button[type=submit]")
    page.wait_for_selector("body[data-state=over]")


PICTURES = {"play": play, "review": review, "range": range_grid, "test": live_test}

if __name__ == "__main__":
    main(Path(sys.argv[1]))
