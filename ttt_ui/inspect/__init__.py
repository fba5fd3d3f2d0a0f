"""The inspect page."""
