from django.db import migrations, models


class Migration(migrations.Migration):
    """A person is suspended until an instant; bots keep their seats."""

    dependencies = [
        ('games', '0041_reports'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='held_seats',
            field=models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list, help_text='Which seats they get back when the suspension ends.', verbose_name='seats kept by bots'),
        ),
        migrations.AddField(
            model_name='player',
            name='suspended_because',
            field=models.CharField(blank=True, db_default='', default='', max_length=300, verbose_name='suspended because'),
        ),
        migrations.AddField(
            model_name='player',
            name='suspended_until',
            field=models.DateTimeField(blank=True, help_text='Until then they can’t sign in or play, and bots keep their seats.', null=True, verbose_name='suspended until'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('suspended_until__isnull', False)), fields=['suspended_until'], name='player_suspended'),
        ),
    ]
