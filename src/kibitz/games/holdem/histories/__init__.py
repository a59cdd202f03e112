"""Hands that were played elsewhere, in PHH."""
