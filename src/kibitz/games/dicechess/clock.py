"""How long to think about a turn, from what is left on the clock."""

from kibitz.errors import BadValue

USUAL_TURNS = 22  # that one side plays in a game between good players
LEAST_TURNS = 8  # to be ready for, however long the game has been
INCREMENT_USED = 0.8
MOST_SHARE = 0.25  # of the clock for one turn


def turn_seconds(left: float, increment: float, turns_played: int) -> float:
    """The seconds for the next turn of a side with `left` on its clock."""
    if left < 0 or increment < 0 or turns_played < 0:
        raise BadValue(
            f"a clock of {left} s with {increment} s per turn after {turns_played} turns "
            "has a negative number in it"
        )
    turns_left = max(LEAST_TURNS, USUAL_TURNS - turns_played)
    return min(left / turns_left + INCREMENT_USED * increment, MOST_SHARE * left)
