"""In which language somebody has asked for a seat by the link of a game: their mail speaks it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0062_form_keys'),
    ]

    operations = [
        migrations.AddField(
            model_name='invitation',
            name='language',
            field=models.CharField(blank=True, db_default='', default='', max_length=12, verbose_name='language'),
        ),
    ]
