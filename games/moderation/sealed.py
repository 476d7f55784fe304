"""What staff don't see of windows: who has passed in one, and when, is sealed from them, too (H7)."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from games.models import Game, InboundMail, Notice, Question
from games.models.question import IS_OPEN, WINDOW

IS_OPEN_WINDOW = IS_OPEN & Q(what=WINDOW)


def has_open_window(game: Game) -> bool:
    """Whether others may answer a card at a table now."""
    return Question.objects.filter(IS_OPEN_WINDOW, game=game).exists()


def without_sealed(rows: QuerySet[Notice]) -> QuerySet[Notice]:
    """Leave out the notices of open windows: what became of them says who has answered."""
    is_open = Exists(Question.objects.filter(IS_OPEN_WINDOW, game=OuterRef("game")))
    return rows.exclude(Q(question__what=WINDOW) & is_open)


def without_sealed_mail(rows: QuerySet[InboundMail]) -> QuerySet[InboundMail]:
    """Leave out what seats have mailed since a window opened at their table: it may be an answer."""
    since = Question.objects.filter(IS_OPEN_WINDOW, game=OuterRef("seat__game")).order_by("opened_at")
    opened = rows.annotate(window_opened_at=Subquery(since.values("opened_at")[:1]))
    return opened.filter(Q(window_opened_at=None) | Q(received_at__lt=F("window_opened_at")))
