from django.db import migrations, models


class Migration(migrations.Migration):
    """Models and fields change their names, and keep their tables and columns, which the release before reads."""

    dependencies = [("games", "0021_side_questions")]

    operations = [
        migrations.AlterModelTable("standingorder", "games_standingorder"),
        migrations.RenameModel("StandingOrder", "StoredWindowOrder"),
        migrations.AlterField(
            "storedwindoworder",
            "seat",
            models.ForeignKey(on_delete=models.CASCADE, related_name="window_orders", to="games.seat"),
        ),
        migrations.AlterModelTable("seatorders", "games_seatorders"),
        migrations.RenameModel("SeatOrders", "StoredTurnOrders"),
        migrations.AlterField(
            "storedturnorders",
            "seat",
            models.OneToOneField(on_delete=models.CASCADE, related_name="turn_orders", to="games.seat"),
        ),
        migrations.AlterField(
            "seat",
            "has_orders",
            models.BooleanField(
                db_column="has_orders",
                default=False,
                help_text="It has once said what is done at limits, at throws, or in its own turn.",
                verbose_name="has orders",
            ),
        ),
        migrations.RenameField("seat", "has_orders", "has_turn_orders"),
        migrations.AlterField(
            "question",
            "of_turn",
            models.BooleanField(
                db_column="of_turn",
                default=False,
                help_text="Asked of the seat that has the turn, by the turn itself or by a card.",
                verbose_name="on the clock of the turn",
            ),
        ),
        migrations.RenameField("question", "of_turn", "on_turn_clock"),
        # The index itself names the column, and stays.
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveIndex("question", "question_record")]
        ),
        migrations.AlterField(
            "question",
            "asked",
            models.ForeignKey(
                blank=True,
                db_column="asked_id",
                db_index=False,
                help_text="Whose record the answer, or its missing, belongs to; "
                "nobody’s when it counts for none.",
                null=True,
                on_delete=models.SET_NULL,
                related_name="+",
                to="games.player",
                verbose_name="asked",
            ),
        ),
        migrations.RenameField("question", "asked", "counts_for"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddIndex(
                    "question",
                    models.Index(
                        condition=models.Q(counts_for__isnull=False, closed_at__isnull=False),
                        fields=["counts_for", "-closed_at"],
                        name="question_record",
                    ),
                ),
            ]
        ),
    ]
