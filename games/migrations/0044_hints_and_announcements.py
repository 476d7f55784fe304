import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Signs of several accounts, and what operators tell everybody."""

    dependencies = [
        ('games', '0043_blocks'),
    ]

    operations = [
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text_en', models.TextField(max_length=600, verbose_name='in English')),
                ('text_pl', models.TextField(blank=True, max_length=600, verbose_name='in Polish')),
                ('text_ru', models.TextField(blank=True, help_text='If it’s empty, the English text is shown.', max_length=600, verbose_name='in Russian')),
                ('begins_at', models.DateTimeField(default=games.clock.now, verbose_name='begins')),
                ('ends_at', models.DateTimeField(help_text='It disappears by itself then.', verbose_name='ends')),
            ],
            options={
                'verbose_name': 'announcement',
                'verbose_name_plural': 'announcements',
                'ordering': ['-begins_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Sighting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, verbose_name='fingerprint')),
                ('day', models.DateField(db_index=True, verbose_name='day')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sightings', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'sighting',
                'verbose_name_plural': 'sightings',
                'constraints': [models.UniqueConstraint(fields=('digest', 'player', 'day'), name='sighting_once')],
            },
        ),
    ]
