from django.db import migrations, models


class Migration(migrations.Migration):
    """A backup says which version made it."""

    dependencies = [("games", "0027_backups")]

    operations = [
        migrations.AddField(
            "backup",
            "version",
            models.CharField(blank=True, db_default="", max_length=40, verbose_name="version of the site"),
        ),
    ]
