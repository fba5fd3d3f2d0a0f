"""What a player is worth, exactly."""
