"""What can be asked about positions of dice chess, written as DFEN."""
