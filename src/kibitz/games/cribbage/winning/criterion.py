"""What decides: points, or near the end the chance to win.

The one rule for the verb, the coach, the expert and the simulated games: within `AWARE`
points of the end, of either side, options are ranked by the chance to win, elsewhere by
points. Farther away both say the same of throws: a chance to win is anchored to the value in
points there, and what is left between them is within its error.
"""

from kibitz.core.kernel import kernel
from kibitz.games.cribbage.table.rules import TARGET

AWARE = 35  # points from the end from which chances to win decide


@kernel
def is_decisive(one: int, two: int, aware: int) -> int:
    """1 where a side is `aware` points from the end or nearer; never if that is 0."""
    return 1 if aware > 0 and max(one, two) >= TARGET - aware else 0
