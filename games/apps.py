"""The Django application."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Everything of the site that is not configuration."""

    name = "games"
    verbose_name = _("games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load the acts of staff, which histories tell, and listen for guests and visitors who sign in."""
        from games.moderation import registry  # noqa: F401  (loading it registers the acts)
        from games.pages.seats.trials import keep_on_sign_in
        from games.people.guests import promote_guest

        user_logged_in.connect(promote_guest)
        user_logged_in.connect(keep_on_sign_in)
