"""Notes of staff about players and games, and clearer words in the admin."""

import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0044_hints_and_announcements'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='removedplayer',
            options={'verbose_name': 'removed player', 'verbose_name_plural': 'removed players'},
        ),
        migrations.AlterField(
            model_name='game',
            name='is_trial',
            field=models.BooleanField(db_default=False, default=False, help_text='A visitor plays it against bots, without an account. It sends no mail.', verbose_name='game without an account'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='plan',
            field=models.CharField(blank=True, choices=[('', 'not decided yet'), ('ready', 'as soon as possible'), ('digest', 'in the digest'), ('bound', 'in a mail being written')], default='', max_length=8, verbose_name='plan'),
        ),
        migrations.AlterField(
            model_name='outage',
            name='credited_to',
            field=models.BigIntegerField(default=0, verbose_name='credited up to and including game'),
        ),
        migrations.AlterField(
            model_name='player',
            name='is_trial',
            field=models.BooleanField(db_default=False, default=False, help_text='Plays against bots without an account, or has not typed in the code for one yet.', verbose_name='plays without an account'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='here_at',
            field=models.DateTimeField(blank=True, help_text='When the player was last here, while nothing secret was under way at their tables.', null=True, verbose_name='last here'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='offered_at',
            field=models.DateTimeField(blank=True, help_text='When the seat was offered to others.', null=True, verbose_name='offered'),
        ),
        migrations.CreateModel(
            name='StaffNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=games.clock.now, verbose_name='when')),
                ('text', models.CharField(max_length=1000, verbose_name='note')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='staff_notes', to='games.game', verbose_name='game')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='staff_notes', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'note of staff',
                'verbose_name_plural': 'notes of staff',
                'ordering': ['-at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('player__isnull', True), ('game__isnull', True), _connector='XOR'), name='note_about_one')],
            },
        ),
    ]
