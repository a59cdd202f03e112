"""The games, one folder each; and, called, the list of them.

`kibitz.games` is this package and a name of the front door at once: importing any game sets
it to the package, so the package answers when it is called (`kibitz.games()`).
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class Games(ModuleType):
    """A package that lists what there is to play."""

    def __call__(self) -> Any:
        """All registered games."""
        return import_module("kibitz.lab.front").games()


sys.modules[__name__].__class__ = Games
