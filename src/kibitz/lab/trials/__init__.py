"""Measuring the algorithms on this machine."""
