"""Links of the pages to files beside `docs`, which the site has as pages of its own."""

import re

# As the pages write them (they are read in the repository, too), and where the site has them.
INSIDE = {
    "CONTRIBUTING.md": "developers/contributing.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
}
_OUT = re.compile(r"\]\((?:\.\./)+([A-Z]+\.md)(#[\w-]+)?\)")


def with_links_inside(text: str, page: str) -> str:
    """The text of a page with links to other pages only.

    >>> with_links_inside("[laws](../../CONTRIBUTING.md#adding-a-game)", "bots/index")
    '[laws](../developers/contributing.md#adding-a-game)'
    """
    up = "../" * page.count("/")

    def inside(found: "re.Match[str]") -> str:
        where = INSIDE.get(found[1])
        return f"]({up}{where}{found[2] or ''})" if where else found[0]

    return _OUT.sub(inside, text)
