"""The verdict on an agent: how good it is on each side, the game that beats it, and why."""
