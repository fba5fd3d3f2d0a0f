"""Review of the visitor's last game, and exercises from their mistakes."""
