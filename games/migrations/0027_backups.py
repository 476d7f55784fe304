from django.db import migrations, models

import games.clock


class Migration(migrations.Migration):
    """The backup that was begun last; in a backup, that one. Outages know restores."""

    dependencies = [("games", "0026_mail_pace")]

    operations = [
        migrations.CreateModel(
            "Backup",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("started_at", models.DateTimeField(default=games.clock.now, verbose_name="began")),
            ],
            options={"verbose_name": "backup", "verbose_name_plural": "backups"},
        ),
        migrations.AlterField(
            "outage",
            "why",
            models.CharField(
                choices=[
                    ("silent", "the sweep of the deadlines did not run"),
                    ("held", "staff held the clocks"),
                    ("jump", "the site held the clocks, because the machine’s time could not be trusted"),
                    ("restored", "a backup was restored"),
                ],
                default="silent",
                max_length=8,
                verbose_name="why",
            ),
        ),
    ]
