"""Solving the rest of a hand after the flop: both ranges, every combo, a measured error."""
