"""A game of the person looked at again on the board, and exercises made from their mistakes."""
