"""Ctrl-C ends a command within two seconds, whatever it is doing.

Python hears an interrupt when a kernel returns. Kernels return every few milliseconds where
work can be cut; the compiler, and a search deep in a tree, may not for minutes. Then a thread
that the system tells of the interrupt ends the process, which has nothing to lose: what must
outlive it is written as it comes. An interrupt that Python raises where nobody can catch it (in
a call back from the compiler, or while an object is given up) is reported and forgotten; it is
raised again.
"""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from kibitz.cli.interrupt import come_again, is_in_a_kernel

PATIENCE_SECONDS = 1.0
INTERRUPTED = 130


@contextmanager
def ending_soon() -> Iterator[None]:
    """See to it that an interrupt inside is heard, or ends the process."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    heard, lost = threading.Event(), threading.Event()
    (ear, mouth), signals = socket.socketpair(), list[int]()
    mouth.setblocking(False)

    def hear(number: int, frame: FrameType | None) -> None:
        heard.set()
        if is_in_a_kernel(frame):
            come_again(number)
            return
        signals.append(number)
        signal.default_int_handler(number, frame)

    def raise_again(trouble: "sys.UnraisableHookArgs") -> None:
        if issubclass(trouble.exc_type, KeyboardInterrupt):
            lost.set()
            come_again(signal.SIGINT)
        else:
            report(trouble)

    report, sys.unraisablehook = sys.unraisablehook, raise_again
    signal.signal(signal.SIGINT, hear)
    before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(ear, heard, lost), daemon=True).start()
    try:
        yield
    except Exception:
        if signals:  # the compiler makes an error of its own out of an interrupt
            raise KeyboardInterrupt from None
        raise
    finally:
        sys.unraisablehook = report
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        mouth.close()  # which ends the thread


def _watch(ear: socket.socket, heard: threading.Event, lost: threading.Event) -> None:
    """Wait for an interrupt, and for Python to hear it; but not for long.

    One that was lost and comes again has the rest of the time of the first.
    """
    begun = 0.0
    with ear:
        while signals := ear.recv(64):
            if signal.SIGINT in signals:
                begun = begun if lost.is_set() else time.monotonic()
                lost.clear()
                rest = begun + PATIENCE_SECONDS - time.monotonic()
                if rest <= 0 or not heard.wait(rest):
                    sys.stderr.write("\ninterrupted\n")
                    sys.stderr.flush()
                    os._exit(INTERRUPTED)
            heard.clear()
