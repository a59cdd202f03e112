"""Pages in a real browser: they load without a fault, fit a phone and can be used by anybody."""

import pytest

from tests.web.browser.conftest import PHONE, WIDE, check_access, check_width


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_the_list_of_questions_can_be_used_by_anybody(page, size, scheme):
    seen = page("/ask", size, scheme)
    seen.wait_for_selector("a[href*='cribbage']")
    check_access(seen)
    check_width(seen)
