"""What hands and ranges are worth against each other."""
