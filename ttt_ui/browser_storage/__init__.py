"""Saving a visit in the visitor's browser, and restoring it."""
