"""Drawing is light: it loads no compiler and no arrays, and SVG loads no rich."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("modules", "absent"),
    [
        ("svg, overlay, charts, cells, page", ("numba", "numpy", "rich", "click")),
        ("terminal", ("numba", "numpy", "click")),
    ],
)
def test_drawing_loads_nothing_heavy(modules, absent):
    code = f"import sys; from kibitz.drawing import {modules}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(absent) & set(run.stdout.split())
