"""The link that shows the end of a game to anybody, and who is unnamed there."""

import django.db.models.deletion
import games.clock
import games.models.game
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0067_admin_sentences'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='is_unnamed',
            field=models.BooleanField(db_default=False, default=False, help_text='Where the end of the game is shared by a link, the player is called “A player”.', verbose_name='unnamed in public'),
        ),
        migrations.CreateModel(
            name='Share',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='share', serialize=False, to='games.game', verbose_name='game')),
                ('key', models.CharField(default=games.models.game.new_link_key, editable=False, max_length=32, unique=True, verbose_name='key')),
                ('language', models.CharField(help_text='In which the picture and the preview in a chat are.', max_length=8, verbose_name='language')),
                ('created_at', models.DateTimeField(default=games.clock.now, editable=False, verbose_name='shared')),
                ('is_ended', models.BooleanField(db_default=False, default=False, help_text='The link opens nothing, and nobody can make another.', verbose_name='ended by staff')),
                ('player', models.ForeignKey(help_text='Who has made it.', on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('seat', models.ForeignKey(help_text='The seat of the player who has made the link.', on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.seat', verbose_name='shared by')),
            ],
            options={
                'verbose_name': 'shared game',
                'verbose_name_plural': 'shared games',
            },
        ),
    ]
