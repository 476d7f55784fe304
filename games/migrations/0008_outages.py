import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_silence'),
    ]

    operations = [
        migrations.AddField(
            model_name='question',
            name='extended_at',
            field=models.DateTimeField(blank=True, help_text='When its clock was extended, once, because no notice of it arrived.', null=True, verbose_name='extended'),
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('started_at', models.DateTimeField(unique=True, verbose_name='began')),
                ('ended_at', models.DateTimeField(verbose_name='ended')),
                ('credited_at', models.DateTimeField(blank=True, null=True, verbose_name='time given back')),
                ('credited_to', models.BigIntegerField(default=0, verbose_name='given back up to game')),
                ('why', models.CharField(choices=[('silent', 'the sweep of the deadlines did not run'), ('held', 'staff held the clocks'), ('jump', 'the site held the clocks, because the machine’s time could not be trusted')], default='silent', max_length=8, verbose_name='why')),
            ],
            options={
                'verbose_name': 'outage',
                'verbose_name_plural': 'outages',
                'ordering': ['-started_at'],
                'indexes': [models.Index(condition=models.Q(('credited_at__isnull', True)), fields=['started_at'], name='outage_to_credit')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ended_at__gt', models.F('started_at'))), name='outage_has_a_length')],
            },
        ),
        migrations.CreateModel(
            name='Switch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(choices=[('clocks', 'hold clocks: nobody’s time runs out'), ('mail', 'hold mail: no notice leaves the site'), ('jump', 'hold clocks, because the machine’s time jumped')], max_length=8, verbose_name='switch')),
                ('since', models.DateTimeField(default=games.clock.now, verbose_name='on since')),
                ('until', models.DateTimeField(blank=True, null=True, verbose_name='released')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('quiet', models.PositiveSmallIntegerField(default=0, help_text='How many sweeps in a row found the time in order.', verbose_name='quiet sweeps')),
                ('skew', models.FloatField(default=0, help_text='Seconds by which the machine was ahead of the database.', verbose_name='skew')),
                ('alerted_at', models.DateTimeField(blank=True, null=True, verbose_name='last alert')),
                ('released_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='released by')),
                ('who', models.ForeignKey(blank=True, help_text='Nobody: the site itself.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='who')),
            ],
            options={
                'verbose_name': 'switch',
                'verbose_name_plural': 'switches',
                'ordering': ['-since'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('name',), name='switch_on_once')],
            },
        ),
    ]
