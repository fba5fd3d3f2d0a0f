"""Agent files: the format of this project and those of other systems."""
