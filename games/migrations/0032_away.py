from django.db import migrations, models

AWAY = [
    ("", "nothing"),
    ("stop", "the clock of the turn stops"),
    ("answers", "the clock of the turn stops, and a bot answers what others wait for"),
    ("deputy", "a deputy plays; until they accept, a bot answers what others wait for"),
    ("bot", "a bot plays"),
]
POLICIES = [
    ("stop", "the clock of their turn stops"),
    ("answers", "the clock of their turn stops, and a bot answers what the others wait for"),
    ("bot", "a bot plays for them at once"),
    ("none", "nothing: clocks run on"),
]
FORBIDDEN = "UPDATE games_game SET away_policy = 'none' WHERE NOT vacations"
# Who has entered a vacation before there was a choice gets what was said then: no bot answers for them.
ENTERED_BEFORE = """
INSERT INTO games_awaychoice (vacation_id, seat_id, what)
SELECT v.id, s.id, 'stop' FROM games_vacation v
JOIN games_seat s ON s.player_id = v.player_id AND s.status = 'taken'
JOIN games_game g ON g.id = s.game_id AND g.status = 'running' AND g.vacations
WHERE v.ends_at > now()
"""


class Migration(migrations.Migration):
    """What happens at a seat while its player is on vacation; games and vacations keep what they have."""

    dependencies = [("games", "0031_how_invited")]

    operations = [
        # The release before goes on writing the old column while this one is deployed; nothing reads it.
        migrations.AlterField(
            "game",
            "vacations",
            models.BooleanField(default=True, db_default=True, verbose_name="vacations stop the clock"),
        ),
        migrations.AddField(
            "game",
            "away_policy",
            models.CharField(
                choices=POLICIES,
                db_default="stop",
                default="answers",
                max_length=8,
                verbose_name="while somebody is on vacation",
            ),
        ),
        migrations.AddField(
            "seat",
            "away",
            models.CharField(
                blank=True, choices=AWAY, db_default="", default="", max_length=8, verbose_name="on vacation"
            ),
        ),
        migrations.AddField(
            "seat",
            "away_until",
            models.DateTimeField(
                blank=True,
                help_text="The end of the vacation that the seat has heard of; then the player is asked again.",
                null=True,
                verbose_name="on vacation until",
            ),
        ),
        migrations.AddIndex(
            "seat",
            models.Index(
                name="seat_away", fields=["away_until"], condition=models.Q(away_until__isnull=False)
            ),
        ),
        migrations.AddField(
            "vacation",
            "is_automatic",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="It began by itself when a turn of theirs had run out.",
                verbose_name="automatic",
            ),
        ),
        migrations.AddField(
            "vacation",
            "return_noted_at",
            models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When its player was told that their clocks are about to run again.",
                null=True,
                verbose_name="return announced",
            ),
        ),
        migrations.AddField(
            "player",
            "auto_vacation",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="When a turn of theirs runs out, a vacation begins in place of a missed turn.",
                verbose_name="automatic vacation",
            ),
        ),
        migrations.CreateModel(
            "AwayChoice",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(max_length=8)),
                ("vacation", models.ForeignKey(on_delete=models.CASCADE, related_name="choices", to="games.vacation")),
                ("seat", models.ForeignKey(on_delete=models.CASCADE, related_name="away_choices", to="games.seat")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("vacation", "seat"), name="away_choice_once")]
            },
        ),
        migrations.RunSQL(FORBIDDEN, migrations.RunSQL.noop),
        migrations.RunSQL(ENTERED_BEFORE, migrations.RunSQL.noop),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("game", "vacations")]),
    ]
