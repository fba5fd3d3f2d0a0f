"""Classroom links, which hide parts of the page."""
