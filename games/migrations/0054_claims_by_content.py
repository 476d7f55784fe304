"""A received mail is claimed by all that came, before anything of it is read."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0053_public_ids'),
    ]

    operations = [
        migrations.AddField(
            model_name='inboundmail',
            name='attempts',
            field=models.PositiveSmallIntegerField(db_default=1, default=1, verbose_name='attempts'),
        ),
        migrations.AddField(
            model_name='inboundmail',
            name='raw_key',
            field=models.CharField(blank=True, max_length=64, null=True, unique=True, verbose_name='hash of all that came'),
        ),
    ]
