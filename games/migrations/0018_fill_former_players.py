from django.db import migrations
from django.db.models import F

BATCH = 1000


def fill(apps, schema_editor):
    """Note whose seats were taken over: those who were mailed so, or were asked there before it was another's.

    The questions know it where the notice has been removed for its age.
    """
    alias = schema_editor.connection.alias
    former, notices, questions = (
        apps.get_model("games", name).objects.using(alias) for name in ("FormerPlayer", "Notice", "Question")
    )
    mailed = notices.filter(kind="warning", params={"replaced": True}, seat__isnull=False, player__isnull=False)
    asked = questions.filter(asked__isnull=False, seat__player__isnull=False).exclude(asked=F("seat__player"))
    found = [
        *mailed.order_by("pk").values_list("seat", "player", "created_at"),
        *asked.order_by("seat", "asked", "-opened_at").distinct("seat", "asked").values_list(
            "seat", "asked", "opened_at"
        ),
    ]
    former.bulk_create(
        [former.model(seat_id=seat, player_id=player, replaced_at=at) for seat, player, at in found],
        batch_size=BATCH,
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_former_players'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
