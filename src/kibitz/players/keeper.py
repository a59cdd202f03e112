"""The keeper of one program: a small process between Kibitz and a program that plays.

It is run by its path (`python -I -S keeper.py CONTROL STATUS COMMAND...`) and imports nothing
of Kibitz. It starts the program with the three standard streams that it was given, says on
STATUS how that went and how the program ended, and waits for CONTROL to close: Kibitz closes
it when the program is to end, the system when Kibitz is gone, however it went. Then, or when
the program ends by itself, everything that the program has started ends with it: on Linux the
keeper adopts what the program's children leave behind, those in other sessions included.
"""

import ctypes
import os
import select
import signal
import sys
import time
from contextlib import suppress

POLITE_SECONDS = 0.1  # between SIGTERM and SIGKILL
SWEEP_SECONDS = 3.0
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
IGNORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def main(control: int, status: int, command: list[str]) -> None:
    """Start the program, wait until it is to end or has ended, and end all of it."""
    for pipe in (control, status):
        os.set_inheritable(pipe, False)
    for number in IGNORED:  # a program may signal the process that started it
        signal.signal(number, signal.SIG_IGN)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    program = _start(command, status)
    _let_go_of_streams()
    code = None
    while code is None and not select.select([control, woken], [], [])[0].count(control):
        os.read(woken, 64)
        code = _reaped(program)
    _tell(status, "ended" if code is None else f"ended {code}")
    if code is None:
        _ask_to_end(program)
    _sweep(program)


def _start(command: list[str], status: int) -> int:
    """Fork and run the program; tell whether it could be run."""
    failed, fail = os.pipe()  # closed by a program that runs
    program = os.fork()
    if program == 0:
        try:
            _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            os.setpgid(0, 0)
            for number in (*IGNORED, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            os.execvp(command[0], command)
        except OSError as error:
            os.write(fail, str(error.errno).encode())
        finally:
            os._exit(127)
    os.close(fail)
    said = os.read(failed, 16)
    _tell(status, f"failed {said.decode()}" if said else f"started {program}")
    return program


def _let_go_of_streams() -> None:
    """Leave the streams to the program, so that they end with it."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def _tell(status: int, words: str) -> None:
    with suppress(OSError):  # nobody listens any more
        os.write(status, words.encode() + b"\n")


def _ask_to_end(program: int) -> None:
    """Let the program end by itself, for a moment."""
    with suppress(OSError):
        os.killpg(program, signal.SIGTERM)
    deadline = time.monotonic() + POLITE_SECONDS
    while _reaped(program) is None and time.monotonic() < deadline:
        time.sleep(0.01)


def _reaped(program: int) -> int | None:
    """Bury the dead; how the program ended, if it is among them."""
    code = None
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] == program:
                code = os.waitstatus_to_exitcode(found[1])
    return code


def _sweep(program: int) -> None:
    """Kill whatever the program has left, until nothing is."""
    deadline = time.monotonic() + SWEEP_SECONDS
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    while time.monotonic() < deadline:
        for pid in _descendants():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        _reaped(0)
        try:
            if not os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                time.sleep(0.005)
        except ChildProcessError:  # there is no child left
            return


def _descendants() -> list[int]:
    """Every process below this one."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():  # Linux
        if name.isdigit():
            with suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    parent = int(file.read().rpartition(b")")[2].split()[1])
                children.setdefault(parent, []).append(int(name))
    found, new = [], [os.getpid()]
    while new:
        new = [child for pid in new for child in children.get(pid, ())]
        found += new
    return found


def _prctl(option: int, value: int) -> None:
    with suppress(OSError, AttributeError):  # not Linux
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    finally:
        os._exit(0)  # nothing here is worth waiting for
