"""What the pages share: session, board component, charts and controls."""
