from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_feeds_and_deputies'),
    ]

    operations = [
        migrations.AddField(
            model_name='notice',
            name='params',
            field=models.JSONField(blank=True, db_default=models.Value({}, models.JSONField()), default=dict, help_text='What its letter is about besides the rows that it points to.', verbose_name='data'),
        ),
    ]
