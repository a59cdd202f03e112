"""What can be asked about battleship: where the fleet is, and how long fleets resist."""
