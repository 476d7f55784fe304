from django.db import migrations, models

import games.models.game


class Migration(migrations.Migration):
    """A game that nobody fills is cancelled at an instant, after its host was warned."""

    dependencies = [("games", "0037_hints")]

    operations = [
        # Games that wait already have as long from now on as a new one.
        migrations.AddField(
            "game",
            "expires_at",
            models.DateTimeField(
                "cancelled if it has not started",
                null=True,
                blank=True,
                default=games.models.game.new_expiry,
                editable=False,
            ),
        ),
        migrations.AddField(
            "game",
            "warned_at",
            models.DateTimeField(
                "host warned",
                null=True,
                blank=True,
                editable=False,
                help_text="When its host was told that nobody fills it.",
            ),
        ),
        migrations.AddIndex(
            "game",
            models.Index(name="game_expires", fields=["expires_at"], condition=models.Q(status="open")),
        ),
    ]
