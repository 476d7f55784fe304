"""When all links in mails to a player were last ended: earlier links to an export open nothing then."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0063_invitation_language'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='links_ended_at',
            field=models.DateTimeField(blank=True, editable=False, help_text='When all links in mails to them were last ended. Earlier links to an export open nothing.', null=True, verbose_name='links ended'),
        ),
    ]
