"""A judge that learns: a small net over a game's features, and its training by self-play."""
