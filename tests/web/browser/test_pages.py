"""Pages in a real browser: they load without a fault, fit a phone and can be used by anybody."""

import pytest

from tests.web.browser.conftest import PHONE, WIDE, check_access, check_width


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_the_list_of_questions_can_be_used_by_anybody(page, size, scheme):
    seen = page("/ask", size, scheme)
    seen.wait_for_selector("a[href*='cribbage']")
    check_access(seen)
    check_width(seen)


PATHS = (
    "/", "/play", "/archive", "/import", "/drill", "/analyse", "/tests", "/tests/new",
    "/tournaments", "/ratings", "/workers", "/nowhere",
)  # fmt: skip


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (WIDE, "dark")])
def test_plain_pages_fit_and_can_be_used_by_anybody(page, size, scheme):
    seen = page("/", size, scheme)
    for path in PATHS:
        seen.goto(page.lab.origin + path)
        check_width(seen)
        check_access(seen)
    assert "404" in page.troubles.pop()  # of the page that is not there


def test_the_token_of_the_launch_lets_a_browser_in(chromium, lab):
    context = chromium.new_context()
    opened = context.new_page()
    opened.goto(lab.server.link)
    assert opened.url == f"{lab.origin}/"
    assert opened.inner_text("h1") == "Kibitz"
    context.close()
