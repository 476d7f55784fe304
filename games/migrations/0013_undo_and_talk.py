import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.clock


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_more_orders'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeatNotebook',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notebook', serialize=False, to='games.seat', verbose_name='seat')),
                ('text', models.TextField(blank=True, max_length=5000, verbose_name='notes')),
                ('released', models.BooleanField(default=False, verbose_name='a replacement may read them')),
                ('written_at', models.DateTimeField(default=games.clock.now, verbose_name='written')),
            ],
            options={
                'verbose_name': 'notes of a seat',
                'verbose_name_plural': 'notes of seats',
            },
        ),
        migrations.AddField(
            model_name='game',
            name='talk_is_public',
            field=models.BooleanField(default=False, help_text='Everybody who may watch the game reads what is said at the table.', verbose_name='onlookers may read the talk'),
        ),
        migrations.AddField(
            model_name='gamestate',
            name='earlier',
            field=models.BinaryField(default=b'', help_text='The moments to which the table can go back.'),
        ),
        migrations.AddField(
            model_name='seat',
            name='heard_until',
            field=models.BigIntegerField(default=0, help_text='The last remark that the player has been shown.', verbose_name='talk read up to'),
        ),
        migrations.CreateModel(
            name='Remark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(blank=True, max_length=1000, verbose_name='text')),
                ('created_at', models.DateTimeField(default=games.clock.now, verbose_name='said')),
                ('deleted_at', models.DateTimeField(blank=True, null=True, verbose_name='deleted by its author')),
                ('hidden_at', models.DateTimeField(blank=True, null=True, verbose_name='hidden by staff')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='remarks', to='games.game', verbose_name='game')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='remarks', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='remarks', to='games.seat', verbose_name='seat')),
            ],
            options={
                'verbose_name': 'remark',
                'verbose_name_plural': 'remarks',
                'ordering': ['game_id', 'pk'],
                'indexes': [models.Index(fields=['game', 'created_at'], name='remark_thread'), models.Index(fields=['player', 'created_at'], name='remark_author')],
            },
        ),
    ]
