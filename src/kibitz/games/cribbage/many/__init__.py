"""Three and four players: throws, play and chances to win with more than two at the table."""
