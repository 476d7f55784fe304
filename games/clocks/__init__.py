"""Running time, quiet hours, schedules and reliability: pure values that know no database."""
