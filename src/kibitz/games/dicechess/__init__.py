"""Dice chess: three dice say which pieces may move, and the king can be taken."""
