"""The formats by name."""

from kibitz.arena.format import Format, Gauntlet, RoundRobin
from kibitz.arena.knockout import Knockout
from kibitz.arena.swiss import Swiss
from kibitz.errors import BadValue, UnknownName

FORMATS = {kind.name: kind for kind in (RoundRobin, Gauntlet, Knockout, Swiss)}


def make_format(
    name: str, players: int, pairs: int, rounds: int | None = None, challengers: int = 1
) -> Format:
    """The format of that name."""
    if name not in FORMATS:
        raise UnknownName("format", name, FORMATS)
    if name == Swiss.name:
        return Swiss(players, pairs, rounds)
    if rounds is not None:
        raise BadValue(f"rounds belong to {Swiss.name}, not to {name}")
    if name == Gauntlet.name:
        return Gauntlet(players, pairs, challengers)
    return FORMATS[name](players, pairs)
