"""The one theme: what each role looks like on a light page, on a dark one and in a terminal.

Games name roles and never colours. Roles of text reach a contrast of 4.5 to 1 on the page
and on the table, grounds let ink be read on them, and the four seats differ for people who
do not see all colours (tests/drawing holds the theme to it). A role that nobody knows is ink.

In CSS a role is a custom property (`--k-first`) on whatever has the class `kibitz`. The
viewer's preference decides between light and dark unless an element or one above it has
`data-theme`. Classes of drawn things say what the role does: `f-` fills, `s-` strokes,
`t-` colours text of a page, `o-` fills text that stands on that role.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from kibitz.errors import UnknownName

READABLE, VISIBLE = 4.5, 3.0  # WCAG 2.2, 1.4.3 and 1.4.11, level AA
WASH = 0.24  # how much of its colour an area has that is tinted, not painted


class Shade(NamedTuple):
    """One role: its colour by day and by night, and a style of rich."""

    light: str
    dark: str
    terminal: str = ""


ROLES = {
    "ink": Shade("#1b1f24", "#e8eaed"),
    "quiet": Shade("#59626d", "#a7b0ba", "dim"),
    "strong": Shade("#1b1f24", "#e8eaed", "bold"),
    "mono": Shade("#1b1f24", "#e8eaed"),
    "good": Shade("#0a7040", "#5fd38d", "green"),
    "bad": Shade("#b3261e", "#ff8a80", "red"),
    "warning": Shade("#8a5300", "#ffc061", "yellow"),
    "best": Shade("#0a7040", "#4ade80", "bold green"),
    "first": Shade("#1655d0", "#5d9eef", "bold cyan"),
    "second": Shade("#c4056a", "#fb7270", "bold magenta"),
    "third": Shade("#6b5b0f", "#e9c026", "bold yellow"),
    "fourth": Shade("#213e33", "#d2f3e9", "bold green"),
    "red_suit": Shade("#b91c1c", "#ff8f8f", "red"),
    "black_suit": Shade("#1b1f24", "#e8eaed"),
    "back": Shade("#2b5a8a", "#3d74ab", "blue"),
    "table": Shade("#eef2ec", "#1b211d"),
    "line": Shade("#2a3138", "#c5ccd3"),
    "grid": Shade("#c3cbc4", "#454f49", "dim"),
    "empty": Shade("#f9fbf8", "#262d29", "dim"),
    "hit": Shade("#a80d1b", "#ff5f5f", "bold red"),
    "miss": Shade("#586673", "#a9b4bf", "dim"),
    "ship": Shade("#76838f", "#8391a0", "green"),
    "water": Shade("#dfedf8", "#1a2d40", "dim"),
    "sunk": Shade("#4d3a40", "#7c5257", "yellow"),
    "light_square": Shade("#f1e4cb", "#cbb994", "black on grey89"),
    "dark_square": Shade("#bb936b", "#8d6b4b", "black on grey66"),
    "last_move": Shade("#f3dd7a", "#6b5c1c", "underline"),
    "highlight": Shade("#b9e0ff", "#1f4e6e", "reverse"),
    "mark": Shade("#b93a0a", "#ffa06b", "bold"),
    "heat": Shade("#ff9a4d", "#b0450e"),
    "scale_0": Shade("#0a7040", "#5fd38d", "green"),
    "scale_1": Shade("#6b6200", "#d9d04f", "yellow"),
    "scale_2": Shade("#955200", "#ffb454", "dark_orange"),
    "scale_3": Shade("#b93a0a", "#ff8d5c", "red"),
    "scale_4": Shade("#9b1024", "#ff7a8a", "bold red"),
}
# Drawn things that no game names: the page, halos, faces of cards, pieces.
PARTS = {
    "page": Shade("#fbfaf7", "#14181c"),
    "halo": Shade("#ffffff", "#0d1012"),
    "paper": Shade("#ffffff", "#f1eee7"),
    "edge": Shade("#6a737d", "#0d1012"),
    "card_red": Shade("#c11f1f", "#b51a1a"),
    "card_black": Shade("#16181b", "#16181b"),
    "raised": Shade("#a86400", "#ffc061"),
    "lit": Shade("#1873ad", "#4fb3e8"),
    "white_piece": Shade("#fffdf7", "#fffdf7"),
    "black_piece": Shade("#23262b", "#1c1e22"),
    "piece_edge": Shade("#23262b", "#1c1e22"),
    "black_edge": Shade("#fffdf7", "#d9d6cf"),
}
SEATS = ("first", "second", "third", "fourth")
SCALE = ("scale_0", "scale_1", "scale_2", "scale_3", "scale_4")
VERDICTS = ("good", "bad", "warning", "best", *SCALE)
TEXT_ROLES = frozenset(
    ("ink", "quiet", "strong", "mono", "mark", "red_suit", "black_suit", *SEATS, *VERDICTS)
)
GROUNDS = frozenset(
    ("table", "empty", "water", "light_square", "dark_square", "last_move", "highlight", "heat")
)
# Areas in these roles are a wash over what lies under them; as dots and strokes they are solid.
WASHES = frozenset((*SEATS, *VERDICTS))
# Grounds that are too pale for a stroke, and what strokes in their role look like.
STROKES = {"last_move": "raised", "highlight": "lit"}
THEMES = ("auto", "light", "dark")


def checked_theme(theme: str) -> str:
    """`theme`, if there is one of that name."""
    if theme not in THEMES:
        raise UnknownName("theme", theme, THEMES)
    return theme


def shade(role: str) -> Shade:
    """What a role or a part looks like; ink where nobody knows it."""
    return ROLES.get(role) or PARTS.get(role) or ROLES["ink"]


def known(role: str) -> str:
    """The role, or ink where nobody knows it."""
    return role if role in ROLES or role in PARTS else "ink"


def terminal_style(role: str) -> str:
    """The style of rich for a role; plain text has none."""
    return ROLES[role].terminal if role in ROLES else ""


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, from 0 to 1 (WCAG 2.2)."""
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(one: str, other: str) -> float:
    """How well two colours stand out from each other, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def mixed(colour: str, ground: str, share: float) -> str:
    """`share` of `colour` laid over `ground`."""
    pairs = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


@cache
def is_readable(role: str, ground: str, share: float = 1.0) -> bool:
    """Whether text of a role can be read on a ground, by day and by night.

    `share` is less than 1 where the ground is a wash over the table.
    """
    text, under, table = shade(role), shade(ground), ROLES["table"]
    return all(
        contrast(text[i], mixed(under[i], table[i], share)) >= READABLE
        for i in range(2)  # light, dark
    )


@cache
def text_on(role: str) -> Shade:
    """Black or white, whichever reads better on a role."""
    inks = ("#111418", "#ffffff")
    light, dark = (max(inks, key=lambda c: contrast(c, shade(role)[i])) for i in range(2))
    return Shade(light, dark)


def stylesheet(classes: Iterable[str] | None = None, theme: str = "auto") -> str:
    """CSS of the theme: the classes that are used (all if None), and their colours.

    A fixed theme has its colours written in, for programs that know no custom properties.
    """
    used = sorted(_all_classes() if classes is None else set(classes) & _all_classes())
    rules = _BASE + "".join(_class_rule(name) for name in used)
    names = sorted(set(re.findall(r"--k-([\w-]+)", rules)))
    if theme != "auto":
        column = THEMES.index(theme) - 1
        return re.sub(r"var\(--k-([\w-]+)\)", lambda m: _property(m[1])[column], rules)
    return _properties(names) + rules


@cache
def _all_classes() -> frozenset[str]:
    roles = [*ROLES, *PARTS]
    return frozenset(f"{kind}-{role}" for kind in "fsto" for role in roles)


def _property(name: str) -> Shade:
    return text_on(name[3:]) if name.startswith("on-") else shade(name)


def _properties(names: list[str]) -> str:
    light, dark = (
        "".join(f"--k-{name}:{_property(name)[column]};" for name in names) for column in range(2)
    )
    night = "".join(f"{above} .kibitz," for above in _NIGHTS) + ".kibitz[data-theme=dark]"
    return (
        ".kibitz,.kibitz[data-theme=light],[data-theme=light] .kibitz"
        f"{{color-scheme:light;{light}}}"
        f"@media(prefers-color-scheme:dark){{.kibitz{{color-scheme:dark;{dark}}}}}"
        f"{night}{{color-scheme:dark;{dark}}}"
    )


# what says on which pages it is night: our own attribute, and those of notebooks
_NIGHTS = ("[data-theme=dark]", "[data-jp-theme-light=false]", ".vscode-dark")
_DOES = {"f": "fill:var(--k-{})", "s": "stroke:var(--k-{})", "t": "color:var(--k-{})"}
_MORE = {
    "t-strong": ";font-weight:700",
    "t-best": ";font-weight:700",
    "t-mono": ";font-family:ui-monospace,monospace",
    "f-mono": ";font-family:ui-monospace,monospace;white-space:pre",
    "f-strong": ";font-weight:700",
}
_BASE = (
    ".k-scene{font-family:system-ui,'Noto Sans','DejaVu Sans',sans-serif;max-width:100%}"
    ".k-scene [role=button]{cursor:pointer;outline-offset:2px}"
    ".k-scene [role=button]:hover{opacity:.78}"
    ".k-scene [role=button]:focus-visible,.k-scene a:focus-visible"
    "{outline:3px solid var(--k-first)}"
    ".k-scene [aria-pressed=true]{outline:3px solid var(--k-raised)}"
    ".k-scene text{user-select:none}"
    ".k-lattice{fill:none;stroke:var(--k-paper);stroke-opacity:.45}"
    ".k-note{font-weight:700;text-anchor:middle;paint-order:stroke;stroke-width:.28em;"
    "stroke-linejoin:round}"
)


def _class_rule(name: str) -> str:
    kind, role = name[0], name[2:]
    role = STROKES.get(role, role) if kind == "s" else role
    does = f"fill:var(--k-on-{role})" if kind == "o" else _DOES[kind].format(role)
    return f".{name}{{{does}{_MORE.get(name, '')}}}"
