"""What expressions are worth: exact rationals where they are, proven enclosures elsewhere (NUM, EXPR)."""
