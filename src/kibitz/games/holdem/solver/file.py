"""Solutions in files: a line with the version, a head in JSON, strategies, and a digest.

Strategies are kept as they are, in 32-bit floats: off the path small frequencies decide what
the ranges are, so rounding them would show. A file is written aside and moved into place.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from kibitz.core.cards import cards_text, parse_cards
from kibitz.core.files import bounded, opened, write_whole
from kibitz.errors import BadRecord
from kibitz.games.holdem.cards.combos import COMBOS
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.solver.game import Layout, layout_of
from kibitz.games.holdem.solver.lanes import Floats
from kibitz.games.holdem.solver.solution import SpotSolution
from kibitz.games.holdem.solver.solver import Snapshot
from kibitz.games.holdem.solver.spot import Menu, Spot, menus_of

NAME, VERSION = b"kibitz solution ", 1
SUFFIX = ".kbz"
DIGEST = 32
MOST_BYTES = 16 << 30


def save_solution(solution: SpotSolution, path: str | os.PathLike[str]) -> None:
    """Write a solution, whole or not at all."""
    write_whole(path, _sealed(_pieces(solution)))


def _sealed(pieces: "list[bytes]") -> Iterator[bytes]:
    """The pieces, and at last their digest."""
    digest = hashlib.blake2b(digest_size=DIGEST)
    for piece in pieces:
        digest.update(piece)
        yield piece
    yield digest.digest()


def load_solution(path: str | os.PathLike[str]) -> SpotSolution:
    """Read a solution; a damaged file or one of another version is refused."""
    with opened(path) as file:
        if file.read(len(NAME)) != NAME:
            raise BadRecord(f"'{path}' is not a solution of a hold'em spot")
        version = file.readline(64).removesuffix(b"\n")
        rest = bounded(file, f"'{path}'", MOST_BYTES)
    if version != str(VERSION).encode():
        name = version[:20].decode(errors="replace")
        raise BadRecord(f"'{path}' was saved as version '{name}', not {VERSION}; solve it again")
    digest = hashlib.blake2b(NAME + version + b"\n", digest_size=DIGEST)
    digest.update(memoryview(rest)[:-DIGEST])
    if digest.digest() != rest[-DIGEST:]:
        raise BadRecord(f"the solution '{path}' is damaged; solve it again")
    head, _, body = rest[:-DIGEST].partition(b"\n")
    try:
        return _solution(json.loads(head), body)
    except (ValueError, KeyError, TypeError, RecursionError) as error:  # sealed, but not by us
        raise BadRecord(f"'{path}' is not a solution that was saved here: {error}") from None


def _pieces(solution: SpotSolution) -> "list[bytes]":
    layout, spot = solution.layout, solution.layout.spot
    head = {
        "board": cards_text(spot.board),
        "pot": spot.pot,
        "stack": spot.stack,
        "least": spot.least,
        "played": spot.played,
        "locked": spot.locked,
        "menus": [[",".join(map(str, sizes)) for sizes in menu[:2]] for menu in spot.menus],
        "most": [menu.most for menu in spot.menus],
        "facts": solution.facts._asdict(),
    }
    pieces = [NAME + str(VERSION).encode() + b"\n", json.dumps(head).encode() + b"\n"]
    pieces += [weights.tobytes() for weights in layout.weights]
    pieces += [part.tobytes() for pair in solution.strategies for part in pair]
    return pieces


def _solution(head: dict[str, Any], body: bytes) -> SpotSolution:
    weights = np.frombuffer(body, np.float32, 2 * COMBOS).astype(np.float64)
    spot = Spot(
        tuple(parse_cards(head["board"])),
        Range(weights[:COMBOS].copy()),
        Range(weights[COMBOS:].copy()),
        head["pot"],
        head["stack"],
        _menus(head),
        head.get("least", 0.0),
        tuple(head.get("played", ())),
        head.get("locked", 0),
    )
    facts = head["facts"]
    snapshot = Snapshot(**{**facts, "ev": tuple(facts["ev"])})
    layout = layout_of(spot, float("inf"))
    strategies = np.frombuffer(body, np.float32, offset=2 * COMBOS * 4)
    return SpotSolution(layout, _strategies(layout, strategies), snapshot)


def _menus(head: dict[str, Any]) -> tuple[Menu, Menu, Menu]:
    flop, turn, river = menus_of("", "", [(bets, raises) for bets, raises in head["menus"]])
    most = head.get("most", (0, 0, 0))
    return flop._replace(most=most[0]), turn._replace(most=most[1]), river._replace(most=most[2])


def _strategies(layout: Layout, strategies: Floats) -> list[tuple[Floats, Floats]]:
    out, at = [], 0
    for oop, ip in layout.book_sizes():
        out.append((strategies[at : at + oop].copy(), strategies[at + oop : at + oop + ip].copy()))
        at += oop + ip
    return out
