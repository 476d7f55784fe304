"""Lines that end in a card, greet with one, doubt one or only speak of it: nothing may be played by them.

The titles are those of keepers with which people close their mails, and of made cards that are called like
numbers, days, greetings and players.
"""

import pytest
from django.utils import translation

from engine.scenario import deal
from tests.support.replies import Mailed, apart, hand_of, over_the_limit

from .test_wrong_plays import hand_of_made

NAMES = {"en": "Ann", "pl": "Ania", "ru": "Аня"}
CLOSINGS = {
    "en": apart(
        "Peace, | Love, | Peace! | Love | Lots of love, | Sweet dreams, | Peace out, | Much love | "
        "Love always, | With love, | Peace & love, | Dreams, | Time to go, | All my love, | "
        "Peace be with you | Love ya | peace ✌ | Love xx | In peace, | Love from me | Peace from my side"
    ),
    "pl": apart(
        "Pokój, | Miłość, | Pokój z wami | Dużo miłości, | Z miłością, | Słodkich snów | "
        "Marzenia, | Czas, | Czas na mnie | Pokój! | Kolorowych snów! | Na mnie czas, | "
        "Miłość z mojej strony | Czas leci"
    ),
    "ru": apart(
        "Мир, | Любовь, | Мир вам | С любовью, | Сладких снов | Мечты, | Время, | "
        "Мне пора, время | Мир! | Всем мира! | Люблю, | С миром, | Любовь от меня | О, мир!"
    ),
}
GREETINGS = {
    "en": apart(
        "Peace to you all, | Hello dreams team! | Love, what a day! | Good time to you! | "
        "Milk run today, sorry | Hi bread lovers"
    ),
    "pl": apart(
        "Pokój wszystkim! | Dzień dobry, czas zaczynać | Kochani, miłość i pokój! | "
        "Najwyższy czas! | Cześć, mleko się skończyło"
    ),
    "ru": apart(
        "Мир вам, друзья! | Всем мир и любовь! | Доброе время суток! | Давно пора, время! | "
        "Привет, молоко кончилось"
    ),
}
LATER = {"en": "I'll answer tonight", "pl": "Odpowiem wieczorem", "ru": "Отвечу вечером"}
TITLES = {"en": ("bread", "milk"), "pl": ("chleb", "mleko"), "ru": ("хлеб", "молоко")}
DOUBTS = {
    "en": apart(
        "maybe {} | {} maybe | perhaps {} then | {} I guess? | I might play {} | could I play {} | "
        "{} unless someone objects | {} if that's ok | probably {} | {} or so | "
        "thinking about {} | tempted by {} | undecided: {} | {} or pass | I'd rather not play {} | "
        "why not {}? | what about {}? | {} next turn | {} tomorrow | not {} yet | "
        "anything except {} | everything but {} | don't you dare play {} | no {} today | "
        "I hate {} | can't play {} | without {} | {} is useless | is {} good? | "
        "I was going to play {} | should have played {} | wish I had {} | save {} for later | "
        "hold {} | wait with {} | {} (just kidding) | {} lol jk | cancel {} | forget {} | "
        'instead of {} something else | > {} | "{}" you said | you wrote: {} | Bob wrote: {} | '
        "Kasia's {} | {}'s mine | my {} | our {} | how about not {} | {} - no! | {} ... no | "
        "un-{} | {} x2 | half {}"
    ),
    "pl": apart(
        "może {} | {} może | chyba {} | prawdopodobnie {} | mogłabym zagrać {} | "
        "czy mogę zagrać {} | {} o ile nikt nie ma nic przeciwko | {} jeśli można | "
        "zastanawiam się nad {} | nie wiem, {} | {} albo pas | wolę nie grać {} | a co z {}? | "
        "{} w następnej turze | {} jutro | jeszcze nie {} | wszystko prócz {} | byle nie {} | "
        "dziś bez {} | nie cierpię {} | nie mogę zagrać {} | {} jest do niczego | "
        "miałam zagrać {} | trzeba było zagrać {} | zachowam {} na później | trzymam {} | "
        "{} (żartuję) | zapomnij o {} | zamiast {} coś innego | > {} | „{}” pisałaś | "
        "Bartek napisał: {} | mój {} | {} - nie! | {}... nie | pół {} | a gdyby tak {} | nie no, {}"
    ),
    "ru": apart(
        "может {} | {} может быть | наверно {} | возможно {} | могу сыграть {}? | можно {}? | "
        "{} если никто не против | {} если можно | думаю про {} | не знаю, {} | {} или пас | "
        "лучше не играть {} | а как насчёт {}? | {} в следующий ход | {} завтра | пока не {} | "
        "всё кроме {} | только не {} | сегодня без {} | ненавижу {} | не могу сыграть {} | "
        "{} бесполезно | собиралась сыграть {} | надо было сыграть {} | приберегу {} | держу {} | "
        "{} (шучу) | забудь про {} | вместо {} что-нибудь другое | > {} | «{}» писала ты | "
        "Bartek написал: {} | мой {} | {} - нет! | {}... нет | пол {} | а что если {} | да нет, {}"
    ),
}
MADE = apart(
    "2 | Monday | Hello | Thanks | Yes | Bartek | Milk Tea | Stop | Tomorrow | Seven | No | Maybe Later | Ann"
)
EVERYDAY = {
    "en": apart(
        "2 | play 2 | Hello | Hello! | Hello,\nthanks for the mail | Thanks | Thanks! | "
        "Thanks, Ann | Yes | Yes! | Monday | on Monday | See you Monday | Bartek | Hi Bartek | "
        "Bartek,\nyour turn | stop | STOP | Stop! | tomorrow | Tomorrow! | I'll answer tomorrow | "
        "seven | no | No. | no thanks | maybe later | Maybe later! | Ann | Hello Monday | "
        "thanks, see you Monday | milk | play milk | until Monday | Monday? | Hello again | "
        "No, tomorrow | play seven | Seven, please | yes, Monday | ok monday | sure, Monday!"
    ),
    "pl": apart("Cześć | Dzięki | Tak | w Monday | stop | nie | Bartek | do jutra | jutro"),
    "ru": apart("Привет | Спасибо | Да | стоп | нет | Bartek | до завтра | завтра"),
}
LANGUAGES = ("en", "pl", "ru")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_closing_that_is_a_card_plays_nothing(language):
    """Alone above a name it plays nothing, and below an answer no more than that."""
    mail = hand_of("love", "peace", "dreams", "time", "milk", rules=("play-3",))
    wrong = []
    with translation.override(language):
        for closing in CLOSINGS[language]:
            signed = f"{closing}\n{NAMES[language]}"
            wrong += [(signed, played) for played in mail.plays(signed)]
            below = f"{TITLES[language][1]}\n\n{signed}"
            wrong += [(below, played) for played in mail.plays(below) if played != ("milk",)]

    assert [] == wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_greeting_with_a_card_plays_nothing(language):
    """Alone, and above a line that puts the answer off."""
    mail = hand_of("love", "peace", "dreams", "time", "milk", "bread")
    with translation.override(language):
        texts = [each for line in GREETINGS[language] for each in (line, f"{line}\n{LATER[language]}")]

        assert [] == [(text, mail.plays(text)) for text in texts if mail.plays(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_doubt_around_a_card_plays_nothing(language):
    """Around its title, and around its number."""
    mail = hand_of("bread", "milk", "chocolate", "music", "time", rules=("play-2",))
    with translation.override(language):
        texts = [each.format(said) for each in DOUBTS[language] for said in (*TITLES[language], "3", "1, 2")]

        assert [] == [(text, mail.plays(text)) for text in texts if mail.plays(text)]
    assert len(texts) > 140


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_made_card_that_is_called_like_everyday_words_is_asked_back(language):
    """“Thanks!” is no move, and neither are “Monday” and the name of a player."""
    mail = hand_of_made(*MADE)
    with translation.override(language):
        texts = EVERYDAY[language]

        assert [] == [(text, mail.plays(text)) for text in texts if mail.plays(text)]


def test_a_made_card_that_is_called_like_everyday_words_plays_by_number_and_verb():
    """What is asked back is said plainly in these ways."""
    mail = hand_of_made(*MADE)
    number = next(each.number for each in mail.asked.options if each.names[0] == "Monday")

    assert mail.offers("Monday") == mail.plays(str(number))[0] == mail.plays("I play Monday")[0]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "not milk"),
        ("pl", "nie mleko"),
        ("ru", "не молоко"),
        ("en", "I want milk and chocolate"),
        ("pl", "chcę mleko i czekoladę"),
        ("ru", "хочу молоко и шоколад"),
    ],
)
def test_what_somebody_refuses_or_wants_is_not_offered_as_a_loss(language, line):
    """A “yes” to the answering mail would discard it."""
    with translation.override(language):
        assert () == over_the_limit("milk", "chocolate", "bread", "draw-3").offers(line)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "keep milk and chocolate"),
        ("en", "milk and chocolate stay"),
        ("pl", "trzymam mleko i czekoladę"),
        ("pl", "mleko i czekoladę zostawiam"),
        ("ru", "придержу молоко и шоколад"),
        ("ru", "молоко и шоколад остаются"),
    ],
)
def test_who_keeps_cards_is_offered_to_discard_the_others(language, line):
    """Whichever way it is said; and the reader is asked first."""
    mail = over_the_limit("milk", "chocolate", "bread", "draw-3")
    with translation.override(language):
        assert ([], {"draw-3", "bread"}) == (mail.plays(line), set(mail.offers(line)))


def test_a_verb_that_is_the_name_of_a_player_is_no_verb():
    """“Nick the moon” takes it, but not where Nick plays and may be spoken to."""
    keepers = {"bob": ["the-moon", "milk"], "cid": ["bread"]}
    scene = deal(ann=["steal-a-keeper"], bob=3, cid=3, keepers=keepers, turn="ann", played=0)
    scene.seats[0].plays("steal-a-keeper")

    assert [("the-moon@2",)] == Mailed.of(scene, 1).plays("nick the moon")
    assert [] == Mailed.of(scene, 1, called={1: "Ann", 2: "Bob", 3: "Nick"}).plays("nick the moon")
