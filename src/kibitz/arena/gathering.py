"""Where the workers of a cluster are found, and who may come there.

Whoever reaches the port of a cluster can have any code run there. So a cluster listens on this
machine alone (tcp://127.0.0.1:8786), or it asks everybody for a certificate (tls://host:8786):
a folder that KIBITZ_CLUSTER_CERTIFICATES names holds ca.pem, cert.pem and key.pem, the same
authority for all. `local:N` is a cluster of N workers of our own, for as long as it is needed.
"""

import os
import re
import socket
import ssl
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from kibitz.core.files import home_path
from kibitz.errors import BadValue

VARIABLE = "KIBITZ_CLUSTER_CERTIFICATES"
PARTS = ("ca.pem", "cert.pem", "key.pem")
USUAL = "tcp://127.0.0.1:8786"
MOST_WORKERS = 256
_LOCAL = re.compile(r"local:(\d{1,4})\Z")
_REMOTE = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:]+\]|[\w.-]+):(\d{1,5})\Z")


@dataclass(frozen=True)
class Gathering:
    """The address of a cluster, checked."""

    text: str
    workers: int = 0  # of a local one
    host: str = ""
    port: int = 0
    is_sealed: bool = False  # by certificates

    @classmethod
    def of(cls, text: str) -> "Gathering":
        """The gathering that `text` names.

        >>> Gathering.of("local:2").workers, Gathering.of("tcp://127.0.0.1:8786").port
        (2, 8786)
        >>> Gathering.of("tcp://10.0.0.7:8786")
        Traceback (most recent call last):
        kibitz.errors.BadValue: tcp://10.0.0.7:8786 would let anybody who reaches it run code: \
use tls://, or an address of this machine
        """
        if found := _LOCAL.match(text):
            return cls(text, workers=_checked_count(int(found[1]), text))
        found = _REMOTE.match(text)
        if found is None or not 0 < int(found[3]) < 65536:
            raise BadValue(
                f"'{text}' is not the address of a cluster: tls://HOST:PORT, "
                "tcp://127.0.0.1:PORT or local:N"
            )
        is_sealed, host = found[1] == "tls", found[2].strip("[]")
        if not is_sealed and not _is_here(host):
            raise BadValue(
                f"{text} would let anybody who reaches it run code: use tls://, "
                "or an address of this machine"
            )
        return cls(text, host=host, port=int(found[3]), is_sealed=is_sealed)

    @property
    def is_local(self) -> bool:
        return self.workers > 0

    def knock(self, seconds: float) -> None:
        """Refuse in good time where nobody answers: Dask would try again and again."""
        try:
            with socket.create_connection((self.host, self.port), seconds) as line:
                line.settimeout(seconds)
                heard = self._sealed(line).recv(1)  # whoever listens speaks first
        except OSError as error:
            raise BadValue(f"no cluster answers at {self.text}: {_said(error)}") from error
        if not heard:
            raise BadValue(f"no cluster answers at {self.text}: whatever listens there hung up")

    def _sealed(self, line: socket.socket) -> socket.socket:
        """A connection with certificates, where there are to be some."""
        if not self.is_sealed:
            return line
        context: ssl.SSLContext = self.security().get_connection_args("client")["ssl_context"]
        return context.wrap_socket(line)

    def security(self) -> Any:
        """What Dask must know of certificates; None where there are none."""
        if not self.is_sealed:
            return None
        from distributed.security import Security

        authority, certificate, key = map(str, certificates())
        own = {"cert": certificate, "key": key}
        roles = ("scheduler", "worker", "client")
        given = {f"tls_{role}_{kind}": own[kind] for role in roles for kind in own}
        return Security(tls_ca_file=authority, require_encryption=True, **given)


def certificates() -> list[Path]:
    """The authority, the certificate and its key."""
    named = os.environ.get(VARIABLE)
    if not named:
        raise BadValue(f"tls:// needs certificates: {VARIABLE} names no folder of {_listed()}")
    files = [home_path(named) / part for part in PARTS]
    for file in files:
        if not file.is_file():
            raise BadValue(f"the folder of certificates {named} ({VARIABLE}) has no {file.name}")
    return files


def _said(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__


def _listed() -> str:
    return f"{', '.join(PARTS[:-1])} and {PARTS[-1]}"


def _checked_count(count: int, text: str) -> int:
    if not 1 <= count <= MOST_WORKERS:
        raise BadValue(f"a cluster has 1 to {MOST_WORKERS} workers, not '{text}'")
    return count


def _is_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
