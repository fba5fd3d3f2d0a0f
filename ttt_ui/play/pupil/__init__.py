"""Teaching an agent from scratch: part of Play."""
