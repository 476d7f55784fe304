"""Playing on: answers, undo, votes, silence, and standing orders carried out at a locked table."""
