"""Values compared by kind, each by the rule of its chapter."""
