"""How long a table waits for somebody who isn’t in turn; games from before this keep what they have."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0047_pauses_by_vote'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='answer_hours',
            field=models.PositiveSmallIntegerField(choices=[(4, '4 hours'), (8, '8 hours'), (12, '12 hours'), (24, '1 day'), (0, 'as long as for a turn')], db_default=0, default=8, verbose_name='time in other turns'),
        ),
        migrations.AlterField(
            model_name='game',
            name='window_hours',
            field=models.PositiveSmallIntegerField(choices=[(1, '1 hour'), (4, '4 hours'), (8, '8 hours'), (12, '12 hours'), (24, '1 day'), (48, '2 days')], default=8, verbose_name='time for Surprises'),
        ),
    ]
