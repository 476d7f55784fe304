import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.clock
import games.models.player


def keep_what_was_agreed(apps, schema_editor):
    """Games that exist know of no vacations: their players sat down to other clocks."""
    apps.get_model("games", "Game").objects.update(vacations=False)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_what_tables_tell'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='bank_gain',
            field=models.PositiveSmallIntegerField(default=24, validators=[django.core.validators.MinValueValidator(6), django.core.validators.MaxValueValidator(168)], verbose_name='hours that each turn adds'),
        ),
        migrations.AddField(
            model_name='game',
            name='bank_most',
            field=models.PositiveSmallIntegerField(default=120, validators=[django.core.validators.MinValueValidator(12), django.core.validators.MaxValueValidator(1440)], verbose_name='most hours saved'),
        ),
        migrations.AddField(
            model_name='game',
            name='bank_start',
            field=models.PositiveSmallIntegerField(default=72, validators=[django.core.validators.MinValueValidator(12), django.core.validators.MaxValueValidator(1440)], verbose_name='hours to begin with'),
        ),
        migrations.AddField(
            model_name='game',
            name='fixed_days',
            field=models.CharField(default='0123456', max_length=7, validators=[django.core.validators.RegexValidator('^0?1?2?3?4?5?6?\\Z', 'Days are digits from 0, Monday, to 6, each once.')], verbose_name='on the days'),
        ),
        migrations.AddField(
            model_name='game',
            name='fixed_hour',
            field=models.PositiveSmallIntegerField(default=20, validators=[django.core.validators.MaxValueValidator(23)], verbose_name='hour of the day'),
        ),
        migrations.AddField(
            model_name='game',
            name='fixed_least',
            field=models.PositiveSmallIntegerField(choices=[(6, '6 hours'), (12, '12 hours'), (24, '1 day')], default=12, verbose_name='hours to answer at least'),
        ),
        migrations.AddField(
            model_name='game',
            name='fixed_zone',
            field=models.CharField(default='UTC', max_length=64, validators=[games.models.player.check_zone], verbose_name='in the time zone'),
        ),
        migrations.AddField(
            model_name='game',
            name='grace_hours',
            field=models.PositiveSmallIntegerField(choices=[(0, 'none'), (4, '4 hours'), (8, '8 hours'), (12, '12 hours'), (24, '1 day')], default=0, verbose_name='hours of a turn that cost nothing'),
        ),
        migrations.AddField(
            model_name='game',
            name='promise',
            field=models.CharField(blank=True, choices=[('', 'no promise'), ('daily', 'a move a day or so'), ('weekly', 'a move or two a week'), ('whenever', 'whenever there is time, with patience')], default='', max_length=8, verbose_name='pace promise'),
        ),
        migrations.AddField(
            model_name='game',
            name='timing',
            field=models.CharField(choices=[('flat', 'the same time for each turn'), ('bank', 'time that is saved up'), ('fixed', 'a fixed hour of the day')], default='flat', max_length=8, verbose_name='clock'),
        ),
        migrations.AddField(
            model_name='game',
            name='vacations',
            field=models.BooleanField(default=True, verbose_name='vacations stop the clock'),
        ),
        migrations.AddField(
            model_name='player',
            name='days_off',
            field=models.CharField(blank=True, default='', help_text='Digits of weekdays, Monday being 0.', max_length=7, validators=[django.core.validators.RegexValidator('^0?1?2?3?4?5?6?\\Z', 'Days are digits from 0, Monday, to 6, each once.')], verbose_name='days off'),
        ),
        migrations.AddField(
            model_name='player',
            name='quiet_from',
            field=models.TimeField(blank=True, null=True, verbose_name='quiet from'),
        ),
        migrations.AddField(
            model_name='player',
            name='quiet_to',
            field=models.TimeField(blank=True, null=True, verbose_name='quiet until'),
        ),
        migrations.AddField(
            model_name='question',
            name='of_turn',
            field=models.BooleanField(default=False, help_text='Asked of the seat that has the turn, by the turn itself or by a card.', verbose_name='on the clock of the turn'),
        ),
        migrations.AddField(
            model_name='question',
            name='given',
            field=models.DurationField(blank=True, help_text='The running time of its clock from when the turn, or the question out of turn, began.', null=True, verbose_name='time given'),
        ),
        migrations.AddField(
            model_name='seat',
            name='bank',
            field=models.DurationField(blank=True, help_text="Nothing before the seat's first turn.", null=True, verbose_name='time saved'),
        ),
        migrations.AddField(
            model_name='seat',
            name='clock_turn',
            field=models.PositiveIntegerField(default=0, help_text='The last turn for which the seat was given time.', verbose_name='turn of the clock'),
        ),
        migrations.AddField(
            model_name='seat',
            name='gift_days',
            field=models.PositiveSmallIntegerField(default=0, help_text='How many days others have given to the seat in this turn.', verbose_name='days given'),
        ),
        migrations.AddField(
            model_name='seat',
            name='timed_out_turn',
            field=models.PositiveIntegerField(default=0, help_text='The site plays the rest of this turn for the seat.', verbose_name='turn that ran out'),
        ),
        migrations.AddField(
            model_name='seat',
            name='turn_left',
            field=models.DurationField(blank=True, help_text='What its clock showed when it last started or stopped: grace, bank and time given.', null=True, verbose_name='time left of the turn'),
        ),
        migrations.AddField(
            model_name='seat',
            name='turn_time',
            field=models.DurationField(blank=True, null=True, verbose_name='time of the turn'),
        ),
        migrations.AlterField(
            model_name='game',
            name='pace',
            field=models.PositiveSmallIntegerField(choices=[(0, 'no clock'), (1, '1 day for each turn'), (3, '3 days for each turn'), (7, '7 days for each turn')], default=3, verbose_name='pace'),
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_day', models.DateField(verbose_name='first day')),
                ('last_day', models.DateField(verbose_name='last day')),
                ('starts_at', models.DateTimeField(verbose_name='starts')),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
                ('entered_at', models.DateTimeField(default=games.clock.now, editable=False, verbose_name='entered')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'vacation',
                'verbose_name_plural': 'vacations',
                'ordering': ['first_day', 'pk'],
                'indexes': [models.Index(fields=['player', 'ends_at'], name='vacation_by_end')],
                'constraints': [models.CheckConstraint(condition=models.Q(('last_day__gte', models.F('first_day'))), name='vacation_has_days')],
            },
        ),
        migrations.RunPython(keep_what_was_agreed, migrations.RunPython.noop, elidable=True),
    ]
