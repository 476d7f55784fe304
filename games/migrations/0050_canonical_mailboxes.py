"""Write the mailboxes of blocks and invitations as they are compared now: providers have more spellings."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.core.mailboxes import canonical_mailbox


def rewrite(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Rewrite each row, unless its mailbox is there in the new spelling already."""
    blocked = apps.get_model("games", "BlockedAddress").objects
    for pk, mailbox in blocked.values_list("pk", "mailbox").iterator():
        new = canonical_mailbox(mailbox)
        if new == mailbox:
            continue
        if blocked.filter(mailbox=new).exists():
            blocked.filter(pk=pk).delete()
        else:
            blocked.filter(pk=pk).update(mailbox=new)
    invitations = apps.get_model("games", "Invitation").objects
    for pk, game, mailbox in invitations.values_list("pk", "game", "mailbox").iterator():
        new = canonical_mailbox(mailbox)
        if new != mailbox and not invitations.filter(game=game, mailbox=new).exists():
            invitations.filter(pk=pk).update(mailbox=new)


class Migration(migrations.Migration):
    dependencies = [("games", "0049_words_of_suspension")]

    operations = [migrations.RunPython(rewrite, migrations.RunPython.noop)]
