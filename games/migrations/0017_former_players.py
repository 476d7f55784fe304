import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0016_fill_notice_params'),
    ]

    operations = [
        migrations.CreateModel(
            name='FormerPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('replaced_at', models.DateTimeField(default=games.clock.now, verbose_name='replaced')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_seats', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_players', to='games.seat', verbose_name='seat')),
            ],
            options={
                'verbose_name': 'former player of a seat',
                'verbose_name_plural': 'former players of seats',
                'constraints': [models.UniqueConstraint(fields=('seat', 'player'), name='former_player_once')],
            },
        ),
    ]
