"""What players know and choose, position by position, and what is said about it."""
