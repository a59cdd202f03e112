"""A server for the tests: in a thread, at a free port, with a state folder of its own."""

import threading
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx
import pytest

from kibitz.web.server import LabServer

SECONDS = 120.0  # for an answer: kernels may have to be compiled first


@dataclass
class Running:
    """A server, and browsers for it."""

    server: LabServer
    clients: list[httpx.Client] = field(default_factory=list)

    @property
    def origin(self) -> str:
        parts = urlsplit(self.server.link)
        return f"{parts.scheme}://{parts.netloc}"

    def visitor(self) -> httpx.Client:
        """A browser that has not been let in."""
        self.clients.append(httpx.Client(base_url=self.origin, timeout=SECONDS))
        return self.clients[-1]

    def browser(self) -> httpx.Client:
        """A browser that has come in by the token."""
        client = self.visitor()
        reply = client.get("/", params={"token": self.server.keys.token})
        assert reply.status_code == 303
        return client


def started(folder) -> tuple[Running, threading.Thread]:
    server = LabServer(state=folder)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    while not server.server.started:
        time.sleep(0.01)
    return Running(server), thread


def ended(running: Running, thread: threading.Thread) -> None:
    for client in running.clients:
        client.close()
    running.server.server.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def state(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("state")
        patch.setenv("KIBITZ_STATE", str(folder))
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        patch.setenv("KIBITZ_DB", str(folder / "games.sqlite"))
        yield folder


@pytest.fixture(scope="module")
def lab(state):
    running, thread = started(state / "web")
    yield running
    ended(running, thread)


def pytest_collection_modifyitems(items):
    """The server is the same without a compiler: one of the two runs is enough."""
    for item in items:
        if "tests/web/" in item.path.as_posix():
            item.add_marker(pytest.mark.compiled)
