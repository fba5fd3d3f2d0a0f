"""The chapter on MENACE, the matchbox machine."""
