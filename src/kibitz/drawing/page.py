"""A sheet as HTML: a fragment for a notebook, or a page that stands alone.

Neither fetches anything. A page of a server takes `blocks` and serves `page_style` as a file,
so that its policy can forbid inline styles: no tag here has a style of its own.
"""

from functools import cache

from kibitz.core.ink import Written, as_ink
from kibitz.core.sheet import Block, Cells, Chart, Column, Heading, Listing, Picture, Sheet, Words
from kibitz.drawing.cells import cells_svg
from kibitz.drawing.charts import chart_svg
from kibitz.drawing.plain import escaped, one_line
from kibitz.drawing.svg import svg
from kibitz.drawing.theme import ROLES, known, stylesheet

_LAYOUT = """
.kibitz{background:var(--k-page);color:var(--k-ink);font:1rem/1.45 system-ui,sans-serif}
div.kibitz{padding:.5rem .75rem;border-radius:.5rem}
body.kibitz{max-width:62rem;margin:0 auto;padding:1rem}
.kibitz h1{font-size:1.4rem}.kibitz h2{font-size:1.1rem;margin:1rem 0 .3rem}
.kibitz p{margin:.2rem 0}
.kibitz svg{display:block;height:auto;margin:.4rem 0}
.kibitz pre{font:.95rem/1.25 ui-monospace,monospace;overflow-x:auto;margin:.4rem 0}
.k-wide{overflow-x:auto;margin:.4rem 0}
.kibitz table{border-collapse:collapse;font-size:.95rem;color:inherit}
.kibitz caption{text-align:left;font-weight:700;padding:.2rem 0}
.kibitz th,.kibitz td{padding:.2rem .6rem;text-align:left;vertical-align:top;
background:none;font-weight:400;border-bottom:1px solid var(--k-grid)}
.kibitz thead th{font-weight:700;border-bottom:1px solid var(--k-quiet)}
.kibitz .k-n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.kibitz tr.k-marked>*{font-weight:700}
.kibitz tr.k-marked>:first-child{box-shadow:inset 4px 0 var(--k-best)}
.kibitz a{color:var(--k-first)}
@media(max-width:40rem){.kibitz .k-low{display:none}}
"""


@cache
def page_style() -> str:
    """The style of pages, with everything that drawings on them use."""
    return stylesheet() + _LAYOUT


def fragment(sheet: Sheet) -> str:
    """A sheet with its style, for a notebook or any page."""
    body = blocks(sheet)
    return f'<div class="kibitz"><style>{page_style()}</style>{body}</div>'


def document(title: str, body: str, script: str = "") -> str:
    """A page that stands alone: `body` is HTML, `script` JavaScript, both of our own."""
    code = script.replace("</", "<\\/")  # in strings it means the same and ends no script
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="data:,"><title>{escaped(one_line(title))}</title>'
        f'<style>{page_style()}</style></head><body class="kibitz">'
        f"{body}{code and f'<script>{code}</script>'}</body></html>\n"
    )


def blocks(sheet: Sheet) -> str:
    """The blocks of a sheet, for a page that has the style."""
    return "\n".join(_block(block) for block in sheet)


def _block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h2>{escaped(one_line(text))}</h2>"
        case Words(lines, role):
            return "".join(f"<p{_class(role)}>{ink_html(line)}</p>" for line in lines)
        case Listing():
            return listing_html(block)
        case Picture(text, scene):
            if scene is None:
                return f"<pre>{ink_html(text)}</pre>"
            return svg(scene, standalone=False)
        case Chart():
            return chart_svg(block, standalone=False)
        case Cells():
            return cells_svg(block, standalone=False)


def _class(role: str, *more: str) -> str:
    names = [*([f"t-{known(role)}"] if role in ROLES else []), *filter(None, more)]
    return f' class="{" ".join(names)}"' if names else ""


def ink_html(written: Written) -> str:
    """Ink with its roles as classes."""
    return "".join(
        f"<span{_class(span.role)}>{escaped(span.text)}</span>"
        if span.role in ROLES
        else escaped(span.text)
        for span in as_ink(written).spans
    )


def listing_html(listing: Listing) -> str:
    """A table whose first column names its rows; unimportant columns are not for phones."""
    shown = listing.rows if listing.most is None else listing.rows[: listing.most]
    caption = f"<caption>{escaped(one_line(listing.title))}</caption>" if listing.title else ""
    heads = "".join(map(_head, listing.columns))
    marked = set(listing.marked)
    rows = "".join(
        f"<tr{_class('', 'k-marked' * (n in marked))}>{_row(listing.columns, row)}</tr>"
        for n, row in enumerate(shown)
    )
    hidden = len(listing.rows) - len(shown)
    more = f'<p class="t-quiet">and {hidden} more</p>' if hidden else ""
    head = f"<thead><tr>{heads}</tr></thead>" if any(c.name for c in listing.columns) else ""
    table = f"<table>{caption}{head}<tbody>{rows}</tbody></table>"
    return f'<div class="k-wide" tabindex="0">{table}</div>{more}'  # keys scroll it, too


def _head(column: Column) -> str:
    """The name of a column; a column without one has no head for a screen reader to read."""
    name, scope = ("th", ' scope="col"') if column.name else ("td", "")
    return f"<{name}{scope}{_column_class(column)}>{escaped(one_line(column.name))}</{name}>"


def _row(columns: tuple[Column, ...], row: tuple[Written, ...]) -> str:
    cells = []
    for number, (column, cell) in enumerate(zip(columns, row, strict=False)):
        name, scope = ("td", "") if number else ("th", ' scope="row"')
        cells.append(f"<{name}{scope}{_column_class(column)}>{ink_html(cell)}</{name}>")
    return "".join(cells)


def _column_class(column: Column) -> str:
    return _class("", "k-n" * column.is_number, "k-low" * (column.importance < 1))
