"""Play by solutions: ranges along a hand, the coarser streets, and who coaches by them."""
