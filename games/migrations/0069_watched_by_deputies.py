"""When a deputy last looked at a table: their own mails about it wait so long."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0068_shared_ends'),
    ]

    operations = [
        migrations.AddField(
            model_name='deputy',
            name='watched_at',
            field=models.DateTimeField(blank=True, db_default=None, help_text='When the deputy last looked at a page of the table; their own mails wait so long.', null=True, verbose_name='last watched'),
        ),
    ]
