"""A solver that is watched: looks on the way, and an end when nobody looks any more."""

from threading import enumerate as threads

import pytest

from kibitz.games.dots import solving
from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.game import DotsGame


@pytest.mark.compiled
def test_the_last_look_has_the_margin_and_the_others_say_how_far_it_is(monkeypatch):
    monkeypatch.setattr(solving, "LOOK_SECONDS", 0.001)
    looks = list(solving.solvings(DotsBoard(3, 3), DotsGame(3, 3).start(), megabytes=1))
    assert looks[-1].margin == -3  # published
    assert len(looks) > 1
    assert all(look.margin is None for look in looks[:-1])
    nodes = [look.nodes for look in looks]
    assert nodes == sorted(nodes)


@pytest.mark.compiled
def test_a_solver_ends_with_the_last_who_watches(monkeypatch):
    monkeypatch.setattr(solving, "LOOK_SECONDS", 0.01)
    before = set(threads())
    watched = solving.solvings(DotsBoard(4, 4), DotsGame(4, 4).start(), megabytes=16)
    assert next(watched).margin is None
    assert set(threads()) > before
    watched.close()
    assert set(threads()) == before


def test_tables_grow_with_the_board_up_to_half_of_what_is_free(monkeypatch):
    sizes = {"SC_PAGE_SIZE": 1 << 12, "SC_AVPHYS_PAGES": 1 << 22}  # 16 gigabytes
    monkeypatch.setattr("os.sysconf", sizes.__getitem__)
    assert [solving.usual_megabytes(lines) for lines in (4, 28, 31, 40, 60)] == [
        16,
        16,
        128,
        4096,
        4096,
    ]
    sizes["SC_AVPHYS_PAGES"] = 1 << 17  # half a gigabyte
    assert solving.usual_megabytes(40) == 256
