"""The chapter on MENACE, the machine of matchboxes."""
