from django.db import migrations, models


class Migration(migrations.Migration):
    """A field changes its name, and keeps its column, which the release before reads."""

    dependencies = [("games", "0020_plain_names")]

    operations = [
        migrations.AlterField(
            "question",
            "beside",
            models.BooleanField(
                db_column="beside",
                default=False,
                help_text="Nobody waits for the answer; it has no clock.",
                verbose_name="beside the play",
            ),
        ),
        migrations.RenameField("question", "beside", "is_side"),
        # The index itself names the column, and stays.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("question", "question_one_open_per_seat"),
                migrations.AddConstraint(
                    "question",
                    models.UniqueConstraint(
                        name="question_one_open_per_seat",
                        fields=["seat"],
                        condition=models.Q(closed_at__isnull=True) & models.Q(is_side=False),
                    ),
                ),
            ]
        ),
    ]
