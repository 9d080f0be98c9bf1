"""Answer text → tree: cleaned, split into tokens, parsed (READ)."""
