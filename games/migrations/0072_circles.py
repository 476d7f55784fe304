"""Circles of people who play together."""

import django.db.models.deletion
import games.clock
import games.models.game
import games.models.names
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0071_what_games_leave'),
    ]

    operations = [
        migrations.CreateModel(
            name='Circle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=games.models.game.new_key, editable=False, max_length=12, unique=True, verbose_name='key')),
                ('name', models.CharField(max_length=60, validators=[games.models.names.check_one_line], verbose_name='name')),
                ('edition', models.CharField(default='fluxx', max_length=40, verbose_name='usual edition')),
                ('pace', models.PositiveSmallIntegerField(choices=[(0, 'no clock'), (1, '1 day for each turn'), (3, '3 days for each turn'), (7, '7 days for each turn')], default=3, verbose_name='usual pace')),
                ('members_invite', models.BooleanField(default=False, help_text='Every member may invite people, not only hosts.', verbose_name='members may invite')),
                ('link_key', models.CharField(editable=False, max_length=32, null=True, unique=True, verbose_name='link key')),
                ('link_made_at', models.DateTimeField(editable=False, null=True, verbose_name='link made')),
                ('submission_key', models.CharField(blank=True, default='', editable=False, max_length=64)),
                ('created_at', models.DateTimeField(default=games.clock.now, editable=False, verbose_name='created')),
            ],
            options={
                'verbose_name': 'circle',
                'verbose_name_plural': 'circles',
                'ordering': ['name', 'pk'],
            },
            bases=(games.models.names.ShownName, models.Model),
        ),
        migrations.CreateModel(
            name='CircleInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=games.clock.now, verbose_name='created')),
                ('declined_at', models.DateTimeField(blank=True, null=True, verbose_name='declined')),
            ],
            options={
                'verbose_name': 'invitation to a circle',
                'verbose_name_plural': 'invitations to circles',
                'ordering': ['created_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='CircleMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_host', models.BooleanField(default=False, verbose_name='host')),
                ('joined_at', models.DateTimeField(default=games.clock.now, verbose_name='joined')),
            ],
            options={
                'verbose_name': 'member of a circle',
                'verbose_name_plural': 'members of circles',
                'ordering': ['joined_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='CircleRemark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(blank=True, max_length=1000, verbose_name='text')),
                ('submission_key', models.CharField(blank=True, default='', editable=False, max_length=64)),
                ('created_at', models.DateTimeField(default=games.clock.now, verbose_name='said')),
                ('deleted_at', models.DateTimeField(blank=True, null=True, verbose_name='deleted by its author')),
                ('hidden_at', models.DateTimeField(blank=True, null=True, verbose_name='hidden by staff')),
            ],
            options={
                'verbose_name': 'message in a circle',
                'verbose_name_plural': 'messages in circles',
                'ordering': ['-pk'],
            },
        ),
        migrations.AddField(
            model_name='game',
            name='circle',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games', to='games.circle', verbose_name='circle'),
        ),
        migrations.AddField(
            model_name='circleinvitation',
            name='circle',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.circle', verbose_name='circle'),
        ),
        migrations.AddField(
            model_name='circleinvitation',
            name='invited_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circle_invitations_sent', to=settings.AUTH_USER_MODEL, verbose_name='invited by'),
        ),
        migrations.AddField(
            model_name='circleinvitation',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circle_invitations', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddField(
            model_name='circlemember',
            name='circle',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='games.circle', verbose_name='circle'),
        ),
        migrations.AddField(
            model_name='circlemember',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circle_memberships', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddField(
            model_name='circleremark',
            name='circle',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='remarks', to='games.circle', verbose_name='circle'),
        ),
        migrations.AddField(
            model_name='circleremark',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='circle_remarks', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddField(
            model_name='report',
            name='circle_remark',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.circleremark', verbose_name='message in a circle'),
        ),
        migrations.AddIndex(
            model_name='circleinvitation',
            index=models.Index(fields=['invited_by', 'created_at'], name='circle_invited_by_day'),
        ),
        migrations.AddConstraint(
            model_name='circleinvitation',
            constraint=models.UniqueConstraint(fields=('circle', 'player'), name='circle_invitation_once'),
        ),
        migrations.AddConstraint(
            model_name='circlemember',
            constraint=models.UniqueConstraint(fields=('circle', 'player'), name='circle_member_once'),
        ),
        migrations.AddIndex(
            model_name='circleremark',
            index=models.Index(fields=['circle', '-id'], name='circle_remark_thread'),
        ),
        migrations.AddIndex(
            model_name='circleremark',
            index=models.Index(fields=['player', 'created_at'], name='circle_remark_author'),
        ),
    ]
