"""Checking the present agent: trained again by its own settings, in the sidebar of every page."""
