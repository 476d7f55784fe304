"""What an act of staff puts away for its revert."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0045_staff_notes'),
    ]

    operations = [
        migrations.AddField(
            model_name='staffact',
            name='sealed',
            field=models.TextField(blank=True, db_default='', default='', help_text='What a revert needs and nobody reads.', verbose_name='put away'),
        ),
    ]
