"""Other graders' functions, answered by this one: their users change an import (docs/rewards.md has what differs)."""
