"""The letter about a mail that did nothing: from another address, to an old one, or to none."""

from django.utils.translation import gettext as _

from games.core import tokens
from games.core.suspension import describe_suspension
from games.models import InboundMail

from . import links, parts
from .context import LetterContext
from .letter import Letter, Link


def _sender_sentence(seen: str) -> str:
    """Return what to do about a mail that came from another address, `seen` as far as it is shown."""
    words = {"button": _("Disable all earlier links"), "seen": seen}
    if not seen:
        text = _(
            "A reply for your seat came from a different address, not yours, so nothing was "
            "done. Please reply from the address that this mail went to. If you didn’t write it, "
            "someone else has a mail of yours: open the table and press “%(button)s”."
        )
        return text % words
    text = _(
        "A reply for your seat came from %(seen)s, not from your address, so nothing was "
        "done. Please reply from the address that this mail went to. If you didn’t write it, "
        "someone else has a mail of yours: open the table and press “%(button)s”."
    )
    return text % words


def _not_counted_sentence(context: LetterContext) -> str:
    """Return why a mail did nothing, and what to do instead."""
    match context.param("not_counted"):
        case "sender":
            return _sender_sentence(str(context.notice.params.get("seen", "")))
        case "lost":
            return _(
                "The site no longer knows the mail that you answered, so nothing was done. Answer a newer "
                "one, or open this page:"
            )
        case "suspended":
            return describe_suspension(context.player)
        case "elsewhere":
            return _(
                "The address you wrote to doesn’t show which game you mean, so we did nothing. Open "
                "the latest mail with a question for you and press “Reply” there, or open this page:"
            )
        case "automatic":
            return _(
                "A mail from your address looked like an automatic answer, and we found no move in it, so "
                "nothing was done. If you wrote it, reply again with just the number of your choice, or open "
                "this page:"
            )
        case "revoked":
            return _(
                "You answered a mail whose links are disabled, so nothing was done. Answer a newer one, or "
                "open this page:"
            )
    return _(
        "You answered a mail that is too old, so nothing was done. Answer a newer one, or open this page:"
    )


def not_counted_letter(context: LetterContext) -> Letter:
    """Return the letter about a mail that did nothing: from another address, to an old one, or to none."""
    lead, link = [_not_counted_sentence(context)], _alias_link(context)
    if link:
        lead.append(
            _("If you did write it, we can accept replies from there, too. The link below asks you first.")
        )
    return parts.basic_letter(
        context,
        _("We didn’t accept a reply for your seat, %(name)s.") % {"name": context.name},
        lead=tuple(lead),
        options=(Link(_("This is me too"), link),) if link else (),
    )


def _alias_link(context: LetterContext) -> str:
    """Return the link that lets mails from the other address count; empty where there is no such address."""
    params = context.notice.params
    if params["not_counted"] != "sender" or not params.get("mail"):
        return ""
    mail = InboundMail.objects.filter(pk=params["mail"]).first()
    if mail is None:
        return ""
    token = tokens.make_alias_token(context.seat, mail, at=context.notice.created_at)
    return links.absolute_url("reply_alias", token)
