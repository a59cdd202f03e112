"""Settings for all tests: the same examples every time, and nothing of the user's touched."""

import os
import signal

import pytest
from hypothesis import settings

# Workers share the processors; threads of a library for matrices would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell has what it runs in the background ignore Ctrl-C; here it is one of the things tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("kibitz", deadline=None, derandomize=True, database=None)
settings.load_profile("kibitz")


LAST = ("tests/coach/", "tests/contract/", "tests/cli/", "tests/cli/test_bench.py")


def pytest_collection_modifyitems(items):
    """Tests that use every game come last: most kernels are compiled by then, and only once."""
    items.sort(key=lambda item: sum(item.nodeid.startswith(LAST[i:]) for i in range(len(LAST))))


@pytest.fixture(autouse=True)
def nothing_of_the_users(monkeypatch, tmp_path):
    """The archive of the tests is a new one, wherever the user keeps his."""
    monkeypatch.setenv("KIBITZ_DB", str(tmp_path / "kibitz.sqlite"))
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def trio(monkeypatch):
    """The toy for three is a registered game."""
    from importlib.metadata import EntryPoint

    from kibitz.core import registry

    entry = EntryPoint("trio", "tests.toys.trio:TrioGame", registry.GROUP)
    known = {**registry._entries(), "trio": entry}
    monkeypatch.setattr(registry, "_entries", lambda: known)
