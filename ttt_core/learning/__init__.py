"""How a player comes about."""
