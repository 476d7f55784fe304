from django.db import migrations, models


class Migration(migrations.Migration):
    """What a mail said is known again when somebody quotes it."""

    dependencies = [("games", "0028_backup_version")]

    operations = [
        migrations.CreateModel(
            "SentMail",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("message_id", models.CharField(max_length=250, unique=True)),
                ("lines", models.BinaryField()),
                ("sent_at", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
