"""The view "Side by side" of the compare page."""
