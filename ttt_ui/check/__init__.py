"""Check in the sidebar: compare your agent with a copy retrained from its settings."""
