"""Pegging: the play of the cards as a game of its own."""
