"""What a sweep, a list and a deletion looked for among all rows."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0069_watched_by_deputies'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('paused_until__isnull', False)), fields=['paused_until'], name='game_paused'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_open', True), ('status', 'running')), fields=['-id'], name='game_watched'),
        ),
        migrations.AddIndex(
            model_name='question',
            index=models.Index(condition=models.Q(('counts_for__isnull', False)), fields=['counts_for'], name='question_counts'),
        ),
    ]
