"""When a player last got another address: unsubscribe links in mails to the old one stop nothing then."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0060_earlier_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='address_changed_at',
            field=models.DateTimeField(blank=True, editable=False, help_text='When they last got another e-mail address. Links in mails to the old one stop no mail.', null=True, verbose_name='address changed'),
        ),
    ]
