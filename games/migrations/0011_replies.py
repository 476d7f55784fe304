from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_inbound_mail'),
    ]

    operations = []
