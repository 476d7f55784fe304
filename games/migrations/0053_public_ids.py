"""Random public ids of notices, in place of numbers by which the notices of others could be counted."""

import uuid

import django.contrib.postgres.functions
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0052_postponed_rows'),
    ]

    operations = [
        migrations.AddField(
            model_name='notice',
            name='public_id',
            field=models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True),
        ),
    ]
