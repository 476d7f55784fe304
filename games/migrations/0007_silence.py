import django.core.validators
import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_clocks'),
    ]

    operations = [
        migrations.CreateModel(
            name='Ballot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('choice', models.CharField(max_length=20, verbose_name='choice')),
                ('cast_at', models.DateTimeField(default=games.clock.now, verbose_name='cast')),
            ],
            options={
                'verbose_name': 'ballot',
                'verbose_name_plural': 'ballots',
                'ordering': ['cast_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Vote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('silence', 'somebody is silent'), ('takeback', 'somebody asks to take a turn back')], max_length=12, verbose_name='kind')),
                ('choices', models.JSONField(default=list, verbose_name='choices')),
                ('version', models.PositiveIntegerField(blank=True, help_text='The move that it is about, if it is about one.', null=True, verbose_name='move')),
                ('opened_at', models.DateTimeField(default=games.clock.now, verbose_name='opened')),
                ('closes_at', models.DateTimeField(verbose_name='closes')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('outcome', models.CharField(blank=True, max_length=20, verbose_name='outcome')),
            ],
            options={
                'verbose_name': 'vote',
                'verbose_name_plural': 'votes',
                'ordering': ['-opened_at', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='game',
            name='least_reliability',
            field=models.PositiveSmallIntegerField(default=0, help_text='Percent of their turns that who sits down has answered in time; 0 asks for nothing.', validators=[django.core.validators.MaxValueValidator(100)], verbose_name='least reliability'),
        ),
        migrations.AddField(
            model_name='game',
            name='newcomers',
            field=models.BooleanField(default=True, help_text='People of whom nothing is known yet.', verbose_name='newcomers may sit down'),
        ),
        migrations.AddField(
            model_name='game',
            name='patience',
            field=models.PositiveSmallIntegerField(default=3, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3)], verbose_name='missed turns in a row until then'),
        ),
        migrations.AddField(
            model_name='game',
            name='silence',
            field=models.CharField(choices=[('play', 'the site plays for them, then a bot keeps the seat until they are back'), ('bot', 'a bot takes over soon, until they are back'), ('vote', 'the table votes what to do'), ('replace', 'the seat is offered to somebody else; a bot keeps it meanwhile'), ('end', 'the game ends')], default='play', max_length=8, verbose_name='when somebody is silent'),
        ),
        migrations.AddField(
            model_name='game',
            name='usual_hours',
            field=models.PositiveSmallIntegerField(default=0, help_text='In how many hours who sits down usually answers; 0 asks for nothing.', verbose_name='usual answer time'),
        ),
        migrations.AddField(
            model_name='question',
            name='asked',
            field=models.ForeignKey(blank=True, db_index=False, help_text='Whose record the answer, or its missing, belongs to; nobody’s when it counts for none.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='asked'),
        ),
        migrations.AddField(
            model_name='question',
            name='took',
            field=models.DurationField(blank=True, help_text='How long its player took to answer, without their vacations and outages of the site.', null=True, verbose_name='took'),
        ),
        migrations.AddField(
            model_name='question',
            name='turn',
            field=models.PositiveIntegerField(default=0, help_text='In which turn of the game it was asked.', verbose_name='turn'),
        ),
        migrations.AddField(
            model_name='seat',
            name='offered_at',
            field=models.DateTimeField(blank=True, help_text='Since when somebody else may take this seat over; a bot keeps it meanwhile.', null=True, verbose_name='offered'),
        ),
        migrations.AddIndex(
            model_name='question',
            index=models.Index(condition=models.Q(('asked__isnull', False), ('closed_at__isnull', False)), fields=['asked', '-closed_at'], name='question_record'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('offered_at__isnull', False)), fields=['offered_at'], name='seat_offered'),
        ),
        migrations.AddField(
            model_name='ballot',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.seat', verbose_name='seat'),
        ),
        migrations.AddField(
            model_name='vote',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='games.game', verbose_name='game'),
        ),
        migrations.AddField(
            model_name='vote',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='games.seat', verbose_name='about'),
        ),
        migrations.AddField(
            model_name='ballot',
            name='vote',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ballots', to='games.vote', verbose_name='vote'),
        ),
        migrations.AddIndex(
            model_name='vote',
            index=models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['closes_at'], name='vote_closing'),
        ),
        migrations.AddIndex(
            model_name='vote',
            index=models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['game'], name='vote_of_game'),
        ),
        migrations.AddConstraint(
            model_name='vote',
            constraint=models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('seat', 'kind'), name='vote_one_open'),
        ),
        migrations.AddConstraint(
            model_name='ballot',
            constraint=models.UniqueConstraint(fields=('vote', 'seat'), name='ballot_once'),
        ),
    ]

