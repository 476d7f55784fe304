from django.db import migrations, models


class Migration(migrations.Migration):
    """Fields change their names, and keep their columns, which the release before reads."""

    dependencies = [("games", "0019_notice_kind_choices")]

    operations = [
        migrations.AlterField(
            "move",
            "told",
            models.JSONField(
                db_column="told",
                default=dict,
                help_text="Of an event: what it was, and the words of its sentence.",
            ),
        ),
        migrations.RenameField("move", "told", "params"),
        migrations.AlterField(
            "reply", "told", models.JSONField(db_column="told", default=list, verbose_name="what came of it")
        ),
        migrations.RenameField("reply", "told", "results"),
    ]
