"""The words of the admin as people say them; no column changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0065_reply_offer_dropped"),
    ]

    operations = [
        migrations.AlterField(
            model_name="deck",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("private", "only I"),
                    ("link", "everyone with the link"),
                    ("public", "everyone on this site"),
                ],
                default="private",
                max_length=8,
                verbose_name="who may see it",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="away_policy",
            field=models.CharField(
                choices=[
                    ("stop", "the clock of their turn stops"),
                    ("answers", "the clock of their turn stops, and a bot answers if others are waiting"),
                    ("bot", "a bot plays for them right away"),
                    ("none", "nothing: the clock keeps running"),
                ],
                db_default="stop",
                default="answers",
                max_length=8,
                verbose_name="while someone is on vacation",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="is_open",
            field=models.BooleanField(default=False, verbose_name="open to everyone"),
        ),
        migrations.AlterField(
            model_name="game",
            name="silence",
            field=models.CharField(
                choices=[
                    ("play", "the site plays for them, then a bot keeps the seat until they are back"),
                    ("bot", "a bot takes over soon, until they are back"),
                    ("vote", "the table votes what to do"),
                    ("replace", "the seat is offered to someone else; a bot plays in the meantime"),
                    ("end", "the game ends"),
                ],
                default="play",
                max_length=8,
                verbose_name="when someone doesn’t play",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="warned_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When its host was notified that seats are still free.",
                null=True,
                verbose_name="host warned",
            ),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="how",
            field=models.CharField(
                choices=[
                    ("typed", "entered by the host"),
                    ("known", "someone the host has played with"),
                    ("asked", "entered by someone with the game’s link"),
                ],
                db_default="typed",
                default="typed",
                max_length=8,
                verbose_name="how",
            ),
        ),
        migrations.AlterField(
            model_name="move",
            name="kind",
            field=models.CharField(
                choices=[
                    ("deal", "the cards were dealt"),
                    ("answer", "an answer"),
                    ("join", "a seat joined"),
                    ("leave", "a seat left"),
                    ("restored", "the last play was undone because the rules' code changed"),
                    ("undo", "moves were taken back"),
                    ("event", "an event at the table"),
                ],
                default="answer",
                max_length=8,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="outage",
            name="why",
            field=models.CharField(
                choices=[
                    ("silent", "the deadline sweep wasn’t running"),
                    ("held", "staff paused all clocks"),
                    ("jump", "the site paused all clocks because the server’s clock was wrong"),
                    ("restored", "a backup was restored"),
                ],
                default="silent",
                max_length=8,
                verbose_name="why",
            ),
        ),
        migrations.AlterField(
            model_name="question",
            name="is_side",
            field=models.BooleanField(
                db_column="beside",
                default=False,
                help_text="The game continues without an answer; there’s no clock.",
                verbose_name="side question",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="outcome",
            field=models.TextField(
                blank=True, help_text="The answer to the person who reported.", verbose_name="outcome"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="away",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "nothing"),
                    ("stop", "the clock of the turn stops"),
                    ("answers", "the clock of the turn stops, and a bot answers if others are waiting"),
                    ("deputy", "a deputy plays; until they accept, a bot answers if others are waiting"),
                    ("bot", "a bot plays"),
                ],
                db_default="",
                default="",
                max_length=8,
                verbose_name="on vacation",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="away_until",
            field=models.DateTimeField(
                blank=True,
                help_text="When the current vacation ends and the player gets questions again.",
                null=True,
                verbose_name="on vacation until",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="on_autopilot",
            field=models.BooleanField(
                default=False,
                help_text="A bot answers right away until the player returns.",
                verbose_name="on autopilot",
            ),
        ),
        migrations.AlterField(
            model_name="staffact",
            name="due_at",
            field=models.DateTimeField(
                blank=True,
                help_text="It can be cancelled before that.",
                null=True,
                verbose_name="takes effect",
            ),
        ),
        migrations.AlterField(
            model_name="staffact",
            name="status",
            field=models.CharField(
                choices=[
                    ("done", "done"),
                    ("pending", "waiting"),
                    ("reverted", "reverted"),
                    ("called-off", "cancelled"),
                ],
                db_default="done",
                default="done",
                max_length=10,
                verbose_name="status",
            ),
        ),
        migrations.AlterField(
            model_name="storedwindoworder",
            name="condition",
            field=models.CharField(
                choices=[
                    ("any", "any card"),
                    ("somebody-wins", "if it would make someone win"),
                    ("other-wins", "if it would make someone else win"),
                    ("all-lose", "if it would make everyone lose"),
                    ("group", "if it’s a new rule of a certain kind"),
                    ("needed", "if it’s a keeper I need"),
                    ("card", "if it’s a certain card"),
                    ("mine", "if it would cancel a card of mine"),
                ],
                default="any",
                max_length=16,
                verbose_name="when",
            ),
        ),
        migrations.AlterField(
            model_name="switch",
            name="name",
            field=models.CharField(
                choices=[
                    ("clocks", "pause all clocks"),
                    ("mail", "hold all mail"),
                    ("jump", "pause all clocks because the server’s clock jumped"),
                ],
                max_length=8,
                verbose_name="switch",
            ),
        ),
        migrations.AlterField(
            model_name="vacation",
            name="return_noted_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When the player was notified that their clocks start again soon.",
                null=True,
                verbose_name="announced the end",
            ),
        ),
        migrations.AlterField(
            model_name="vote",
            name="kind",
            field=models.CharField(
                choices=[
                    ("silence", "someone isn’t playing"),
                    ("takeback", "someone asks to take back a turn"),
                    ("pause", "someone asks for a pause"),
                ],
                max_length=12,
                verbose_name="kind",
            ),
        ),
    ]
