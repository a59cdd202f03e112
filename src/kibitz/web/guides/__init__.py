"""What people are told about each question, by the kind of game it is about."""
