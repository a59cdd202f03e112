"""Notebooks run without Jupyter: cell by cell in one namespace, each with what it shows.

`python -m tests.notebooks FILE...` runs notebooks and writes their outputs into them.
"""

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def run(path: Path) -> list[dict[str, Any]]:
    """The code cells of a notebook after they were run, with their outputs."""
    space: dict[str, Any] = {"__name__": "__main__"}
    cells = [c for c in json.loads(path.read_text())["cells"] if c["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        cell["execution_count"] = number
        cell["outputs"] = _outputs("".join(cell["source"]), space, f"cell {number}", number)
    return cells


def _outputs(source: str, space: dict[str, Any], name: str, number: int) -> list[dict[str, Any]]:
    """What a cell prints, and what its last expression shows."""
    tree, last = ast.parse(source, name), None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body[-1].value)
        tree.body.pop()
    printed = io.StringIO()
    found: list[dict[str, Any]] = []
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, name, "exec"), space)
        value = None if last is None else eval(compile(last, name, "eval"), space)
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        found.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        data = {"text/plain": [repr(value)]}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_().splitlines(keepends=True)
        found.append(
            {
                "output_type": "execute_result",
                "execution_count": number,
                "data": data,
                "metadata": {},
            }
        )
    return found


def write(path: Path) -> None:
    """Run a notebook and keep what its cells show."""
    whole = json.loads(path.read_text())
    done = iter(run(path))
    whole["cells"] = [next(done) if c["cell_type"] == "code" else c for c in whole["cells"]]
    path.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write(Path(name))
