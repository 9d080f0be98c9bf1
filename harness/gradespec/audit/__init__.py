"""What graders, and rewards that were recorded, say differently of the same rows: how often, and why (CONF)."""
