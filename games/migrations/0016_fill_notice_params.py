from django.db import migrations, transaction

BATCH = 1000
KINDS = ["warning", "vote", "takeback", "mention", "unreachable", "deputy", "reply"]


def params_of(key):
    """Return the data that releases up to 0014 kept in the key of a notice; empty where there was none."""
    match key.split("/"):
        case ["replaced", _seat, _epoch, *_channel]:
            return {"replaced": True}
        case ["warning", _question, due_at, _seat, *_channel]:
            return {"due_at": int(due_at)}
        case ["vote" | "takeback", vote, _seat, *_channel]:
            return {"vote": int(vote)}
        case ["mention", remark, _seat, *_channel]:
            return {"remark": int(remark)}
        case ["refused", seat, _at, _told, *_channel]:
            return {"seat": int(seat)}
        case ["deputy", event, deputy, *_channel]:
            return {"deputy": int(deputy), "event": event}
        case ["not-counted", _player, _day, why, *_channel]:
            return {"not_counted": why}
    return {}


def fill(apps, schema_editor):
    """Fill the data of the notices that are there, in small transactions, in the order of their keys.

    It may be broken off and run again: what is filled is left alone.
    """
    notices = apps.get_model("games", "Notice").objects.using(schema_editor.connection.alias)
    last = 0
    while found := list(
        notices.filter(pk__gt=last, kind__in=KINDS, params={}).order_by("pk").only("pk", "key")[:BATCH]
    ):
        last = found[-1].pk
        rows = []
        for row in found:
            row.params = params_of(row.key)
            if row.params:
                rows.append(row)
        with transaction.atomic(using=schema_editor.connection.alias):
            notices.bulk_update(rows, ["params"])


class Migration(migrations.Migration):

    # Each batch is a transaction of its own, so that no row is locked for long.
    atomic = False

    dependencies = [
        ('games', '0015_notice_params'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
