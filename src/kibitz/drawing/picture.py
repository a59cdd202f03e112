"""The drawings of a sheet as one SVG document, and the sheet as one page."""

import re
from collections.abc import Iterator

from kibitz.core.sheet import Cells, Chart, Picture, Sheet
from kibitz.drawing.cells import cells_svg
from kibitz.drawing.charts import chart_svg
from kibitz.drawing.page import blocks, document
from kibitz.drawing.svg import svg
from kibitz.errors import BadValue

GAP = 12.0  # between two drawings below each other
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def picture_of(sheet: Sheet) -> str:
    """The pictures and charts of a sheet below each other."""
    drawn = list(_drawings(sheet))
    if not drawn:
        raise BadValue("this answer has nothing that could be drawn")
    return drawn[0] if len(drawn) == 1 else _stacked(drawn)


def page_of(title: str, sheet: Sheet) -> str:
    """A sheet as a page that stands alone."""
    return document(title, blocks(sheet))


def _drawings(sheet: Sheet) -> Iterator[str]:
    for block in sheet:
        match block:
            case Picture(_, scene) if scene is not None:
                yield svg(scene)
            case Chart():
                yield chart_svg(block)
            case Cells():
                yield cells_svg(block)


def _stacked(drawn: list[str]) -> str:
    sizes = [_size(one) for one in drawn]
    width = max(size[0] for size in sizes)
    parts, top = [], 0.0
    for one, (_, height) in zip(drawn, sizes, strict=True):
        parts.append(f'<svg y="{top:g}"' + one.removeprefix("<svg"))
        top += height + GAP
    height = top - GAP
    box = f'viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(parts)}</svg>\n'


def _size(drawn: str) -> tuple[float, float]:
    found = _BOX.search(drawn)
    assert found is not None
    return float(found[1]), float(found[2])
