"""The learn page."""
