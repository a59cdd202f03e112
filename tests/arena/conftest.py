"""A cluster of two workers, for the modules that test clusters."""

import pytest

from kibitz.core import notice


@pytest.fixture(scope="module")
def team():
    """Two workers for all tests of a module."""
    from kibitz.arena.gang import Gang

    with Gang("local:2") as opened:
        yield opened


@pytest.fixture
def address(team):
    return team.client.scheduler.address


@pytest.fixture
def unsaid(monkeypatch):
    """What is said on stderr is said anew."""
    monkeypatch.setattr(notice, "_said", set())
