import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.question


class Migration(migrations.Migration):
    """One reply plays in several games, and players choose whether games share a mail and how long it is."""

    dependencies = [("games", "0029_sent_mail")]

    operations = [
        migrations.AddField(
            "noticechoices",
            "together",
            models.BooleanField(
                db_default=True,
                default=True,
                help_text="Otherwise each game has mails of its own, always.",
                verbose_name="several games in one mail",
            ),
        ),
        migrations.AddField(
            "noticechoices",
            "short",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="Without what happened before and without the table.",
                verbose_name="short mails",
            ),
        ),
        migrations.CreateModel(
            "NumberedMail",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("message_id", models.CharField(max_length=250, unique=True)),
                (
                    "nonce",
                    models.BigIntegerField(default=games.models.question.new_nonce, editable=False),
                ),
                ("games", models.JSONField(default=list)),
                ("written_at", models.DateTimeField(db_index=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
