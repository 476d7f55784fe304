import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.clock


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_inbound_mail'),
    ]

    operations = [
        migrations.CreateModel(
            name='Reply',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, verbose_name='key')),
                ('received_at', models.DateTimeField(default=games.clock.now, verbose_name='received')),
                ('begun', models.PositiveSmallIntegerField(default=0, help_text='What cannot be repeated is not begun a second time.', verbose_name='lines begun')),
                ('told', models.JSONField(default=list, verbose_name='what came of it')),
                ('wants_help', models.BooleanField(default=False, verbose_name='asks for help')),
                ('wants_hand', models.BooleanField(default=False, verbose_name='asks for the hand')),
                ('notice', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reply', to='games.notice', verbose_name='the answer')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replies', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replies', to='games.seat', verbose_name='seat')),
            ],
            options={
                'verbose_name': 'reply to a mail',
                'verbose_name_plural': 'replies to mails',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['seat', 'received_at'], name='reply_by_day')],
                'constraints': [models.UniqueConstraint(fields=('seat', 'key'), name='reply_once')],
            },
        ),
    ]
