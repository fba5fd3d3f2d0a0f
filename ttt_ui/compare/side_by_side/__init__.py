"""The view "Side by side" of Compare."""
