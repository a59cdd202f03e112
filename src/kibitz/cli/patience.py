"""Ctrl-C ends a command within two seconds, whatever it is doing.

Python hears an interrupt when a kernel returns. Kernels return every few milliseconds where
work can be cut; the compiler, and a search deep in a tree, may not for minutes. Then a thread
that the system tells of the interrupt ends the process, which has nothing to lose: what must
outlive it is written as it comes. An interrupt that Python raises where nobody can catch it (in
a call back from the compiler, or while an object is given up) is reported and forgotten; that
thread sends it again. It must not come while the report is made, where it would be lost for good.
"""

import math
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

from kibitz.cli.interrupt import is_in_a_kernel
from kibitz.cli.loading import INTERRUPTED, leave

PATIENCE_SECONDS = 1.0
JUST_NOW = 0.1  # seconds
LATER = 0.005  # seconds, after which a lost interrupt is sent again
FAREWELL_SECONDS = 1.4  # from an interrupt to the end of a command
WORK_SECONDS = 0.7  # of the processor, by which it shows that it has not stopped


class Hearing:
    """What the main thread has heard, and what it has lost."""

    def __init__(self) -> None:
        self.heard = threading.Event()
        self.last_heard = self.last_lost = self.first_lost = -math.inf
        self.is_wanted = False  # an interrupt is to come again
        self.is_losing = False

    def hears(self) -> None:
        self.last_heard = time.monotonic()
        self.heard.set()

    def loses(self) -> None:
        """An interrupt was raised in vain; if that goes on for too long, end the process."""
        self.is_losing = True
        now = time.monotonic()
        if now - self.last_lost > PATIENCE_SECONDS:
            self.first_lost = now
        self.last_lost = now
        if now - self.first_lost > PATIENCE_SECONDS:
            end_here()
        self.is_wanted = True
        self.is_losing = False


@contextmanager
def ending_soon() -> Iterator[None]:
    """See to it that an interrupt inside is heard, or ends the process."""
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGINT)
    if not is_main or handler not in (signal.default_int_handler, leave):
        yield
        return
    hearing, (ear, mouth), signals = Hearing(), socket.socketpair(), list[int]()
    mouth.setblocking(False)

    def hear(number: int, frame: FrameType | None) -> None:
        hearing.hears()
        if hearing.is_losing or is_in_a_kernel(frame):
            hearing.is_wanted = True
            return
        signals.append(number)
        signal.default_int_handler(number, frame)

    def raise_again(trouble: "sys.UnraisableHookArgs") -> None:
        if issubclass(trouble.exc_type, KeyboardInterrupt):
            hearing.loses()
        else:
            report(trouble)

    report, sys.unraisablehook = sys.unraisablehook, raise_again
    signal.signal(signal.SIGINT, hear)
    before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(ear, hearing), daemon=True).start()
    try:
        yield
    except Exception:
        if signals:  # the compiler makes an error of its own out of an interrupt
            raise KeyboardInterrupt from None
        raise
    finally:
        sys.unraisablehook = report
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGINT, handler)
        mouth.close()  # which ends the thread


def _watch(ear: socket.socket, hearing: Hearing) -> None:
    """Wait for an interrupt, and for Python to hear it and to come to its end; but not for long.

    Threads inside a kernel keep a command from ending that has heard; one that waits for others
    (workers, a disk) may take its time.
    """
    ear.settimeout(0.1)
    begun, worked, listener = math.inf, 0.0, threading.main_thread().ident
    assert listener is not None
    with ear:
        while True:
            is_late = time.monotonic() - begun > FAREWELL_SECONDS
            if is_late and time.process_time() - worked > WORK_SECONDS:
                end_here()
            if hearing.is_wanted:
                hearing.is_wanted = False
                time.sleep(LATER)
                signal.pthread_kill(listener, signal.SIGINT)
            try:
                signals = ear.recv(64)
            except TimeoutError:
                continue
            if not signals:
                return
            if signal.SIGINT not in signals:
                continue
            if begun == math.inf:
                begun, worked = time.monotonic(), time.process_time()
                ear.settimeout(LATER)
            is_old = time.monotonic() - hearing.last_heard > JUST_NOW  # it may be heard already
            if is_old and not hearing.heard.wait(PATIENCE_SECONDS):
                end_here()
            hearing.heard.clear()


def end_here() -> NoReturn:
    """End the process, which has nothing to lose."""
    sys.stderr.write("\ninterrupted\n")
    leave_now(INTERRUPTED)


def leave_now(code: int) -> NoReturn:
    """End the process without waiting for anybody, once everything said is out."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
