"""`python -m tests.postgres COMMAND...`: run a command beside a PostgreSQL server of its own.

KIBITZ_TEST_POSTGRES names the server to the command. It lives in a temporary folder, listens
on a socket there and nowhere else, and keeps nothing. Where PostgreSQL is not installed, or a
server is named already, the command runs as it is; with KIBITZ_REQUIRE_POSTGRES=1 a missing
server is a failure.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "KIBITZ_TEST_POSTGRES"
REQUIRED = "KIBITZ_REQUIRE_POSTGRES"
OWNER = "postgres"  # the server refuses to run as root
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=60"


def program(name: str) -> str | None:
    """Where a program of the server is: Debian keeps them out of the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders)])
    return shutil.which(name, path=path)


@contextmanager
def server() -> Iterator[str | None]:
    """The URL of a new server; None where there is no PostgreSQL."""
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    if initdb is None or pg_ctl is None:
        yield None
        return
    user = OWNER if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="kibitz-postgres-"))
    if user:
        shutil.chown(folder, user)
    data = folder / "data"

    def call(*args: str) -> None:
        done = subprocess.run(args, user=user, cwd=folder, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"PostgreSQL does not start: {done.stderr.strip() or done.stdout.strip()}")

    try:
        call(initdb, "--auth=trust", "--username=kibitz", "--no-sync", f"--pgdata={data}")
        options = f"-k {folder} -c listen_addresses='' {QUICK}"
        call(pg_ctl, "-D", str(data), "-l", str(folder / "log"), "-o", options, "-w", "start")
        try:
            yield f"postgresql://kibitz@/postgres?host={folder}"
        finally:
            call(pg_ctl, "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main(command: list[str]) -> int:
    if os.environ.get(VARIABLE):
        return subprocess.run(command).returncode
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # no server is left behind
    with server() as url:
        if url is None and os.environ.get(REQUIRED) == "1":
            sys.exit(f"{REQUIRED} is set, but PostgreSQL is not installed")
        return subprocess.run(
            command, env={**os.environ, **({VARIABLE: url} if url else {})}
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
