"""What players read about a table: its history, windows, remarks, notes and settings."""
