"""Games, and stepping through them when they have ended."""
