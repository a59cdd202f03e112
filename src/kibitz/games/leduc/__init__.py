"""Leduc poker: six cards, two rounds of betting."""
