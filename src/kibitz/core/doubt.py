"""Errors as people read them: never a zero for what is not exact."""

import math

EXACT_FIGURES, ERROR_FIGURES = 4, 2


def with_error(value: float, error: float | None) -> str:
    """A value and its error, both as far as the error knows it; what is exact to four figures.

    >>> with_error(3.3867, 0.1134), with_error(-0.4296, 0.1212), with_error(2 / 3, 0.0)
    ('3.39 ± 0.11', '-0.43 ± 0.12', '0.6667')
    >>> with_error(1234.56, 31.7), with_error(0.08217, 0.0996), with_error(12.04, 0.000123)
    ('1235 ± 32', '0.08 ± 0.10', '12.04000 ± 0.00012')
    """
    if not error or not math.isfinite(error):
        return f"{value:.{EXACT_FIGURES}g}"
    figures = f"{error:.{ERROR_FIGURES - 1}e}"  # 9.96e-2 rounds to 1.0e-1
    decimals = max(0, ERROR_FIGURES - 1 - int(figures.partition("e")[2]))
    return f"{value:.{decimals}f} ± {error:.{decimals}f}"


def give_or_take(error: float, digits: int) -> str:
    """` ± error` with so many decimals, or with one figure where these would be all zeros.

    What is exact has no error, and nothing is said.

    >>> give_or_take(0.0123, 2), give_or_take(0.0123, 1), give_or_take(0.0, 1)
    (' ± 0.01', ' ± 0.01', '')
    """
    return f" ± {error_text(error, digits)}" if error else ""


def error_text(error: float, digits: int) -> str:
    """The error alone.

    >>> error_text(0.26, 1), error_text(0.000432, 1), error_text(12.3, 0)
    ('0.3', '0.0004', '12')
    """
    rounded = f"{error:,.{digits}f}"
    return f"{error:.1g}" if error and not float(rounded.replace(",", "")) else rounded
