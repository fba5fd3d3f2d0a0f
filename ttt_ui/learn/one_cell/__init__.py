"""The chapter on a walker in a grid world."""
