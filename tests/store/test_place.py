"""Where an archive is looked for."""

from pathlib import Path

import pytest

from kibitz.errors import BadValue
from kibitz.store.place import Place


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch):
    monkeypatch.delenv("KIBITZ_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")


def test_an_archive_is_in_the_users_data_directory_unless_named(monkeypatch):
    assert Place.of().path == Path("/data/kibitz/kibitz.sqlite")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setenv("HOME", "/home/ada")
    assert Place.of().path == Path("/home/ada/.local/share/kibitz/kibitz.sqlite")


def test_what_is_named_comes_before_the_environment(monkeypatch):
    monkeypatch.setenv("KIBITZ_DB", "/tmp/variable.sqlite")
    assert Place.of().path == Path("/tmp/variable.sqlite")
    assert Place.of("/tmp/option.sqlite").path == Path("/tmp/option.sqlite")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_server_is_spoken_to_by_psycopg_and_its_password_is_never_shown(scheme):
    place = Place.of(f"{scheme}://ada:secret@host/games")
    assert place.url.drivername == "postgresql+psycopg"
    assert place.path is None
    assert str(place) == "postgresql://ada:***@host/games"


def test_a_sqlite_url_is_a_file():
    assert Place.of("sqlite:////tmp/a.sqlite").path == Path("/tmp/a.sqlite")


@pytest.mark.parametrize("text", ["mysql://host/games", "sqlite://", "http://x"])
def test_other_databases_are_refused_by_name(text):
    with pytest.raises(BadValue, match="SQLite file or a postgresql:// URL"):
        Place.of(text)


def test_a_text_that_is_no_url_is_refused():
    with pytest.raises(BadValue, match=r"'://x' is not the URL"):
        Place.of("://x")
