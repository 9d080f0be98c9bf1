"""How tightly operators bind, the loosest first (grammar.md)."""

from __future__ import annotations

LIST, IMPLY, CONDITION, RELATION, SET, MODULO, ADD, RATIO, MUL, POWER, POSTFIX = range(1, 12)
