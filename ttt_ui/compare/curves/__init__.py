"""The view "Learning curves" of Compare: several configurations in one chart."""
