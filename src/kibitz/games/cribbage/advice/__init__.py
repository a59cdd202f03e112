"""Advice: the analyst, the levels, and decisions in words."""
