"""Teaching a newborn, on the play page."""
