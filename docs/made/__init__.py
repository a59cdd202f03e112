"""Parts of pages that are made from the sources when the site is built.

A page asks for one by a line of its own, `<!-- made: commands -->`: whoever reads the file as it
is sees nothing there, and the site has the text.
"""

import re
from typing import Any

from docs.made.commands import commands
from docs.made.links import with_links_inside
from docs.made.schemas import schemas

MAKERS = {"commands": commands, "schemas": schemas}
_ASKED = re.compile(r"^<!-- made: (\w+) -->$", re.MULTILINE)


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx about it."""
    app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _read(app: Any, name: str, source: list[str]) -> None:
    made = _ASKED.sub(lambda found: MAKERS[found[1]](), source[0])
    source[0] = with_links_inside(made, name)
