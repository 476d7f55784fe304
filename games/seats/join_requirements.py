"""What a game requires of players who join without an invitation."""

from datetime import timedelta

from django.utils.translation import gettext as _

from games.core.refusal import NotAllowed
from games.models import Game, Player
from games.timing import player_records


def check_join_requirements(game: Game, player: Player) -> None:
    """Refuse a player who answers less reliably, or more slowly, than this game requires.

    The host and invited players always pass. Raises `NotAllowed`, with what to do instead.
    """
    asks = game.least_reliability or game.usual_hours or not game.newcomers
    if not asks or game.host_id == player.pk or is_invited(game, player):
        return
    record = player_records.load_record(player)
    if not record.is_known:
        if not game.newcomers:
            raise NotAllowed(
                _(
                    "This table asks for people who have played here before. Play a few turns in other "
                    "games first, or ask the host for an invitation."
                )
            )
        return
    if record.percent < game.least_reliability:
        words = {"percent": game.least_reliability, "record": player_records.describe_record(record)}
        raise NotAllowed(
            _(
                "This table asks for people who answer %(percent)d %% of their turns in time. Of you it "
                "says: %(record)s. Only your last turns count, so that this mends itself as you play "
                "elsewhere. Or ask the host for an invitation."
            )
            % words
        )
    usual = record.usual
    if game.usual_hours and usual is not None and usual > timedelta(hours=game.usual_hours):
        words = {"hours": game.usual_hours, "record": player_records.describe_record(record)}
        raise NotAllowed(
            _(
                "This table asks for people who usually answer within %(hours)d h; of you it says: "
                "%(record)s. A table with more time may suit you better. Or ask the host for an invitation."
            )
            % words
        )


def is_invited(game: Game, player: Player) -> bool:
    """Whether a seat of this game is, or was, kept for this player's address."""
    invited = game.invitations.filter(email=player.email, removed_at=None)
    return invited.exists() or game.seats.filter(player=player).exists()
