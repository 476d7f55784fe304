from django.db import migrations, models


class Migration(migrations.Migration):
    """Players can switch off what the table says of plays that would win."""

    dependencies = [("games", "0036_acts_of_staff")]

    operations = [
        migrations.AddField(
            "player",
            "shows_hints",
            models.BooleanField(
                db_default=True,
                default=True,
                help_text="The table says which of their plays would win, and who would win by a card in play.",
                verbose_name="sees what would win",
            ),
        ),
    ]
