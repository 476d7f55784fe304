"""The facts of finished games and of their seats."""

import datetime
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0070_indexes_of_sweeps'),
    ]

    operations = [
        migrations.CreateModel(
            name='GameFacts',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='facts', serialize=False, to='games.game')),
                ('edition', models.CharField(blank=True, max_length=40)),
                ('between_people', models.BooleanField()),
                ('turns', models.PositiveIntegerField()),
                ('goal', models.CharField(blank=True, max_length=64)),
                ('cards', models.JSONField(default=list)),
                ('goals_set', models.JSONField(default=list)),
                ('thefts', models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name='SeatFacts',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='facts', serialize=False, to='games.seat')),
                ('has_won', models.BooleanField()),
                ('turns', models.PositiveIntegerField()),
                ('goals_set', models.PositiveIntegerField()),
                ('taken', models.PositiveIntegerField()),
                ('lost', models.PositiveIntegerField()),
                ('answers', models.PositiveIntegerField()),
                ('waited', models.DurationField(default=datetime.timedelta)),
                ('missing', models.CharField(blank=True, max_length=64)),
                ('facts', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.gamefacts')),
            ],
        ),
    ]
