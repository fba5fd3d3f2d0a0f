"""The agent at other moments: earlier in its training, and one game later."""
