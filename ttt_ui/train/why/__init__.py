"""Why the agent is beatable, and what fixes it."""
