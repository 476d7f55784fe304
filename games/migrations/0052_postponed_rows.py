"""Rows at which a sweep has failed, and which wait until it tries again."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0051_leases_of_sweeps'),
    ]

    operations = [
        migrations.CreateModel(
            name='PostponedRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('work', models.CharField(max_length=60, verbose_name='work')),
                ('row', models.BigIntegerField(verbose_name='row')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='failed attempts')),
                ('retry_at', models.DateTimeField(verbose_name='next attempt')),
                ('failed_at', models.DateTimeField(verbose_name='last failure')),
                ('error', models.CharField(max_length=300, verbose_name='last error')),
            ],
            options={
                'verbose_name': 'postponed row',
                'verbose_name_plural': 'postponed rows',
                'ordering': ['-failed_at'],
                'constraints': [models.UniqueConstraint(fields=('work', 'row'), name='postponed_once')],
            },
        ),
    ]
