"""The doubling cube: when to double, when to take, in a game without gammons.

Before rolling, the side to move may double the stake if the cube is centred or his; the other
side takes and owns it, or passes and loses the present stake (Rule 10). A draw returns the
stakes, so p below is (1 + wins - losses) / 2, the doubler's chance with draws as halves, judged
where he is about to roll, as the taker will find it.

The value of the cube follows Janowski (Take-Points in Money Games, 1993): between a dead cube
(nobody doubles again) and a fully live one, which is always turned at the last efficient
moment, by its efficiency x from 0 to 1. Values are in stakes, for the side about to roll.
"""

from dataclasses import dataclass

from kibitz.core.doubt import give_or_take
from kibitz.errors import BadValue

CENTRE = "centre"
SIDES = ("white", "black")
OWNERS = (CENTRE, *SIDES)
DEAD, LIVE = 0.0, 1.0
USUAL_EFFICIENCY = 0.68  # Janowski's for backgammon; dice chess, being more volatile, has less
NO_DOUBLE, DOUBLE_TAKE, DOUBLE_PASS = "no double", "double, take", "double, pass"


def take_point(efficiency: float) -> float:
    """The least chance with which the taker should take: 25 % dead, 20 % live."""
    return 0.5 / (2 + 0.5 * efficiency)


def cash_point(efficiency: float) -> float:
    """The doubler's chance above which the other side passes."""
    return 1 - take_point(efficiency)


def double_point(is_centred: bool, efficiency: float) -> float:
    """The doubler's chance from which doubling is right: 50 % dead, 80 % live."""
    slope = 2 + 0.5 * efficiency
    if not is_centred:
        return (1 + efficiency) / slope
    rise = 4 / (4 - efficiency)
    return (2 + efficiency - rise * (1 + 0.25 * efficiency)) / (slope * (2 - rise))


def held_value(p: float, is_centred: bool, efficiency: float) -> float:
    """What the stake is worth without doubling now, the cube centred or one's own.

    Beyond the window of doubles a live cube is turned at once, for the whole stake, and a dead
    one is played out: only a game that cannot be lost is worth the stake without doubling.
    """
    line = (2 + 0.5 * efficiency) * p - 1
    if is_centred:
        line = 4 / (4 - efficiency) * (line - 0.25 * efficiency)
    played_out = (1 - efficiency) * (2 * p - 1)
    return min(played_out + efficiency, max(played_out - efficiency, line))


def taken_value(p: float, efficiency: float) -> float:
    """What the present stake is worth after double and take: the other side owns the cube."""
    return -2 * held_value(1 - p, False, efficiency)


@dataclass(frozen=True)
class Cube:
    """Whose the cube is and what is at stake."""

    owner: str = CENTRE
    stake: int = 1

    def __post_init__(self) -> None:
        if self.owner not in OWNERS:
            raise BadValue(f"cube owner '{self.owner}' is not one of {', '.join(OWNERS)}")
        if self.stake < 1:
            raise BadValue(f"stake {self.stake} is less than 1")

    def can_double(self, seat: int) -> bool:
        """Whether `seat`, about to roll, may double."""
        return self.owner in (CENTRE, SIDES[seat])


@dataclass(frozen=True)
class CubeVerdict:
    """What to do with the cube before a roll, and what each way is worth in stakes."""

    action: str
    chance: float
    error: float
    can_double: bool
    is_close: bool
    no_double: float
    double_take: float
    double_pass: float

    @property
    def best(self) -> float:
        """The value of the right action, in present stakes."""
        if self.action == NO_DOUBLE:
            return self.no_double
        return self.double_take if self.action == DOUBLE_TAKE else self.double_pass

    def __str__(self) -> str:
        return verdict_text(self.action, self.chance, self.error, is_close=self.is_close)


def verdict_text(action: str, chance: float, error: float, *, is_close: bool) -> str:
    """What to do, with the doubler's chance in per cent."""
    close = ", too close to call" if is_close else ""
    return f"{action} ({100 * chance:.1f} %{give_or_take(100 * error, 1)}{close})"


def advise(
    value: float, error: float, seat: int, cube: Cube, efficiency: float = USUAL_EFFICIENCY
) -> CubeVerdict:
    """The advice for `seat`, about to roll with `value` wins less losses and its standard error."""
    if not 0 <= efficiency <= 1:
        raise BadValue(f"cube efficiency {efficiency} is not from 0 to 1")
    p, p_error = (1 + value) / 2, error / 2
    is_centred, can_double = cube.owner == CENTRE, cube.can_double(seat)
    taken = taken_value(p, efficiency)
    held = held_value(p, is_centred, efficiency) if can_double else _waiting_value(p, efficiency)
    points = (double_point(is_centred, efficiency), cash_point(efficiency))
    if not can_double or p < points[0]:
        action = NO_DOUBLE
    else:
        action = DOUBLE_PASS if p > points[1] else DOUBLE_TAKE
    is_close = can_double and any(abs(p - point) < 2 * p_error for point in points)
    return CubeVerdict(action, p, p_error, can_double, is_close, held, taken, 1.0)


def _waiting_value(p: float, efficiency: float) -> float:
    """What the stake is worth while the other side owns the cube."""
    return taken_value(p, efficiency) / 2
