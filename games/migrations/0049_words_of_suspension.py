"""Who is suspended may sign in to their data."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0048_time_out_of_turn'),
    ]

    operations = [
        migrations.AlterField(
            model_name='player',
            name='suspended_until',
            field=models.DateTimeField(blank=True, help_text='Until then they can’t play, and bots keep their seats.', null=True, verbose_name='suspended until'),
        ),
    ]
