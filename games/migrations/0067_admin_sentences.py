"""Sentences of the admin as people say them; no column changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0066_plain_words"),
    ]

    operations = [
        migrations.AlterField(
            model_name="deck",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("private", "only me"),
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
            name="talk_is_public",
            field=models.BooleanField(
                default=False,
                help_text="Everyone who may watch the game can read its table talk.",
                verbose_name="spectators can read the talk",
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
                    ("restored", "the last play was undone because the rules’ code changed"),
                    ("undo", "moves were taken back"),
                    ("event", "an event at the table"),
                ],
                default="answer",
                max_length=8,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="email",
            field=models.EmailField(
                error_messages={"unique": "This address already has an account."},
                max_length=254,
                unique=True,
                verbose_name="e-mail address",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="has_deputy",
            field=models.BooleanField(
                default=False,
                help_text="Someone once agreed to play this seat; they may have stopped since.",
                verbose_name="has had a deputy",
            ),
        ),
    ]
