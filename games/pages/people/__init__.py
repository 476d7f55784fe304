"""Pages of one person: dashboard, account, hours, notifications, feeds."""
