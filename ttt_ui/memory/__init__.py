"""What a visitor's browser remembers of their visit."""
