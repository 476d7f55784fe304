"""What the seed of a game is mixed from: the site's part, and one of each player."""

import django.db.models.deletion
import games.clock
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0073_index_of_circle_games'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeatPart',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='part', serialize=False, to='games.seat')),
                ('part', models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='SeedMix',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='mix', serialize=False, to='games.game')),
                ('house', models.CharField(max_length=64)),
                ('commitment', models.CharField(max_length=64, unique=True)),
                ('parts', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(default=games.clock.now)),
                ('mixed_at', models.DateTimeField(null=True)),
            ],
        ),
    ]
