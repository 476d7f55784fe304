"""Keys of the forms that make games, decks and reports, so that one that is sent twice makes one."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0061_address_changed'),
    ]

    operations = [
        migrations.AddField(
            model_name=name,
            name='submission_key',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=64),
        )
        for name in ('deck', 'game', 'report')
    ]
