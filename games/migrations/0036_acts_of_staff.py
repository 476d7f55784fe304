import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Acts of staff can wait, be called off and be reverted."""

    dependencies = [("games", "0035_account_deletion")]

    operations = [
        migrations.AddField(
            "staffact",
            "player",
            models.ForeignKey(
                blank=True,
                help_text="The person whom it concerns, if it is one.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="acts_about",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AddField(
            "staffact",
            "params",
            models.JSONField(
                blank=True,
                db_default=models.Value({}, models.JSONField()),
                default=dict,
                verbose_name="details",
            ),
        ),
        migrations.AddField(
            "staffact",
            "status",
            models.CharField(
                choices=[
                    ("done", "done"),
                    ("pending", "waiting"),
                    ("reverted", "reverted"),
                    ("called-off", "called off"),
                ],
                db_default="done",
                default="done",
                max_length=10,
                verbose_name="status",
            ),
        ),
        migrations.AddField(
            "staffact",
            "due_at",
            models.DateTimeField(
                blank=True,
                help_text="Until then it can be called off.",
                null=True,
                verbose_name="takes effect",
            ),
        ),
        migrations.AddField(
            "staffact",
            "settled_at",
            models.DateTimeField(blank=True, null=True, verbose_name="settled"),
        ),
        migrations.AddField(
            "staffact",
            "settled_by",
            models.ForeignKey(
                blank=True,
                help_text="Nobody: the site itself.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="settled by",
            ),
        ),
        migrations.AddConstraint(
            "staffact",
            models.UniqueConstraint(
                condition=models.Q(("status", "pending")), fields=("game",), name="act_one_pending"
            ),
        ),
        migrations.AddIndex(
            "staffact",
            models.Index(condition=models.Q(("status", "pending")), fields=["due_at"], name="act_due"),
        ),
    ]
