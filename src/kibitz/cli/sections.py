"""How `kibitz --help` lists the commands: by what people come for.

A group of requests that is named like a registered game stands with the games; what no
section claims, such as a verb of somebody else's package, stands under Other.
"""

from collections.abc import Iterable
from importlib.metadata import entry_points

SECTIONS = {
    "Play and learn": (
        "play",
        "web",
        "record",
        "review",
        "reviews",
        "learn",
        "drill",
        "progress",
        "demo",
        "warm",
    ),
    "Ask": ("analyse", "show", "equity", "games"),
    "Matches and statistics": (
        "match",
        "tournament",
        "ratings",
        "import",
        "export",
        "archive",
        "cluster",
        "sprt",
        "stats",
        "train",
    ),
}
OF_GAMES, OTHER = "The games' own", "Other"

GROUPS = {
    "archive": "Keep games in a database: import, list, count, export.",
    "cluster": "Share long work among machines: start, join, see who is there.",
    "bench": "Measure every algorithm, and every level against the next.",
    "equity": "Find the chances of hold'em hands and dice chess positions.",
    "sprt": "Plan, simulate and read sequential tests.",
    "stats": "Find Elo, sample sizes, significance, intervals and ratings.",
}


def sections_of(names: Iterable[str]) -> dict[str, list[str]]:
    """The commands by the title of their section, in the order of the list."""
    left = list(names)
    found: dict[str, list[str]] = {}
    for title, wanted in {**SECTIONS, OF_GAMES: _games()}.items():
        found[title] = [name for name in wanted if name in left]
        left = [name for name in left if name not in wanted]
    return {title: listed for title, listed in {**found, OTHER: left}.items() if listed}


def _games() -> tuple[str, ...]:
    """The names of all games; `core.registry` knows them too, but loads the compiler."""
    return tuple(sorted(entry.name for entry in entry_points(group="kibitz.games")))
