"""What a training led to: its games, its curve and its figures."""
