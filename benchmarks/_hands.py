"""Many hands in PHH, made from the real ones of the vectors: no two are the same.

The first hands are the real ones; in each further copy the suits are swapped and the hands have
other numbers, so that a hand is as legal as it was and pays the same.
"""

import os
import re
from itertools import permutations
from pathlib import Path

PHH = Path(
    os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[2] / "shared" / "vectors"), "phh"
)
APART = 1_000_000  # between the numbers of a hand in two copies
_SECTION = re.compile(r"^(?=\[)", re.MULTILINE)
_CARDS = re.compile(r"(?<= )(?:[2-9TJQKA?][cdhs?]){1,5}(?=')")
_NUMBER = re.compile(r"^hand = (\d+)$", re.MULTILINE)


def write_hands(folder: Path, count: int) -> None:
    """Write so many hands into a folder, in files as sites have them."""
    folder.mkdir()
    files = [_SECTION.split(path.read_text())[1:] for path in sorted(PHH.glob("*.phhs"))]
    for copy, suits in enumerate(permutations("cdhs")):
        for number, hands in enumerate(files):
            some = hands[:count]
            count -= len(some)
            if some:
                text = _turned("".join(some), "".join(suits), copy)
                (folder / f"{copy}-{number}.phhs").write_text(text)
    assert count == 0, "there are not so many hands"


def _turned(text: str, suits: str, copy: int) -> str:
    """The same hands with other suits and numbers."""
    turned = str.maketrans("cdhs", suits)
    text = _CARDS.sub(lambda cards: cards[0].translate(turned), text)
    return _NUMBER.sub(lambda found: f"hand = {int(found[1]) + copy * APART}", text)
