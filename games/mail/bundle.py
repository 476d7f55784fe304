"""A mail about several games, such as the daily digest, or what came of a reply to one.

The games that wait come first, each with its goal, its choices and its deadline, the most urgent on top; news
of others follow in a line each.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.site_title import short_title
from games.history.formatting import one_line
from games.models import Notice, Player
from games.outbox.kinds import QUESTION_KINDS

from . import headers, links, parts, unsubscribe
from .letter import Letter, Link, PrintedQuestion
from .numbering import SeatLetter
from .render import (
    asked_blocks,
    card_blocks,
    join_blocks,
    link_lines,
    note_lines,
    render_template,
    situation_lines,
    wrapped,
)

# Gmail cuts a mail off at 102 kB of HTML. What has no room comes in the next mail.
LARGEST = 90_000
MOST_IN_FULL = 3  # games that wait with the texts of their cards; of more, each has the names of its choices


@dataclass(frozen=True)
class BundlePart:
    """A game that waits, or of which there is more to tell than a line; `results` are those of a reply."""

    game: str
    letter: Letter
    results: tuple[str, ...] = ()

    @property
    def is_plain_turn(self) -> bool:
        """Whether all there is to choose is a card of the hand, so that the question says it all."""
        return self.letter.question is not None and self.letter.question.is_hand


@dataclass(frozen=True)
class Bundle:
    """The content of a mail about several games, or about none.

    `subject`, `headline` and the beginning of each part name no card of a hand. `results` are those of lines
    that were meant for no game; from the first on that names a card of a hand they are `results_below`. An
    answer to a reply has a `first_link`, and `below_link` about it, above all that may name one. `news` and
    `left_out` have a line and a link for each game.
    """

    headline: str
    subject: str
    small_print: str
    how_to_answer: str = ""
    results: tuple[str, ...] = ()
    first_link: Link | None = None
    below_link: str = ""
    results_below: tuple[str, ...] = ()
    parts: tuple[BundlePart, ...] = ()
    news: tuple[Link, ...] = ()
    left_out: tuple[Link, ...] = ()
    help_lines: tuple[str, ...] = ()

    @property
    def is_brief(self) -> bool:
        """Whether choices are names alone, as there are so many."""
        return len(self.parts) > MOST_IN_FULL

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


def make_bundle(
    player: Player,
    letters: Sequence[SeatLetter],
    *,
    left_out: Sequence[SeatLetter] = (),
    can_answer: bool = False,
) -> Bundle:
    """Return one bundle of these letters, in their order: those that ask something, then the others."""
    asking = [each for each in letters if each.questions]
    news = [each for each in letters if not each.questions]
    waiting = len({each.seat for each in (*asking, *left_out)})
    if waiting:
        headline = ngettext(
            "%(count)d game is waiting for you", "%(count)d games are waiting for you", waiting
        )
    else:
        headline = ngettext("News of %(count)d game", "News of %(count)d games", len(news))
    headline %= {"count": waiting or len({each.game for each in news})}
    name = one_line(player.name)
    return Bundle(
        headline=_("%(call)s, %(name)s.") % {"call": headline, "name": name} if name else f"{headline}.",
        subject=f"[{short_title()}] {headline}",
        **common_fields(letters, left_out=left_out, can_answer=can_answer),
    )


def common_fields(
    letters: Sequence[SeatLetter], *, left_out: Sequence[SeatLetter], can_answer: bool
) -> dict[str, Any]:
    """Return what a bundle has for these letters, whatever it begins with."""
    news = [each for each in letters if not (each.questions or each.results)]
    return {
        "how_to_answer": how_to_answer(letters) if can_answer else "",
        "small_print": _small_print(),
        "parts": tuple(
            BundlePart(each.game, each.letter, each.results)
            for each in letters
            if each.questions or each.results
        ),
        "news": tuple(Link(f"{each.game}: {each.letter.headline}", each.letter.button.url) for each in news),
        "left_out": tuple(Link(each.game, each.letter.button.url) for each in left_out),
    }


def how_to_answer(letters: Sequence[SeatLetter]) -> str:
    """Return how one reply answers all of a mail, with numbers and a name that stand in it."""
    games = [each for each in letters if each.questions and each.is_own]
    asked = [question for each in games for question in each.questions if question.choices]
    if not asked:
        return ""
    if len(games) < 2 or len(asked) < 2:
        return _("Reply with the number of your choice, or tap it.")
    first, last = asked[0].choices[0].number, asked[-1].choices[-1].number
    return _(
        "One reply plays in all: write the numbers, such as “%(first)d, %(last)d”, or tap one. To say "
        "something, put the game first: “%(game)s: say Hello!”."
    ) % {"first": first, "last": last, "game": games[0].game}


def _small_print() -> str:
    return _("This mail can play for you: don’t forward it.")


def make_test_bundle(player: Player) -> Bundle:
    """Return the content of a test mail."""
    reason = _("Somebody who is signed in as %(email)s asked for this mail.") % {"email": player.email}
    return Bundle(
        headline=_("This is a test: mails about your games arrive here."),
        subject=f"[{short_title()}] {_('A test')}",
        small_print=reason,
    )


def urgency(notice: Notice) -> tuple[bool, bool, float, int]:
    """Return the sort key of notices: questions by their deadlines, then the rest."""
    due_at = notice.question.due_at if notice.question is not None else None
    return notice.kind not in QUESTION_KINDS, due_at is None, due_at.timestamp() if due_at else 0.0, notice.pk


def render_text(bundle: Bundle) -> str:
    """Return the mail as plain text; every link is whole, on a line of its own."""
    blocks = [wrapped(bundle.headline), wrapped(bundle.how_to_answer)]
    blocks.append([row for line in bundle.results for row in wrapped(line, "- ")])
    if bundle.first_link:
        blocks += [link_lines(bundle.first_link), wrapped(bundle.below_link)]
    blocks.append([row for line in bundle.results_below for row in wrapped(line, "- ")])
    for part in bundle.parts:
        blocks += _part_blocks(part, is_brief=bundle.is_brief)
    if bundle.news:
        blocks.append(wrapped(_("News of other games") if bundle.parts else _("News"), "== "))
        blocks += [[*wrapped(link.text, "- "), link.url] for link in bundle.news]
    if bundle.left_out:
        blocks.append(wrapped(left_out_sentence(bundle), "== "))
        blocks += [link_lines(link) for link in bundle.left_out]
    blocks += [wrapped(line) for line in bundle.help_lines]
    foot = [row for link in (bundle.choices, bundle.report) for row in link_lines(link)]
    return join_blocks([*blocks, link_lines(bundle.button), wrapped(bundle.small_print), foot])


def _part_blocks(part: BundlePart, *, is_brief: bool) -> list[list[str]]:
    letter = part.letter
    blocks = [wrapped(part.game, "== "), [row for line in part.results for row in wrapped(line, "- ")]]
    headline = "" if is_brief and part.is_plain_turn else letter.headline
    blocks += [[*wrapped(headline), *wrapped(letter.deadline)]]
    blocks += [wrapped(paragraph) for paragraph in letter.lead]
    situation = letter.situation
    if situation and is_brief:
        situation = replace(situation, has_keepers=False, remark="") if situation.goals else None
    blocks.append(situation_lines(situation) if situation else [])
    if letter.board:
        blocks.append(wrapped(letter.board.words.goal))
    if letter.question:
        text = letter.question.text if is_brief or not letter.says_question else ""
        blocks += [wrapped(text), *_choice_blocks(letter.question, is_brief=is_brief)]
    for asked in letter.side_questions:
        blocks.append(wrapped(f"{asked.text} {parts.side_question_deadline()}"))
        blocks += _choice_blocks(asked, is_brief=is_brief)
    if letter.hand and is_brief:
        titles = ", ".join(card.title for card in letter.hand)
        blocks.append(wrapped(f"{letter.hand_title}: {titles}"))
    elif letter.hand:
        blocks += [[f"{letter.hand_title}:"], *card_blocks(letter.hand)]
    blocks.append(note_lines(letter.order_hint) if letter.order_hint else [])
    return [*blocks, link_lines(letter.button)]


def _choice_blocks(asked: PrintedQuestion, *, is_brief: bool) -> list[list[str]]:
    """Return the choices of a question; in brief their names alone, without links."""
    if not is_brief:
        return list(asked_blocks(asked))
    rows = [] if asked.is_hand else [row for remark in asked.remarks for row in wrapped(remark)]
    for choice in asked.choices:
        rows += wrapped(f"{choice.heading}:") if choice.heading else []
        kind = f" ({choice.card.kind_name})" if choice.card else ""
        rows += wrapped(f"{choice.title}{kind}", f"{choice.number}. ")
    return [rows, *(wrapped(paragraph) for paragraph in asked.written)]


def left_out_sentence(bundle: Bundle) -> str:
    """Return what the mail has no room for."""
    count = len(bundle.left_out)
    return ngettext(
        "%(count)d more game is waiting. There’s no room for it in this mail.",
        "%(count)d more games are waiting. There’s no room for them in this mail.",
        count,
    ) % {"count": count}


def render_html(bundle: Bundle) -> str:
    """Return the mail as HTML."""
    return render_template(
        "mail/bundle.html",
        bundle=bundle,
        no_hurry=parts.side_question_deadline(),
        left_out=left_out_sentence(bundle),
        choices="mail/_brief.html" if bundle.is_brief else "mail/_asked.html",
    )


def bundle_headers(first: Notice, player: Player) -> dict[str, str]:
    """Return the headers of a mail about several games, which have a thread and a list of their own."""
    root = f"<games-of.{player.pk}@{settings.MAIL_DOMAIN}>"
    return {
        **headers.headers(first),
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"Fluxx <games.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": headers.list_unsubscribe(unsubscribe.make_bundle_token(first)),
        "X-Fluxx-Kind": "several",
    }
