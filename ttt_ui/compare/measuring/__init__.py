"""The views "Learning curves" and "Sweep" of Compare: configurations × seeds → measures."""
