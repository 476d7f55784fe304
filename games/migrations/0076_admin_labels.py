"""Names of fields that the admin shows; no column changes."""

import django.contrib.postgres.functions
import games.models.invitation
import games.models.question
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0075_shared_years'),
    ]

    operations = [
        migrations.AlterField(
            model_name='circle',
            name='submission_key',
            field=models.CharField(blank=True, default='', editable=False, max_length=64, verbose_name='key of the form'),
        ),
        migrations.AlterField(
            model_name='circleremark',
            name='submission_key',
            field=models.CharField(blank=True, default='', editable=False, max_length=64, verbose_name='key of the form'),
        ),
        migrations.AlterField(
            model_name='deck',
            name='submission_key',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=64, verbose_name='key of the form'),
        ),
        migrations.AlterField(
            model_name='game',
            name='submission_key',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=64, verbose_name='key of the form'),
        ),
        migrations.AlterField(
            model_name='invitation',
            name='mailbox',
            field=models.CharField(editable=False, max_length=254, verbose_name='mailbox'),
        ),
        migrations.AlterField(
            model_name='invitation',
            name='nonce',
            field=models.CharField(default=games.models.invitation.new_nonce, editable=False, max_length=24, verbose_name='random number'),
        ),
        migrations.AlterField(
            model_name='move',
            name='params',
            field=models.JSONField(db_column='told', default=dict, help_text='For an event: its kind, and the values in its sentence.', verbose_name='data'),
        ),
        migrations.AlterField(
            model_name='move',
            name='submission_key',
            field=models.CharField(blank=True, max_length=64, verbose_name='key of the form'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='public_id',
            field=models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True, verbose_name='public ID'),
        ),
        migrations.AlterField(
            model_name='question',
            name='nonce',
            field=models.BigIntegerField(db_default=0, default=games.models.question.new_nonce, editable=False, verbose_name='random number'),
        ),
        migrations.AlterField(
            model_name='remark',
            name='submission_key',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=64, verbose_name='key of the form'),
        ),
        migrations.AlterField(
            model_name='report',
            name='submission_key',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=64, verbose_name='key of the form'),
        ),
    ]
