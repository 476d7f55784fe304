import datetime
import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_outages'),
    ]

    operations = [
        migrations.CreateModel(
            name='MutedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=games.clock.now, verbose_name='since')),
            ],
            options={
                'verbose_name': 'muted game',
                'verbose_name_plural': 'muted games',
            },
        ),
        migrations.CreateModel(
            name='NoticeChoices',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mail', models.JSONField(blank=True, default=dict, help_text='Group of occasions to mode.', verbose_name='mail')),
                ('quiet_minutes', models.PositiveSmallIntegerField(default=30, help_text='For how long nobody has looked at a game before it is mailed about “after a while”.', verbose_name='minutes of quiet')),
                ('digest_at', models.TimeField(default=datetime.time(8, 0), help_text="In the player's time zone.", verbose_name='digest at')),
                ('digested_on', models.DateField(blank=True, help_text="The player's local date.", null=True, verbose_name='last digest')),
                ('mailed_at', models.DateTimeField(blank=True, null=True, verbose_name='last mail')),
                ('test_due_at', models.DateTimeField(blank=True, null=True, verbose_name='test asked for')),
                ('tested_at', models.DateTimeField(blank=True, null=True, verbose_name='last test')),
                ('test_error', models.TextField(blank=True, verbose_name='what the last test said')),
            ],
            options={
                'verbose_name': 'choices about notices',
                'verbose_name_plural': 'choices about notices',
            },
        ),
        migrations.CreateModel(
            name='SiteKey',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('value', models.TextField()),
                ('made_at', models.DateTimeField(default=games.clock.now)),
            ],
            options={
                'verbose_name': 'key of the site',
                'verbose_name_plural': 'keys of the site',
            },
        ),
        migrations.AddField(
            model_name='notice',
            name='plan',
            field=models.CharField(blank=True, choices=[('', 'not settled'), ('ready', 'as soon as it may'), ('digest', 'in the digest'), ('bound', 'in a mail that was begun')], default='', max_length=8, verbose_name='plan'),
        ),
        migrations.AddField(
            model_name='notice',
            name='quiet',
            field=models.DurationField(default=datetime.timedelta, help_text='For how long its player must not have looked at the game before it is sent.', verbose_name='quiet'),
        ),
        migrations.AddField(
            model_name='seat',
            name='seen_at',
            field=models.DateTimeField(blank=True, help_text='When the player last answered, or said that they have seen the table.', null=True, verbose_name='last looked'),
        ),
        migrations.CreateModel(
            name='Channel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('push', 'a device'), ('discord', 'Discord'), ('slack', 'Slack'), ('json', 'another program')], max_length=8, verbose_name='kind')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('url', models.TextField(verbose_name='address')),
                ('p256dh', models.CharField(blank=True, editable=False, max_length=120)),
                ('auth', models.CharField(blank=True, editable=False, max_length=40)),
                ('secret', models.CharField(blank=True, editable=False, max_length=80)),
                ('groups_off', models.JSONField(blank=True, default=list, help_text='The groups of occasions that it is spared.', verbose_name='not told')),
                ('created_at', models.DateTimeField(default=games.clock.now, verbose_name='made')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='last success')),
                ('error', models.CharField(blank=True, max_length=300, verbose_name='last error')),
                ('failed_at', models.DateTimeField(blank=True, null=True, verbose_name='last failure')),
                ('failing_since', models.DateTimeField(blank=True, null=True, verbose_name='failing since')),
                ('off_at', models.DateTimeField(blank=True, help_text='When it had failed for a day.', null=True, verbose_name='switched off')),
                ('test_due_at', models.DateTimeField(blank=True, null=True, verbose_name='test asked for')),
                ('tested_at', models.DateTimeField(blank=True, null=True, verbose_name='last test')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='channels', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'channel',
                'verbose_name_plural': 'channels',
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='notice',
            name='channel',
            field=models.ForeignKey(blank=True, help_text='A device or an address of the player; without one it goes by mail.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='games.channel', verbose_name='channel'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('channel__isnull', True), ('sent_at__isnull', False)), fields=['player', 'sent_at'], name='notice_mailed'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status', 'waiting')), fields=['player', 'next_try_at'], name='notice_owed'),
        ),
        migrations.AddField(
            model_name='mutedgame',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_by', to='games.game', verbose_name='game'),
        ),
        migrations.AddField(
            model_name='mutedgame',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_games', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddField(
            model_name='noticechoices',
            name='mailed_game',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game'),
        ),
        migrations.AddField(
            model_name='noticechoices',
            name='player',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='notice_choices', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddIndex(
            model_name='channel',
            index=models.Index(condition=models.Q(('test_due_at__isnull', False)), fields=['test_due_at'], name='channel_test'),
        ),
        migrations.AddConstraint(
            model_name='channel',
            constraint=models.UniqueConstraint(fields=('player', 'url'), name='channel_once'),
        ),
        migrations.AddConstraint(
            model_name='mutedgame',
            constraint=models.UniqueConstraint(fields=('player', 'game'), name='muted_once'),
        ),
        migrations.AddIndex(
            model_name='noticechoices',
            index=models.Index(condition=models.Q(('test_due_at__isnull', False)), fields=['test_due_at'], name='choices_test'),
        ),
    ]
