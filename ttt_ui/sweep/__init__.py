"""A sweep over two settings, on the compare page."""
