from django.db import migrations, models

# Who has a seat in a game that has begun needs no tips any more.
END_TIPS = """
UPDATE games_player p SET tips_over = true WHERE EXISTS (
    SELECT FROM games_seat s JOIN games_game g ON g.id = s.game_id
    WHERE s.player_id = p.id AND g.started_at IS NOT NULL
)
"""


class Migration(migrations.Migration):
    """Visitors play against bots without an account; a player's first turn comes with tips."""

    dependencies = [("games", "0039_admin_words")]

    operations = [
        migrations.AddField(
            "player",
            "is_trial",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="Plays against bots without an account, or has not typed in the code for one yet.",
                verbose_name="trial",
            ),
        ),
        migrations.AddField(
            "player",
            "tips_over",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="They have finished a turn, or put the tips of the first one away.",
                verbose_name="first tips over",
            ),
        ),
        migrations.AddField(
            "game",
            "is_trial",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="A visitor plays it against bots, without an account. It sends no mail.",
                verbose_name="trial",
            ),
        ),
        migrations.AddIndex(
            "game",
            models.Index(
                condition=models.Q(("is_trial", True)),
                fields=["created_at"],
                name="game_trial",
            ),
        ),
        migrations.RunSQL(END_TIPS, migrations.RunSQL.noop),
    ]
