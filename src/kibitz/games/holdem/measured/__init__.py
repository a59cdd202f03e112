"""What players of hold'em are worth, measured with little luck."""
