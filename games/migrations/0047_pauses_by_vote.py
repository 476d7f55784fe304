"""Pauses on which a table agrees by a vote."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0046_acts_put_away'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='paused_until',
            field=models.DateTimeField(blank=True, editable=False, help_text='When a pause ends on which the table has agreed; a pause by staff has no end.', null=True, verbose_name='paused until'),
        ),
        migrations.AddField(
            model_name='vote',
            name='days',
            field=models.PositiveSmallIntegerField(blank=True, help_text='For how long the game is to be paused, if it is about that.', null=True, verbose_name='days'),
        ),
        migrations.AlterField(
            model_name='vote',
            name='kind',
            field=models.CharField(choices=[('silence', 'somebody is silent'), ('takeback', 'somebody asks to take a turn back'), ('pause', 'somebody asks for a pause')], max_length=12, verbose_name='kind'),
        ),
    ]
