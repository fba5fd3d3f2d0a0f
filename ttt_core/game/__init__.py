"""The game: its rules, symmetries, graph and solution."""
