"""What a seat was called before somebody took it over."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0058_reply_aliases'),
    ]

    operations = [
        migrations.AddField(
            model_name='formerplayer',
            name='name',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=40, verbose_name='name'),
        ),
    ]
