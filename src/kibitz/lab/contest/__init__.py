"""Matches and tournaments: snapshots while they are played, stopped and resumed at will."""
