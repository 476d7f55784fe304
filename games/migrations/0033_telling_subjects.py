from django.db import migrations, models


class Migration(migrations.Migration):
    """Players choose whether the subject of a mail says what it is about."""

    dependencies = [("games", "0032_away")]

    operations = [
        migrations.AddField(
            "noticechoices",
            "telling_subjects",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="Otherwise all turns of a game have one subject.",
                verbose_name="subjects that say what is up",
            ),
        ),
    ]
