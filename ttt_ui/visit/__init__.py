"""What a visitor has: the guarded agent, the roster, the opponents."""
