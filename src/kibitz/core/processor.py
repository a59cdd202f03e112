"""The common processor: what kernels are compiled for, where the machine can run it.

Compiled for the machine's own processor, machine code would run nowhere else. Compiled for
the third level of x86-64 (processors since 2013 or so, with AVX2), it is the same on almost
all machines: it can come with the package, and machines that work together run the same.
NUMBA_CPU_NAME and NUMBA_CPU_FEATURES choose another. Other processors get code of their own.
"""

import os
import platform
from typing import Any

COMMON = "x86-64-v3"
# fmt: off
FEATURES = (
    "avx", "avx2", "bmi", "bmi2", "cmov", "cx16", "cx8", "f16c", "fma", "fxsr", "lzcnt", "mmx",
    "movbe", "popcnt", "sahf", "sse", "sse2", "sse3", "sse4.1", "sse4.2", "ssse3", "xsave",
)
# fmt: on


def compile_for_common(config: Any) -> None:
    """Set numba to the common processor, unless somebody has chosen or this is another kind."""
    chosen = os.environ.get("NUMBA_CPU_NAME") or os.environ.get("NUMBA_CPU_FEATURES")
    if chosen or platform.machine().lower() not in ("x86_64", "amd64"):
        return
    import llvmlite.binding

    has = llvmlite.binding.get_host_cpu_features()
    if all(has.get(feature) for feature in FEATURES):
        config.CPU_NAME = COMMON
        config.CPU_FEATURES = ",".join(f"+{feature}" for feature in FEATURES)
