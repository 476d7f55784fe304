"""Replies that play, with something before or behind them: what changes their meaning plays nothing.

What says nothing of the choice (greetings, thanks, excuses) leaves the reply as it is, or has it asked back.
Each form is tried with some of the replies of `reply_cases.tsv`; `EVERY_REPLY=1` takes many more.
"""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from engine import QuestionKind as Kind
from tests.support.replies import Mailed, apart

from .reply_scenes import read_cases, scene

CASES = read_cases(Path(__file__).parent / "reply_cases.tsv")
REPLIES_OF_A_FORM = 120 if os.environ.get("EVERY_REPLY") else 3
LANGUAGES = ("en", "pl", "ru")
# There “no” and “not” answer what is asked, and words of one's own may hold anything.
ANSWERED_BY_NO = (Kind.WINDOW, Kind.CHALLENGE, Kind.TAKE_FIRST_CARD, Kind.RHYME)

CHANGED = {
    "en": apart(
        "maybe {} | perhaps {} | {}, maybe | {}. Maybe. | {}... I don't know | not sure, {} | "
        "I wonder: {} | {}. I wish. | I wish: {} | in my dreams: {} | {}, in your dreams | "
        "I'd love that: {}? | thinking: {} | tomorrow: {} | {}, tomorrow | {} next turn | "
        "{}, in the next turn | next turn: {} | Next turn. {} | {}. Next turn. | {} when I'm back | "
        "when I'm back: {} | {} after Bartek has played | not now, {} | Not yet. {} | last turn: {} | "
        "yesterday: {} | in another game: {} | In another game. {} | {} as soon as I can | someday {} | "
        "until then {} | {} later | Kasia: {} | @Kasia {} | Bartek said: {} | Bartek says {} | "
        "Kasia wrote: {} | you wrote: {} | my wife says: {} | My wife says so. {} | "
        'He told me what to do. {} | somebody suggested: {} | "{}", Kasia wrote | "{}" you said | '
        "> {} | I said: {} | You asked for it. {} | Kasia will play this: {} | "
        "Bartek should do this: {} | Your turn, Bartek. {} | Bartek, you said {} | "
        "what Kasia wants: {} | Kasia's plan. {} | quoting Kasia: {} | a friend recommends {} | {}? | "
        "should I do this: {} | what about {}? | {}, right? | {}, ok with you? | is this allowed: {} | "
        "if I can: {} | {} if nobody minds | unless Kasia objects, {} | {} unless someone objects | "
        "{}, provided Bartek agrees | if it rains, {} | only if I must: {} | {} if that's ok | "
        "assuming I win: {} | in that case maybe {} | not {} | don't: {} | never {} | {}. Not. | "
        "{}... not | anything but {} | I won't do this: {} | no {} | {}, no wait | {}. Actually no. | "
        "{} or not | {}. Just kidding. | {}, or rather not | {} (joke) | instead of {} | cancel {} | "
        "forget {} | I can't: {} | {} - no! | I would never. {} | draft: {} | Draft. {} | example: {} | "
        "for example {} | test: {} | Just a test. {} | hypothetically {} | my plan: {} | "
        "I was going to. {} | Imagine this. {} | Suppose it's my turn. {} | I thought about it: {} | "
        "I had an idea. {} | one option: {} | Options? {} | almost: {} | {} was a mistake | "
        "{} would be better | {} because maybe it helps or not | {}, because Kasia or Bartek, no wait | "
        "{} because tomorrow I can't"
    ),
    "pl": apart(
        "może {} | być może {} | {}, może | {}. Może. | {}... nie wiem | nie wiem, {} | "
        "zastanawiam się: {} | {}. Chciałabym. | marzenie: {} | śniło mi się: {} | Śniło mi się. {} | "
        "myślę: {}? | jutro: {} | {}, jutro | {} w następnej turze | w następnej turze: {} | "
        "W następnej turze. {} | {} jak wrócę | jak wrócę: {} | {} kiedy Bartek zagra | "
        "jeszcze nie, {} | Jeszcze nie. {} | poprzednio: {} | wczoraj: {} | w innej grze: {} | "
        "W innej grze. {} | kiedyś {} | {} później | Kasia: {} | @Kasia {} | Bartek powiedział: {} | "
        "Bartek mówi {} | Kasia napisała: {} | pisałaś: {} | żona mówi: {} | Żona tak mówi. {} | "
        "Kazał mi. {} | ktoś radzi: {} | „{}”, napisała Kasia | „{}” mówiłaś | > {} | powiedziałam: {} | "
        "Pytałeś mnie. {} | Kasia tak zagra: {} | Bartek powinien: {} | Twoja kolej, Bartek. {} | "
        "czego chce Kasia: {} | Plan Kasi. {} | cytuję Kasię: {} | {}? | czy mam zrobić tak: {} | "
        "a co z {}? | {}, tak? | {}, zgoda? | czy wolno: {} | jeśli mogę: {} | "
        "{} jeśli nikt nie ma nic przeciwko | {}, chyba że ktoś się sprzeciwi | "
        "{}, o ile Bartek się zgodzi | gdyby padało, {} | tylko jeśli muszę: {} | "
        "zakładając że wygram: {} | nie {} | nigdy {} | {}. Nie. | {}... nie | wszystko, tylko nie {} | "
        "nie zrobię tego: {} | {}, nie, czekaj | {}. Jednak nie. | {} albo nie | {}. Żartuję. | "
        "{} (żart) | zamiast {} | zapomnij o {} | nie mogę: {} | {} - nie! | Nigdy w życiu. {} | "
        "szkic: {} | Szkic. {} | przykład: {} | na przykład {} | test: {} | To tylko test. {} | "
        "hipotetycznie {} | mój plan: {} | Miałam taki plan. {} | Wyobraź sobie. {} | "
        "Załóżmy, że to moja tura. {} | Miałam pomysł. {} | jedna z opcji: {} | prawie: {} | "
        "{} to był błąd | {} byłoby lepsze | {}, bo może się przyda albo nie | {} bo jutro nie mogę"
    ),
    "ru": apart(
        "может {} | возможно {} | {}, может быть | {}. Может быть. | {}... не знаю | не знаю, {} | "
        "думаю: {}? | {}. Мечтаю. | мечта: {} | приснилось: {} | Мне приснилось. {} | завтра: {} | "
        "{}, завтра | {} в следующий ход | в следующий ход: {} | В следующий ход. {} | "
        "{} когда вернусь | когда вернусь: {} | {} после хода Бартека | пока нет, {} | Пока нет. {} | "
        "в прошлый раз: {} | вчера: {} | в другой игре: {} | В другой игре. {} | когда-нибудь {} | "
        "{} позже | Kasia: {} | @Kasia {} | Bartek сказал: {} | Bartek говорит {} | Kasia написала: {} | "
        "ты писала: {} | жена говорит: {} | Жена так говорит. {} | Он мне так велел. {} | "
        "кто-то советует: {} | «{}», написала Kasia | «{}» ты говорила | > {} | я сказала: {} | "
        "Ты меня спросил. {} | Kasia так сыграет: {} | Bartek должен: {} | Твой ход, Bartek. {} | "
        "чего хочет Kasia: {} | План Каси. {} | цитирую Касю: {} | {}? | мне сделать так: {} | "
        "а как насчёт {}? | {}, да? | {}, согласны? | можно ли: {} | если можно: {} | "
        "{} если никто не против | {}, если только кто-то не возразит | "
        "{}, при условии что Bartek согласен | если пойдёт дождь, {} | только если придётся: {} | "
        "не {} | никогда {} | {}. Нет. | {}... нет | всё, только не {} | я этого не сделаю: {} | "
        "{}, нет, стой | {}. Хотя нет. | {} или нет | {}. Шучу. | {} (шутка) | вместо {} | "
        "забудь про {} | не могу: {} | {} - нет! | Никогда в жизни. {} | черновик: {} | Черновик. {} | "
        "пример: {} | например {} | тест: {} | Это просто тест. {} | гипотетически {} | мой план: {} | "
        "Был такой план. {} | Представь себе. {} | Допустим, мой ход. {} | Была идея. {} | "
        "один из вариантов: {} | почти: {} | {} было ошибкой | {} было бы лучше | "
        "{}, потому что может пригодится или нет | {} так как завтра не могу"
    ),
}
HARMLESS = {
    "en": apart(
        "Hi all,\n{} | Hello!\n{} | ok, {} | {}. Thanks! | {} 🙂 | {}\n\nThanks,\nAnn | "
        "{}\nSent from my phone | Sorry for the delay. {} | Thanks for the reminder! {} | {}\n-- \nAnn | "
        "{}\n\nbest wishes, Zuzanna | Long day at work, sorry for the delay. {} | "
        "On the train, so quick one: {} | {}, good luck everyone | My move:\n{} | "
        "Here's my move:\n\n{} | {}\n\nHave a nice weekend! | {} because it's fun"
    ),
    "pl": apart(
        "Cześć wszystkim,\n{} | Hej!\n{} | ok, {} | {}. Dzięki! | {} 🙂 | {}\n\nPozdrawiam\nAnia | "
        "{}\nWysłano z iPhone'a | Przepraszam za zwłokę. {} | Dzięki za przypomnienie! {} | "
        "{}\n-- \nAnia | Dużo pracy, przepraszam za zwłokę. {} | Jadę tramwajem, więc krótko: {} | "
        "{}, powodzenia | Mój ruch:\n{} | {}\n\nMiłego weekendu! | {}, bo to zabawne"
    ),
    "ru": apart(
        "Всем привет,\n{} | Привет!\n{} | ок, {} | {}. Спасибо! | {} 🙂 | {}\n\nС уважением,\nАня | "
        "{}\nОтправлено с iPhone | Извините за задержку. {} | Спасибо за напоминание! {} | "
        "{}\n-- \nАня | Много работы, извините за задержку. {} | Еду в метро, поэтому коротко: {} | "
        "{}, всем удачи | Мой ход:\n{} | {}\n\nХороших выходных! | {}, потому что весело"
    ),
}
# Closings that are titles of cards on the table: they are played by nobody who signs.
SIGNED = {
    "en": apart("{}\n\nLove,\nAnn | {}\nPeace,\nAnn | {}\n\nSweet dreams\nAnn | {}. Love, Ann | {}\nLove xx"),
    "pl": apart("{}\n\nMiłość i pokój,\nAnia | {}\n\nPokój!\nAnia | {}\n\nSłodkich snów\nAnia"),
    "ru": apart("{}\n\nС любовью,\nАня | {}\n\nМир!\nАня | {}\n\nСладких снов\nАня"),
}


