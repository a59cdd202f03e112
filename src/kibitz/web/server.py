"""`kibitz web`: the server, from its first line to Ctrl-C."""

import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path

import uvicorn

from kibitz.errors import BadValue
from kibitz.web.app import make_app
from kibitz.web.guard import Keys

LOOPBACK = "127.0.0.1"
KEY_BYTES = 32


def state_folder() -> Path:
    """Where the server keeps what it must know again: KIBITZ_STATE, or the user's state folder."""
    base = os.environ.get("KIBITZ_STATE")
    if base:
        return Path(base).expanduser() / "web"
    home = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(home).expanduser() / "kibitz" / "web"


def signing_key(folder: Path) -> bytes:
    """The key of this user's cookies, so that a browser is known again after a restart."""
    file = folder / "key"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "wb") as fresh:
            fresh.write(secrets.token_bytes(KEY_BYTES))
    key = file.read_bytes()
    if len(key) != KEY_BYTES or file.stat().st_mode & 0o077:
        raise BadValue(f"the key {file} is damaged or open to others: remove it")
    return key


def bound(host: str, port: int) -> socket.socket:
    """A socket at that address; port 0 is any that is free."""
    if host in ("", "0.0.0.0", "::"):
        raise BadValue("name the address that browsers will use, not all of them at once")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # told that this is TCP, the event loop sends answers at once and waits for no acknowledgement
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError) as error:
        made.close()
        raise BadValue(f"{host} port {port} cannot be used: {error}") from None
    return made


def address_of(made: socket.socket) -> str:
    """The host and port of a socket, as a browser names them."""
    host, port = made.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class LabServer:
    """A server that is bound but does not serve yet."""

    def __init__(
        self,
        host: str = LOOPBACK,
        port: int = 0,
        state: Path | None = None,
        db: str | None = None,
        allows_programs: bool = False,
    ) -> None:
        folder = state or state_folder()
        surroundings = dict(os.environ) | ({} if db is None else {"KIBITZ_DB": db})
        self.keys = Keys.fresh(signing_key(folder))
        self.socket = bound(host, port)
        address = address_of(self.socket)
        hosts = frozenset((address, address.replace(LOOPBACK, "localhost")))
        self.link = f"http://{address}/?token={self.keys.token}"
        app = make_app(folder, self.keys, hosts, surroundings, allows_programs)
        self.server = uvicorn.Server(
            uvicorn.Config(app, log_level="warning", server_header=False, access_log=False)
        )

    def serve(self) -> None:
        """Serve until Ctrl-C."""
        self.server.run(sockets=[self.socket])
