"""Errors in words: nothing that is not exact is given an error of zero."""

import re

import pytest

from kibitz.core.doubt import error_text, give_or_take


@pytest.mark.parametrize("digits", [0, 1, 2, 4])
@pytest.mark.parametrize("error", [1e-12, 3e-4, 0.049, 0.4, 7.0, 12_345.6])
def test_no_error_reads_as_zero(error, digits):
    text = error_text(error, digits)
    assert float(text.replace(",", "")) > 0
    assert re.search("[1-9]", give_or_take(error, digits))


def test_what_is_exact_has_none():
    assert give_or_take(0.0, 1) == ""
