"""The view "Sweep" of Compare: a sweep over two settings."""
