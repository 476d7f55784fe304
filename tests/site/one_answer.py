"""A program that gives one answer: `python -m tests.site.one_answer SEAT NUMBER KEY LABEL…`."""

import sys

import django


def main(seat: str, number: str, key: str, *labels: str) -> None:
    """Answer a question as a request would."""
    django.setup()
    from games.models import By
    from games.play.answer import answer_question

    answer_question(seat=int(seat), number=int(number), labels=labels, by=By.PAGE, submission_key=key)


if __name__ == "__main__":
    main(*sys.argv[1:])
