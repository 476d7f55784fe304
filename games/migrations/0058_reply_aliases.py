"""Other addresses from which players answer."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.clock


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0057_watched_tables'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReplyAlias',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=254, verbose_name='address')),
                ('mailbox', models.CharField(editable=False, max_length=254, verbose_name='mailbox')),
                ('created_at', models.DateTimeField(default=games.clock.now, verbose_name='added')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reply_aliases', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'address of replies',
                'verbose_name_plural': 'addresses of replies',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('player', 'mailbox'), name='reply_alias_once')],
            },
        ),
    ]
