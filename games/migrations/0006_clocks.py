from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_what_tables_tell'),
    ]

    operations = []
