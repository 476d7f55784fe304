import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.clock


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_undo_and_talk'),
    ]

    operations = [
        migrations.AddField(
            model_name='move',
            name='deputy',
            field=models.ForeignKey(blank=True, help_text='Who answered for the player of the seat.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='deputy'),
        ),
        migrations.AddField(
            model_name='seat',
            name='has_deputy',
            field=models.BooleanField(default=False, help_text='Somebody has accepted to play it for its player; whether they still do is asked then.', verbose_name='has had a deputy'),
        ),
        migrations.CreateModel(
            name='FeedKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True, verbose_name='fingerprint')),
                ('created_at', models.DateTimeField(default=games.clock.now, verbose_name='made')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='last read')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='feed_key', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'secret of feeds',
                'verbose_name_plural': 'secrets of feeds',
            },
        ),
        migrations.CreateModel(
            name='Deputy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateField(verbose_name='last day')),
                ('ends_at', models.DateTimeField(help_text='The end of the last day, where the player of the seat lives.', verbose_name='ends')),
                ('created_at', models.DateTimeField(default=games.clock.now, verbose_name='asked')),
                ('accepted_at', models.DateTimeField(blank=True, null=True, verbose_name='accepted')),
                ('ended_at', models.DateTimeField(blank=True, help_text='When either of them ended it, or declined it.', null=True, verbose_name='ended')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deputies', to=settings.AUTH_USER_MODEL, verbose_name='player of the seat')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deputy_of', to=settings.AUTH_USER_MODEL, verbose_name='deputy')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deputies', to='games.seat', verbose_name='seat')),
            ],
            options={
                'verbose_name': 'deputy',
                'verbose_name_plural': 'deputies',
                'ordering': ['-pk'],
                'indexes': [models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['player'], name='deputy_live')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('seat',), name='deputy_one_per_seat')],
            },
        ),
    ]
