"""What a seat was called while somebody had it before, where they had it more than once."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0059_former_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='formerplayer',
            name='earlier_names',
            field=models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list, editable=False, verbose_name='earlier names'),
        ),
    ]
