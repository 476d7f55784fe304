"""What players set for themselves: preferences, hours, notifications, talk and notes."""
