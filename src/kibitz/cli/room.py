"""Address space: a limit (`ulimit -v`) that is too low for the libraries is refused at once.

With less than they need, OpenBLAS asks for its buffers again and again without end and LLVM
aborts, neither of which Python could catch. OpenBLAS takes buffers for every core, so it gets
one thread where there is a limit at all.
"""

import os

from kibitz.errors import HouseFault

LEAST = 1 << 30  # bytes; the compiler was seen to work with 720 MB, and to abort with 640


def check_room() -> None:
    """Refuse to begin where a limit leaves less than the libraries need."""
    try:
        import resource
    except ImportError:  # not there on every system
        return
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit == resource.RLIM_INFINITY:
        return
    if limit < LEAST:
        raise HouseFault(
            f"an address space of {limit >> 20} MB is too small (ulimit -v): "
            f"Kibitz needs {LEAST >> 20} MB"
        )
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
