"""Exact evaluation of players."""
