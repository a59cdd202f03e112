"""How to play: the balanced strategy, push or fold, play-outs."""
