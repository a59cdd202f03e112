"""How Sphinx makes the site of these pages: nothing is fetched, and every warning is an error."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from kibitz import __version__

project = "Kibitz"
author = "The Kibitz developers"
project_copyright = author
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "docs.made"]
exclude_patterns = ["made"]
root_doc = "index"
default_role = "code"  # docstrings write `names` as Markdown does
smartquotes = False  # they would turn --json into a dash
suppress_warnings = ["misc.highlighting_failure"]  # shell blocks that span lines

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"

html_theme = "furo"
html_title = "Kibitz"
html_static_path = ["look"]
html_css_files = ["kibitz.css"]
html_extra_path: list[str] = []
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None

man_pages = [
    ("reference/commands", "kibitz", "a laboratory for games", [author], 1),
]
