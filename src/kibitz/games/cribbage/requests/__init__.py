"""What can be asked about cribbage: hands, throws, plays and chances to win."""
