"""What surrounds a page: sidebar, address, navigation, messages."""
