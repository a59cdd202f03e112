"""Errors as people read them: never a zero for what is not exact."""


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
