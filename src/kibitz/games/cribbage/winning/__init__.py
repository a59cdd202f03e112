"""Winning: the chance to win from every score, and the simulated games behind it."""
