"""Links for a lesson, which hide parts of the page."""
