from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_undo_and_talk'),
    ]

    operations = []
