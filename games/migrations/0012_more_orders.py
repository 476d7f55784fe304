import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_replies'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='has_orders',
            field=models.BooleanField(default=False, help_text='It has once said what is done at limits, at throws, or in its own turn.', verbose_name='has orders'),
        ),
        migrations.CreateModel(
            name='SeatOrders',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('given', models.JSONField(default=dict, verbose_name='given')),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing', to='games.seat', verbose_name='seat')),
            ],
            options={
                'verbose_name': 'orders of a seat',
                'verbose_name_plural': 'orders of seats',
            },
        ),
        migrations.AlterField(
            model_name='seatnote',
            name='kind',
            field=models.CharField(choices=[('played', 'an order played a Surprise'), ('passed', 'an order passed'), ('not-met', 'the condition of an order was not met'), ('not-held', 'an order wanted a Surprise that the seat did not hold'), ('time-out', 'time ran out'), ('holding', 'a Surprise came to hand'), ('gave-up', 'an order chose what was given up'), ('undecided', 'an order could not choose what is given up'), ('threw', 'an order threw'), ('went-on', 'an order ended a turn, or let it go on'), ('planned', 'a plan played a card'), ('plan-off', 'a plan stopped, and asks'), ('plan-over', 'a turn ended before its plan was done')], max_length=12, verbose_name='kind'),
        ),
    ]
