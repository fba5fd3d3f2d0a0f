"""The chapter on looking back and looking ahead."""
