"""Games by name, found through the entry points of installed packages (`kibitz.games`).

A game that fails to load is reported when somebody asks for it, and hurts nobody else.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from kibitz.core.call import Call
from kibitz.core.game import Game
from kibitz.errors import BadValue, UnknownName

GROUP = "kibitz.games"


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def game_names() -> list[str]:
    """The names of all registered games."""
    return sorted(_entries())


def game_class(name: str) -> type[Game]:
    """The class of a registered game."""
    entries = _entries()
    if name not in entries:
        raise UnknownName("game", name, entries)
    try:
        loaded = entries[name].load()
    except (ImportError, AttributeError) as error:
        raise BadValue(f"game '{name}' does not load: {error}") from error
    assert isinstance(loaded, type)
    assert issubclass(loaded, Game)
    return loaded


def make_game(text: str) -> Game:
    """The game that `text` names, with its options: `nim(3,4,5,misere=true)`."""
    call = Call.parse(text)
    game = call.make(game_class(call.name))
    game.options_text = call.settings_text
    return game
