"""Ratios against a named baseline, measured in one run: `python -m benchmarks [part ...]`."""
