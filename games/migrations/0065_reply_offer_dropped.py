"""Whether a player has said no to what the answer to a reply offers: a yes plays nothing then."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0064_player_links_ended'),
    ]

    operations = [
        migrations.AddField(
            model_name='reply',
            name='offer_dropped',
            field=models.BooleanField(db_default=False, default=False, help_text='The player has said no to what the answer offers.', verbose_name='offer declined'),
        ),
    ]
