"""Tags of SVG as text: short numbers, escaped attributes."""

import re
from typing import TypeAlias

from kibitz.drawing.boxes import Box
from kibitz.drawing.plain import escaped, one_line
from kibitz.drawing.theme import checked_theme, stylesheet

Attributes: TypeAlias = dict[str, float | str | None]


def num(value: float) -> str:
    """A length in as few characters as a hundredth of a unit needs.

    >>> num(12.0), num(0.5), num(-0.001), num(3.14159)
    ('12', '.5', '0', '3.14')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text.startswith(("0.", "-0.")):
        text = text.replace("0.", ".", 1)
    return "0" if text in ("-0", "") else text


def tag(name: str, **attributes: float | str | None) -> str:
    """An empty tag; an underscore ends a name that Python keeps, others are hyphens.

    Texts are written as they are: whoever hands in a name from outside escapes it.

    >>> tag("circle", cx=1.5, r=2, class_="f-ink", stroke_width=1)
    '<circle cx="1.5" r="2" class="f-ink" stroke-width="1"/>'
    """
    return f"<{name}{_attributes(attributes)}/>"


def _attributes(attributes: Attributes) -> str:
    return "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else num(value)}"'
        for key, value in attributes.items()
        if value is not None
    )


def box_tag(box: Box, corner: float = 0.0, **attributes: float | str | None) -> str:
    """A box; one with sharp corners is a path, which takes less room."""
    x, y, width, height = map(num, box)
    if corner:
        return tag("rect", x=x, y=y, width=width, height=height, rx=corner, **attributes)
    return tag("path", d=f"M{x} {y}h{width}v{height}H{x}z", **attributes)


def text_tag(text: str, x: float, y: float, size: float, **attributes: float | str | None) -> str:
    """One line of text whose middle is at `y`."""
    start = f"<text{_attributes({'x': x, 'y': y + 0.35 * size, 'font_size': size, **attributes})}>"
    return f"{start}{escaped(one_line(text))}</text>"


def root(
    body: str,
    width: float,
    height: float,
    title: str,
    summary: str,
    *,
    standalone: bool,
    theme: str,
    role: str = "img",
) -> str:
    """The outermost tag: title and summary for those who cannot see, the style where it is alone.

    A picture inside a page takes colours and style from the page, so that a strict policy
    against inline styles can hold there.
    """
    checked_theme(theme)
    style = f"<style>{stylesheet(_classes(body), theme)}</style>" if standalone else ""
    is_root = standalone or theme != "auto"
    attributes: Attributes = {
        "xmlns": "http://www.w3.org/2000/svg" if standalone else None,
        "class": "kibitz k-scene" if is_root else "k-scene",
        "viewBox": f"0 0 {num(width)} {num(height)}",
        "width": num(width),
        "height": num(height),
        "data-theme": theme if theme != "auto" else None,
        "role": role,
    }
    words = f"<title>{escaped(one_line(title))}</title>"
    if summary:
        words += f"<desc>{escaped(summary)}</desc>"
    return f"<svg{_attributes(attributes)}>{words}{style}{body}</svg>"


def _classes(body: str) -> set[str]:
    """The classes that a drawing uses; text cannot hold a quote, so none of it is taken for one."""
    return {name for names in re.findall(r' class="([^"]*)"', body) for name in names.split()}
