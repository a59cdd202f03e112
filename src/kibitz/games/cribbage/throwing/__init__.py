"""Throwing: what each throw is worth, and what a good opponent throws."""
