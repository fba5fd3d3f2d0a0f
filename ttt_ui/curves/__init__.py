"""Learning curves of several configurations side by side: a view of the compare page."""
