"""The formats by name."""

from kibitz.arena.format import Format, Gauntlet, RoundRobin
from kibitz.arena.knockout import Knockout
from kibitz.arena.swiss import Swiss
from kibitz.errors import BadValue, UnknownName, WrongKind

FORMATS = {kind.name: kind for kind in (RoundRobin, Gauntlet, Knockout, Swiss)}
DUELS = (Knockout.name, Swiss.name)  # formats for two seats alone


def make_format(
    name: str,
    players: int,
    pairs: int,
    rounds: int | None = None,
    challengers: int = 1,
    seats: int = 2,
) -> Format:
    """The format of that name."""
    if name not in FORMATS:
        raise UnknownName("format", name, FORMATS)
    if name in DUELS and seats > 2:
        raise WrongKind(f"format {name} is for two seats, but the game has {seats}")
    if name == Swiss.name:
        return Swiss(players, pairs, rounds)
    if rounds is not None:
        raise BadValue(f"rounds are for {Swiss.name} only, not {name}")
    if name == Gauntlet.name:
        return Gauntlet(players, pairs, challengers, seats=seats)
    return FORMATS[name](players, pairs, seats=seats)
