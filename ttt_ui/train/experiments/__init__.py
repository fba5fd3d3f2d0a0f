"""Guided experiments: guess what a setting does, then see."""
