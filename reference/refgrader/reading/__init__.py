"""Answer text → tree: cleaned, split into tokens, parsed (READ)."""

from refgrader.limits import LimitReached, Unreadable
from refgrader.reading.answer import Answer, read_answer

__all__ = ["Answer", "LimitReached", "Unreadable", "read_answer"]
