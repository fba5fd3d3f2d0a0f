"""What the game is: its rules, its symmetries, its graph, its solution."""