def replies(language: str) -> list[tuple[Mailed, str]]:
    """The replies of one line that choose a card or a player and play, each with its question."""
    found = []
    for case in CASES:
        mail = scene(case["scene"])
        is_about_cards = mail.asked.what not in ANSWERED_BY_NO and not mail.asked.vocabulary.meanings
        is_line = "\\n" not in case["reply"] and "?" not in case["reply"]
        if case["lang"] == language and case["expect"].startswith("P") and is_about_cards and is_line:
            found.append((mail, case["reply"]))
    return found


def tried(
    language: str, forms: dict[str, list[str]], seed: int
) -> Iterator[tuple[Mailed, str, str, list[tuple[str, ...]]]]:
    """Replies by chance in each form, with what they play without it."""
    dice = random.Random(seed)
    known = replies(language)
    for form in forms[language]:
        count = 0
        while count < REPLIES_OF_A_FORM:
            mail, said = dice.choice(known)
            if _names_a_player(form) and any("@" in each.label for each in mail.asked.options):
                continue  # “Kasia: milk” takes it from her
            if plays := mail.plays(said):
                count += 1
                yield mail, form, said, plays


def _names_a_player(form: str) -> bool:
    return any(name in form for name in ("Kasia", "Kasi", "Касю", "Bartek", "Бартека"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_changes_the_meaning_plays_nothing(language):
    """A doubt, another time, somebody else, a question, a condition, a denial, an example."""
    with translation.override(language):
        wrong = [
            (form, said, played)
            for mail, form, said, _plays in tried(language, CHANGED, 1)
            if (played := mail.plays(form.format(said)))
        ]

    assert [] == wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_says_nothing_of_the_choice_leaves_it(language):
    """It plays the same, or is asked back with it, or with one card of a list."""
    wrong = []
    with translation.override(language):
        for mail, form, said, plays in tried(language, HARMLESS, 2):
            text = form.format(said)
            found = mail.plays(text) or [mail.offers(text)]
            if found[0] not in (*plays, ()) or len(found) > len(plays):
                wrong.append((form, said, found))

    assert [] == wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_of_what_says_nothing_plays(language):
    """Nine in ten of the harmless forms play as without them."""
    with translation.override(language):
        said = [
            (form.format(said), plays == mail.plays(form.format(said)))
            for mail, form, said, plays in tried(language, HARMLESS, 3)
        ]

    assert sum(is_same for _text, is_same in said) >= 0.9 * len(said), [
        text for text, same in said if not same
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_closing_that_is_a_card_is_not_played(language):
    """Whatever stands above it."""
    wrong = []
    with translation.override(language):
        for mail, form, said, plays in tried(language, SIGNED, 4):
            played = mail.plays(form.format(said))
            if played and played != plays:
                wrong.append((form, said, played))

    assert [] == wrong
