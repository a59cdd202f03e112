"""Average cribs by rank pair as Fred Schell published them, and tables of the same kind.

The row and column are the two ranks thrown, A to K; `OWN` is a throw into the own crib,
`THEIRS` one into the opponent's. Other published tables can be read from a JSON file with
the fields `dealer` and `pone`, 13 rows of 13 each.
"""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import BadValue
from kibitz.games.cribbage.table.score import RANK_PAIRS, RANKS

Floats = NDArray[np.float64]

# Rows A to K, each from its own rank to the King.
_OWN = """
5.38 4.23 4.52 5.43 5.45 3.85 3.85 3.80 3.40 3.42 3.65 3.42 3.41
5.72 7.00 4.52 5.45 3.93 3.81 3.66 3.71 3.55 3.84 3.58 3.52
5.94 4.91 5.97 3.81 3.58 3.92 3.78 3.57 3.90 3.59 3.67
5.63 6.48 3.85 3.72 3.83 3.72 3.59 3.88 3.59 3.60
8.79 6.63 6.01 5.48 5.43 6.66 7.00 6.63 6.66
5.76 4.98 4.63 5.13 3.17 3.41 3.23 3.13
5.92 6.53 4.04 3.23 3.53 3.23 3.26
5.45 4.72 3.80 3.52 3.19 3.16
5.16 4.29 3.97 2.99 3.06
4.76 4.61 3.31 2.84
5.33 4.81 3.96
4.79 3.46
4.58
"""
_THEIRS = """
6.02 5.07 5.07 5.72 6.01 4.91 4.89 4.85 4.55 4.48 4.68 4.33 4.30
6.38 7.33 5.33 6.11 4.97 4.97 4.94 4.70 4.59 4.81 4.56 4.45
6.68 5.96 6.78 4.87 5.01 5.05 4.87 4.63 4.86 4.59 4.48
6.53 7.26 5.34 4.88 4.94 4.68 4.53 4.85 4.46 4.36
9.37 7.47 7.00 6.30 6.15 7.41 7.76 7.34 7.25
7.08 6.42 5.86 6.26 4.31 4.57 4.22 4.14
7.14 7.63 5.26 4.31 4.68 4.32 4.27
6.82 5.83 5.10 4.59 4.31 4.20
6.39 5.43 4.96 4.11 4.03
6.08 5.63 4.61 3.88
6.42 5.46 4.77
5.79 4.49
5.65
"""
OWN = np.array(_OWN.split(), np.float64)  # by rank pair
THEIRS = np.array(_THEIRS.split(), np.float64)


def schell(role: int) -> Floats:
    """Schell's average crib by rank pair for a throw of pone (0) or dealer (1)."""
    return OWN if role else THEIRS


def read_table(path: Path, role: int) -> Floats:
    """A published table from a JSON file, by rank pair, for a throw of pone or dealer."""
    name = "dealer" if role else "pone"
    try:
        rows = np.array(json.loads(path.read_text())[name], np.float64)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadValue(f"'{path}' is not a table of cribs with dealer and pone: {error}") from None
    if rows.shape != (RANKS, RANKS):
        raise BadValue(f"the field {name} of '{path}' is not 13 rows of 13")
    return np.array([rows[pair] for pair in RANK_PAIRS])
