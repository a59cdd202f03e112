"""Kibitz, a laboratory for games."""

__version__ = "0.1.0"
