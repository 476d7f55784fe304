"""Words why a line was refused, and what to write instead."""

import re

from django.utils.text import Truncator
from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from games.decks.titles import read_titles

from .commands import AnswerProblem, UnclearAnswer

MOST_NAMED = 12  # choices or games that a refusal lists
LONGEST_QUOTED = 60  # characters of a line that a refusal quotes

# What `UnclearAnswer.about` holds stands here in the same order.
UNCLEAR: dict[AnswerProblem, str] = {
    AnswerProblem.NO_NUMBERS: gettext_noop(
        "A number only counts for the mail that you reply to, in the first line that answers it. "
        "Write the name of the card instead."
    ),
    AnswerProblem.NO_SUCH_NUMBER: gettext_noop("There’s no choice with the number %(number)s."),
    AnswerProblem.GONE: gettext_noop("Number %(number)s was “%(name)s”, and you can’t choose that any more."),
    AnswerProblem.NO_MOVE: gettext_noop("You can’t make that move now. You can choose: %(names)s."),
    AnswerProblem.TWICE: gettext_noop("You named the same choice twice."),
    AnswerProblem.HOW_MANY: gettext_noop("Choose %(least)s to %(most)s, all on one line, such as “1, 3”."),
    AnswerProblem.AMBIGUOUS: gettext_noop(
        "That could be any of these: %(names)s. Write one of them just as it’s written here."
    ),
    AnswerProblem.TYPO: gettext_noop("There’s no such choice. Did you mean “%(name)s”?"),
    AnswerProblem.UNKNOWN: gettext_noop("There’s no such choice."),
    AnswerProblem.NO_PASS: gettext_noop("You can’t pass here: this question needs an answer."),
    AnswerProblem.NO_WORDS: gettext_noop("Write what you want to say after the colon."),
    AnswerProblem.TOO_LONG: gettext_noop("That’s too long. Write %(most)s characters at most."),
    AnswerProblem.OTHER_VERB: gettext_noop(
        "“%(verb)s” isn’t what you’re asked to do here. Write only the number or the name."
    ),
    AnswerProblem.OTHER_CARD: gettext_noop("You can’t choose “%(title)s” here. Did you mean “%(name)s”?"),
    AnswerProblem.QUESTION: gettext_noop(
        "We don’t play a line with a question mark. Write only the number or the name."
    ),
    AnswerProblem.STRUCK_OUT: gettext_noop(
        "Something in this line is struck out. Write only the number or the name."
    ),
    AnswerProblem.SIGN: gettext_noop(
        "This line has a mark that could mean “no” or a question. Write only the number or the name."
    ),
    AnswerProblem.ENDS_THINGS: gettext_noop(
        "We don’t play a card for this word. To get fewer mails, or to leave the game, use the links "
        "below. To play a card, write its whole name."
    ),
    AnswerProblem.GREETING: gettext_noop(
        "Is “%(name)s” a greeting or your choice? Write your choice on a line of its own."
    ),
    AnswerProblem.CLOSING: gettext_noop(
        "We took “%(name)s” for the end of your mail. If it’s your choice, write its number."
    ),
    AnswerProblem.TAKEN_BACK: gettext_noop(
        "Below it you wrote “%(line)s”, which might cancel it, so nothing was played. Please "
        "send only what you want to play."
    ),
    AnswerProblem.BELOW: gettext_noop(
        "Below it you wrote “%(line)s”, which we don’t understand, so nothing was played. Please send only "
        "what you want to play. To say something at the table, begin its line with “say”."
    ),
    AnswerProblem.EVERYDAY: gettext_noop(
        "“%(name)s” is a card, but people also write that in mails. If you mean the card, write its number."
    ),
    AnswerProblem.BESIDE: gettext_noop(
        "Next to it you wrote “%(line)s”, which we don’t understand, so nothing in that line was played."
    ),
    AnswerProblem.WHICH_GAME: gettext_noop(
        "Which game do you mean: %(names)s? Write its name and a colon first, such as “%(first)s: …”."
    ),
    AnswerProblem.WHICH_NAME: gettext_noop(
        "Which one do you mean: %(names)s? Write the name just as it’s written here, with its number."
    ),
    AnswerProblem.WHICH_QUESTION: gettext_noop(
        "%(first)s asks you two things that this could answer. Write the number from the mail."
    ),
    AnswerProblem.NOT_PRINTED: gettext_noop("The mail has no choice %(number)s."),
    AnswerProblem.OTHER_GAME: gettext_noop("%(number)s is a choice in %(there)s, not in %(here)s."),
    AnswerProblem.OTHER_NUMBER: gettext_noop(
        "%(number)s isn’t the number of that choice. Write the number alone, or the name alone."
    ),
    AnswerProblem.ONE_LINE_EACH: gettext_noop(
        "Each number in the mail is for one game. Write one for each, such as “%(example)s”."
    ),
    AnswerProblem.NOT_IN_MAIL: gettext_noop(
        "No choice in the mail has this name. Write a number from the mail."
    ),
}
# The same where the mail asks by itself what was meant.
BESIDE_AN_OFFER: dict[AnswerProblem, str] = {
    AnswerProblem.TYPO: gettext_noop("There’s no such choice."),
    AnswerProblem.OTHER_CARD: gettext_noop("You can’t choose “%(title)s” here."),
    AnswerProblem.EVERYDAY: gettext_noop("“%(name)s” is a card, but people also write that in mails."),
}
# The same where the line that holds the others is told of, too, as in mails about several games.
OF_ITSELF: dict[AnswerProblem, str] = {
    AnswerProblem.TAKEN_BACK: gettext_noop(
        "It might cancel what’s above it, so nothing was played. Please send only what you want to play."
    ),
    AnswerProblem.BELOW: gettext_noop(
        "We don’t understand it, so nothing was played. Please send only what you want to play. To say "
        "something at the table, begin its line with “say”."
    ),
}
NAMED = re.compile(r"%\((\w+)\)s")


