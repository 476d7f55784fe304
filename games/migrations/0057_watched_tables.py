"""When a table was last on its player's screen."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0056_remark_keys'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='watched_at',
            field=models.DateTimeField(blank=True, db_default=None, help_text='When a page of the table was last on the player’s screen; their mails wait so long.', null=True, verbose_name='last watched'),
        ),
    ]
