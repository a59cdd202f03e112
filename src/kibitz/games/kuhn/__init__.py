"""Kuhn poker: three cards, one bet; the smallest game with a bluff."""
