from django.db import migrations, models

import games.models.question


class Migration(migrations.Migration):
    """Questions get a random part for their links; those that are there keep 0, so their mails go on working."""

    dependencies = [("games", "0024_refusal_doubted")]

    operations = [
        migrations.AddField(
            "question",
            "nonce",
            models.BigIntegerField(default=games.models.question.new_nonce, db_default=0, editable=False),
        ),
    ]
