"""Keys of remarks, so that one that is sent twice is said once."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0055_links_ended'),
    ]

    operations = [
        migrations.AddField(
            model_name='remark',
            name='submission_key',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=64),
        ),
    ]
