"""What Celery beat calls: strikes, reminders, retention, and the health report."""
