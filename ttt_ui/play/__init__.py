"""The play page."""
