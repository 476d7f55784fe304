import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """A person keeps away from another."""

    dependencies = [
        ('games', '0042_suspensions'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayerBlock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('block', 'blocked'), ('mute', 'muted')], max_length=8, verbose_name='kind')),
                ('since', models.DateTimeField(default=games.clock.now, verbose_name='since')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
                'ordering': ['-since', '-pk'],
                'constraints': [models.UniqueConstraint(fields=('by', 'player'), name='block_once')],
            },
        ),
    ]
