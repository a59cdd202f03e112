"""A real browser for the tests: the system's Chromium, in any width and either colour scheme.

`page` opens pages that have been let in. Whatever a page writes to its console as an
error, throws, or asks of another host fails the test that opened it.
"""

import os
import secrets
import shutil
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from kibitz.web.guard import COOKIE
from tests.web.conftest import Running

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu"]
WIDE, PHONE = (1280, 900), (390, 844)
Scheme = Literal["light", "dark"]
SECONDS = 60.0  # for whatever a page waits for: processes start, kernels load


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        told = f"no browser is installed ({', '.join(NAMES)})"
        if os.environ.get("KIBITZ_REQUIRE_BROWSER") == "1":
            pytest.fail(told)
        pytest.skip(told)
    expect.set_options(timeout=1000 * SECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Visits:
    """Opens pages of a server and hears what goes wrong on them."""

    chromium: Browser
    lab: Running
    contexts: list[BrowserContext] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def __call__(self, path: str = "/", size=WIDE, scheme: Scheme = "light", **settings) -> Page:
        """A page in a session of its own."""
        width, height = size
        settings = {"viewport": {"width": width, "height": height}, **settings}
        context = self.chromium.new_context(color_scheme=scheme, **settings)
        context.set_default_timeout(1000 * SECONDS)
        self.contexts.append(context)
        cookie = self.lab.server.keys.cookie(secrets.token_hex(16))  # as whoever has been let in
        context.add_cookies([{"name": COOKIE, "value": cookie, "url": self.lab.origin}])
        context.on("request", self._asked)
        opened = context.new_page()
        opened.on("console", self._said)
        opened.on("pageerror", lambda error: self.troubles.append(f"{opened.url}: {error}"))
        opened.goto(self.lab.origin + path)
        return opened

    def _said(self, message) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.page.url}: {message.text}")

    def _asked(self, request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme != "data" and f"{parts.scheme}://{parts.netloc}" != self.lab.origin:
            self.troubles.append(f"asked elsewhere: {request.url}")

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def page(chromium, lab):
    visits = Visits(chromium, lab)
    yield visits
    visits.close()
    assert visits.troubles == []


def check_access(page: Page) -> None:
    """Nothing on the page keeps people from using it, as far as axe can tell."""
    found = Axe().run(page)
    told = [
        f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:3]]}"
        for one in found.response["violations"]
    ]
    assert told == [], f"{page.url}: {told}"


def check_width(page: Page) -> None:
    """Nothing sticks out to the right."""
    wide, shown = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= shown, f"{page.url} is {wide} wide, {shown} are shown"