def describe_refusal(refused: Exception, line: str, *, has_offer: bool = False) -> str:
    """Return one sentence on why a line was refused, and what to write instead, unless that is offered."""
    if not isinstance(refused, UnclearAnswer):
        return str(refused)
    problem, about = refused.problem, refused.about
    if problem in OF_ITSELF and about == (line,):
        return _(OF_ITSELF[problem])
    if problem == AnswerProblem.NO_MOVE and not about:
        return _("You can’t make that move now.")
    if problem == AnswerProblem.HOW_MANY and about == ("1", "1"):
        return _("Choose just one, such as “2”.")
    if problem == AnswerProblem.HOW_MANY and about[0] == about[1]:
        return ngettext(
            "Choose exactly %(count)d, all on one line, such as “1, 3”.",
            "Choose exactly %(count)d, all on one line, such as “1, 3”.",
            int(about[0]),
        ) % {"count": int(about[0])}
    if problem in (AnswerProblem.NO_MOVE, AnswerProblem.AMBIGUOUS):
        about = ("; ".join(about[:MOST_NAMED]) + (" …" if len(about) > MOST_NAMED else ""),)
    if problem in (AnswerProblem.WHICH_GAME, AnswerProblem.WHICH_NAME):
        quoted = read_titles(get_language() or "").quoted
        listed = _(", ").join(quoted.format(title=name) for name in about[:MOST_NAMED])
        listed += " …" if len(about) > MOST_NAMED else ""
        about = (listed, about[0]) if problem == AnswerProblem.WHICH_GAME else (listed,)
    if problem in (AnswerProblem.TAKEN_BACK, AnswerProblem.BELOW, AnswerProblem.BESIDE):
        about = (Truncator(about[0]).chars(LONGEST_QUOTED),)
    text = UNCLEAR[problem]
    words = dict(zip(NAMED.findall(text), about, strict=True))
    return _(BESIDE_AN_OFFER.get(problem, text) if has_offer else text) % words
