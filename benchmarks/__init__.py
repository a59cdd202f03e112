"""Ratios against a named baseline, measured in one run: `python -m benchmarks [part ...]`."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # figures are processor seconds of one thread
