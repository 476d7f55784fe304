import django.db.models.deletion
from django.db import migrations, models

import games.clock


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_channels'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='bounced_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='mail came back'),
        ),
        migrations.AddField(
            model_name='player',
            name='bounces',
            field=models.PositiveSmallIntegerField(default=0, help_text='For reasons that may pass.', verbose_name='days on which mail came back'),
        ),
        migrations.AddField(
            model_name='player',
            name='complained_at',
            field=models.DateTimeField(blank=True, help_text='When they told their mail provider that a mail of a game is unwanted. While set, no such mail is sent.', null=True, verbose_name='mail marked as spam'),
        ),
        migrations.CreateModel(
            name='InboundMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True, verbose_name='key')),
                ('message_id', models.CharField(blank=True, max_length=250, verbose_name='Message-ID')),
                ('sender', models.CharField(blank=True, max_length=254, verbose_name='from')),
                ('kind', models.CharField(choices=[('reply', 'an answer to a mail of a game'), ('bounce', 'a mail that came back'), ('complaint', 'a complaint about a mail'), ('unsubscribe', 'a wish for fewer mails'), ('automatic', 'written by a machine'), ('unknown', 'to nobody here')], default='unknown', max_length=16, verbose_name='kind')),
                ('status', models.CharField(choices=[('working', 'being read'), ('done', 'done'), ('ignored', 'ignored'), ('failed', 'failed')], default='working', max_length=8, verbose_name='status')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('received_at', models.DateTimeField(default=games.clock.now, verbose_name='received')),
                ('began_at', models.DateTimeField(default=games.clock.now, verbose_name='last attempt')),
                ('notice', models.ForeignKey(blank=True, help_text='The mail that it came back from, or complains about.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.notice', verbose_name='notice')),
                ('seat', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.seat', verbose_name='seat')),
            ],
            options={
                'verbose_name': 'received mail',
                'verbose_name_plural': 'received mails',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['received_at'], name='inbound_by_day')],
            },
        ),
    ]
