import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """People report problems to staff; mails to persons that concern no table."""

    dependencies = [
        ('games', '0040_trials'),
    ]

    operations = [
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('talk', 'insults, threats or hate'), ('name', 'a name or a deck that hurts people'), ('stalling', 'holding up the game on purpose'), ('cheating', 'cheating, such as playing two seats'), ('spam', 'advertising or spam'), ('other', 'something else')], max_length=16, verbose_name='kind')),
                ('words', models.TextField(blank=True, max_length=2000, verbose_name='in their words')),
                ('evidence', models.JSONField(blank=True, default=list, verbose_name='evidence')),
                ('created_at', models.DateTimeField(default=games.clock.now, verbose_name='reported')),
                ('status', models.CharField(choices=[('open', 'open'), ('acted', 'something was done'), ('nothing', 'nothing against the rules was found')], default='open', max_length=8, verbose_name='status')),
                ('outcome', models.TextField(blank=True, help_text='What the person who reported was told.', verbose_name='outcome')),
                ('settled_at', models.DateTimeField(blank=True, null=True, verbose_name='settled')),
                ('about', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_about', to=settings.AUTH_USER_MODEL, verbose_name='about')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports_made', to=settings.AUTH_USER_MODEL, verbose_name='reported by')),
                ('deck', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.deck', verbose_name='deck')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.game', verbose_name='game')),
                ('remark', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.remark', verbose_name='remark')),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='settled by')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='staffact',
            name='report',
            field=models.ForeignKey(blank=True, help_text='The report for which it was done, if any.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='acts', to='games.report', verbose_name='report'),
        ),
        migrations.CreateModel(
            name='PersonMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=24, verbose_name='kind')),
                ('params', models.JSONField(blank=True, default=dict, verbose_name='data')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('skipped', 'no longer needed'), ('dead', 'given up')], default='waiting', max_length=8, verbose_name='status')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('next_try_at', models.DateTimeField(default=games.clock.now, verbose_name='next attempt')),
                ('message_id', models.CharField(max_length=200, verbose_name='Message-ID')),
                ('created_at', models.DateTimeField(default=games.clock.now, verbose_name='written')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('error', models.TextField(blank=True, verbose_name='last error')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='person_mails', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'mail to a person',
                'verbose_name_plural': 'mails to persons',
                'ordering': ['-pk'],
                'indexes': [models.Index(condition=models.Q(('status', 'waiting')), fields=['next_try_at'], name='person_mail_waiting')],
            },
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['created_at'], name='report_open'),
        ),
    ]
