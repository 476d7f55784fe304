"""The games of a circle are few among all."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False  # an index that is made beside writers can't be

    dependencies = [
        ('games', '0072_circles'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(condition=models.Q(('circle__isnull', False)), fields=['circle', 'finished_at'], name='game_of_circle'),
        ),
    ]
