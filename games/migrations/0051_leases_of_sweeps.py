"""Which process works at a sweep, and until when at most."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0050_canonical_mailboxes'),
    ]

    operations = [
        migrations.CreateModel(
            name='SweepLease',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='name')),
                ('holder', models.CharField(max_length=80, verbose_name='process')),
                ('until', models.DateTimeField(verbose_name='until')),
            ],
            options={
                'verbose_name': 'running sweep',
                'verbose_name_plural': 'running sweeps',
            },
        ),
    ]
