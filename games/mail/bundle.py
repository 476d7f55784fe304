"""What a mail holds: one letter, or those of several games, such as the daily digest.

The games that wait come first, each with its goal, its choices and its deadline, the most urgent on top; news
of others follow in a line each.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.site_title import short_title
from games.models import Notice, Player
from games.models.names import one_line
from games.outbox.kinds import QUESTION_KINDS
from games.replies import help_texts

from . import links, parts
from .first_mail import rules_in_short
from .letter import NO_CHOICES, HowToAnswer, Link
from .numbering import SeatLetter

# Gmail cuts a mail off at 102 kB of HTML. What has no room comes in the next mail.
LARGEST = 90_000
MOST_IN_FULL = 3  # games that wait with the texts of their cards; of more, each has the names of its choices


@dataclass(frozen=True)
class Bundle:
    """The content of a mail: of one letter `alone`, about several games, or about none.

    `subject`, `headline` and the beginning of each part name no card of a hand. `results` are those of lines
    that were meant for no game; from the first on that names a card of a hand they are `results_below`. An
    answer to a reply has a `first_link`, and `below_link` about it; in plain text they stand above all that
    may name one. `news` and `left_out` have a line and a link for each game. `help_lines` stand
    there where one `wants_help`.
    """

    headline: str
    subject: str
    small_print: str = ""
    sender: str = ""
    alone: SeatLetter | None = None
    how_to_answer: HowToAnswer = NO_CHOICES
    results: tuple[str, ...] = ()
    first_link: Link | None = None
    below_link: str = ""
    results_below: tuple[str, ...] = ()
    parts: tuple[SeatLetter, ...] = ()
    news: tuple[Link, ...] = ()
    left_out: tuple[Link, ...] = ()
    wants_help: bool = False
    help_lines: tuple[str, ...] = ()

    @property
    def is_brief(self) -> bool:
        """Whether choices are names alone, as there are so many."""
        return len(self.parts) > MOST_IN_FULL

    @property
    def preview(self) -> str:
        """What mailboxes show beside the subject; it names no card of a hand."""
        if self.alone is None:
            return self.headline
        letter = self.alone.letter
        return " ".join((self.headline, *letter.refused[:1], letter.deadline))

    @property
    def left_out_sentence(self) -> str:
        """What the mail has no room for."""
        count = len(self.left_out)
        return ngettext(
            "%(count)d more game is waiting. There’s no room for it in this mail.",
            "%(count)d more games are waiting. There’s no room for them in this mail.",
            count,
        ) % {"count": count}

    @property
    def button(self) -> Link:
        """The link to the reader's games."""
        return Link(_("Open your games"), links.absolute_url("dashboard"))

    @property
    def choices(self) -> Link:
        """The link to the notification settings."""
        return Link(_("Notification settings"), links.absolute_url("notices"))

    @property
    def report(self) -> Link:
        """The link to how a problem is reported."""
        return parts.conduct_link()


def make_letter(alone: SeatLetter) -> Bundle:
    """Return the mail of one letter, which is shown in full."""
    letter = alone.letter
    return Bundle(headline=letter.headline, subject=letter.subject, sender=letter.sender, alone=alone)


def begin_bundle(player: Player, letters: Iterable[SeatLetter]) -> Bundle:
    """Return the beginning of one mail about all these letters."""
    waiting = len({each.seat for each in letters if each.questions})
    if waiting:
        headline = ngettext(
            "%(count)d game is waiting for you", "%(count)d games are waiting for you", waiting
        )
    else:
        news = len({each.seat or each.notice for each in letters})
        headline = ngettext("News from %(count)d game", "News from %(count)d games", news)
    headline %= {"count": waiting or news}
    name = one_line(player.name)
    return Bundle(
        headline=_("%(call)s, %(name)s.") % {"call": headline, "name": name} if name else f"{headline}.",
        subject=f"[{short_title()}] {headline}",
    )


def fill_bundle(
    bundle: Bundle, letters: Sequence[SeatLetter], left_out: Iterable[SeatLetter], *, can_answer: bool
) -> Bundle:
    """Return a bundle with these letters, in their order: those that ask something, then the others."""
    news = [each for each in letters if not (each.questions or each.results)]
    parts = [each for each in letters if each.questions or each.results]
    return replace(
        bundle,
        how_to_answer=how_to_answer(letters) if can_answer else NO_CHOICES,
        help_lines=_help_lines(letters) if bundle.wants_help else (),
        small_print=_("Anyone with this mail can play for you: don’t forward it."),
        parts=(*parts[:1], *map(_without_rules, parts[1:])),
        news=tuple(Link(f"{each.game}: {each.letter.headline}", each.letter.button.url) for each in news),
        left_out=tuple(Link(each.game, each.letter.button.url) for each in left_out),
    )


def _help_lines(letters: Sequence[SeatLetter]) -> tuple[str, ...]:
    """Return what a reply can say, with numbers and a name that stand in the mail."""
    return help_texts.help_lines(parts.find_examples(*(each for part in letters for each in part.questions)))


def _without_rules(part: SeatLetter) -> SeatLetter:
    """Return a part without the rules in short, which the first one has already told."""
    rules = rules_in_short()
    lead = tuple(each for each in part.letter.lead if each != rules)
    return replace(part, letter=replace(part.letter, lead=lead))


def how_to_answer(letters: Sequence[SeatLetter]) -> HowToAnswer:
    """Return how one reply answers all of a mail, with numbers and a name that stand in it."""
    games = [each for each in letters if each.questions and each.is_own]
    asked = [question for each in games for question in each.questions if question.choices]
    if not asked:
        return NO_CHOICES
    if len(games) < 2 or len(asked) < 2:
        return HowToAnswer(
            _("Reply with the number of your choice."), _("Reply with the number of your choice, or tap it.")
        )
    words = {
        "first": asked[0].choices[0].number,
        "last": asked[-1].choices[-1].number,
        "game": games[0].game,
    }
    text = _("One reply works for all of them: write the numbers, such as “%(first)d, %(last)d”.") % words
    html = (
        _("One reply works for all of them: write the numbers, such as “%(first)d, %(last)d”, or tap one.")
        % words
    )
    say = _("To say something, put the game first: “%(game)s: say Hello!”.") % words
    return HowToAnswer(f"{text} {say}", f"{html} {say}")


def make_test_bundle(player: Player) -> Bundle:
    """Return the content of a test mail."""
    reason = _("Someone who is signed in as %(email)s asked for this mail.") % {"email": player.email}
    return Bundle(
        headline=_("This is a test: mails about your games will arrive here."),
        subject=f"[{short_title()}] {_('A test')}",
        small_print=reason,
    )


def urgency(notice: Notice) -> tuple[bool, bool, float, int]:
    """Return the sort key of notices: questions by their deadlines, then the rest."""
    due_at = notice.question.due_at if notice.question is not None else None
    return notice.kind not in QUESTION_KINDS, due_at is None, due_at.timestamp() if due_at else 0.0, notice.pk
