"""One word, one meaning: a class name stands for one thing in the whole house."""

import ast
from collections import defaultdict
from pathlib import Path

import kibitz

HOUSE = Path(kibitz.__file__).parent


def test_no_two_classes_share_a_name():
    found = defaultdict(list)
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path.relative_to(HOUSE)))
    assert len(found) > 500
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
