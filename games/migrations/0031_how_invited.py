from django.db import migrations, models


class Migration(migrations.Migration):
    """An invitation says how the host came to its address."""

    dependencies = [("games", "0030_numbered_mails")]

    operations = [
        migrations.AddField(
            "invitation",
            "how",
            models.CharField(
                "how",
                max_length=8,
                choices=[
                    ("typed", "typed by the host"),
                    ("known", "somebody the host has played with"),
                    ("asked", "typed by somebody with the link of the game"),
                ],
                default="typed",
                db_default="typed",
            ),
        ),
    ]
