"""Watching the agent play: part of Play."""
