"""Rows of golds and responses as they lie around: read from files, decided by graders, kept in a file (CONF)."""
