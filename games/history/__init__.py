"""What has happened at a table, as sentences that people may read."""
