import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.clock

COLOURS = ("teal", "indigo", "rose", "bronze", "violet", "slate", "olive", "rust")
MARKS = ("star", "diamond", "ring", "wave", "leaf", "tree", "flag", "key", "cat", "fish", "bird", "paw")
# In a game without another person nobody waited for an answer.
FORGET_ANSWERS_TO_BOTS = """
UPDATE games_question q SET asked_id = NULL
WHERE q.asked_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM games_seat s
    WHERE s.game_id = q.game_id AND s.player_id IS NOT NULL AND s.player_id <> q.asked_id
)
"""


class Migration(migrations.Migration):
    """Players have a colour and a mark, show when they were here, and can be removed before the start."""

    dependencies = [("games", "0033_telling_subjects")]

    operations = [
        migrations.AddField(
            "player",
            "face_colour",
            models.CharField(
                blank=True,
                choices=[(each, each.capitalize()) for each in COLOURS],
                db_default="",
                default="",
                max_length=8,
                verbose_name="colour",
            ),
        ),
        migrations.AddField(
            "player",
            "face_mark",
            models.CharField(
                blank=True,
                choices=[(each, each.capitalize()) for each in MARKS],
                db_default="",
                default="",
                max_length=8,
                verbose_name="mark",
            ),
        ),
        migrations.AddField(
            "player",
            "shows_presence",
            models.BooleanField(
                db_default=True,
                default=True,
                help_text="The people at their tables see when they last looked at the table.",
                verbose_name="shows when they were here",
            ),
        ),
        migrations.AddField(
            "seat",
            "here_at",
            models.DateTimeField(
                blank=True,
                help_text="When the player was last here, while nothing secret was under way at their tables.",
                null=True,
                verbose_name="here",
            ),
        ),
        migrations.CreateModel(
            name="RemovedPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("removed_at", models.DateTimeField(default=games.clock.now, verbose_name="removed")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="removed",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "removed player",
                "verbose_name_plural": "removed players",
                "constraints": [models.UniqueConstraint(fields=["game", "player"], name="removed_once")],
            },
        ),
        migrations.RunSQL(FORGET_ANSWERS_TO_BOTS, migrations.RunSQL.noop),
    ]
