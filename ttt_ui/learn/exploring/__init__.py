"""The chapter on exploring and exploiting."""
