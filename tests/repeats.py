"""How often a test repeats what it does: seldom for everybody, often where KIBITZ_REPEATS asks."""

import os


def repeats(usual: int, uncompiled: int | None = None) -> int:
    """The number that KIBITZ_REPEATS gives, or the usual one."""
    from kibitz.core.kernel import COMPILED

    fewer = usual if COMPILED or uncompiled is None else uncompiled
    return int(os.environ.get("KIBITZ_REPEATS", fewer))
