import games.models.notice
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0018_fill_former_players'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=games.models.notice.kind_choices, max_length=16, verbose_name='kind'),
        ),
    ]
