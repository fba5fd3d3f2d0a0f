"""The agent by itself: a part of the play page."""
