"""Lines that look like a choice and are none, and those that look odd and are one; by the reader alone."""

from time import process_time

import pytest
from django.utils import translation
from django.utils.translation import gettext

import engine
from engine.made.build import build
from engine.scenario import Scene, deal
from games.inbound.reply_text import extract_reply
from games.replies import chatter_words
from games.replies.phrases import as_phrase, phrases
from tests.mail.boards import on_board, wide_open
from tests.pages import kinds
from tests.support.replies import Mailed, apart, hand_of, over_the_limit

MAILS = {
    "feelings": lambda: hand_of("love", "peace", "dreams", "time", "milk", rules=("play-3",)),
    "food": lambda: hand_of("bread", "milk", "chocolate", "music", "the-moon", "steal-a-keeper", "draw-3"),
    "limit": lambda: over_the_limit("bread", "milk", "chocolate", "time"),
    "limit of goals": lambda: over_the_limit("bread", "milk", "cookies", "milk-and-cookies"),
    "window": lambda: Mailed.of(kinds.window(), 2),
    "rhyme": lambda: Mailed.of(kinds.rhyming(), 1),
    "play 2": lambda: hand_of("bread", "love", "milk", "play-2", "the-moon"),
    "goals": lambda: hand_of("milk-and-cookies", "chocolate-milk", "time-is-money", "bread"),
    "breads": lambda: hand_of("bread", "chocolate", "bread-and-chocolate", "milk", rules=("play-2",)),
    "goals below": lambda: hand_of(
        *("party-time", "bed-time", "world-peace", "toast", "lullaby", "night-and-day", "bread"),
        rules=("play-3",),
    ),
    "again": lambda: hand_of(
        *("lets-do-that-again", "take-another-turn", "no-limits", "everybody-gets-1", "trade-hands", "bread")
    ),
    "stop": lambda: Mailed.of(kinds.objected(), 1),
    "direction": lambda: Mailed.of(rotating_hands(), 1),
    "moves": lambda: moves_of("money", "party", "television"),
    "more moves": lambda: moves_of("chocolate", "toaster", "dreams"),
    "tiles": lambda: Mailed.of(wide_open(), 1),
    "phrases": lambda: Mailed.of(
        deal(edition="wonderland", ann=["who-are-you", "tea", "no-room"], bob=3, turn="ann", played=0), 1
    ),
    "made": lambda: hand_of_made(
        "2", "Kasia", "Thanks a Lot", "Okayama Castle", "Good Night Moon", "Stop the Clock", "Robot"
    ),
    "players": lambda: Mailed.of(trading_hands(), 1),
    "swap": lambda: Mailed.of(trading_hands(), 1, called={1: "Ann", 2: "Marta", 3: "Kasia"}),
    "names": lambda: Mailed.of(
        deal(edition="wonderland", ann=["alice", "dormouse", "tea"], bob=3, turn="ann", played=0), 1
    ),
}


def hand_of_made(*titles: str) -> Mailed:
    """Ann is to play one of these keepers, which somebody has made."""
    data = [{"kind": "keeper", "title": title} for title in titles]
    slugs = [built.card.slug for built in build([engine.read_card(each) for each in data]).values()]
    scene = deal(made_cards=data, ann=[*slugs, "bread"], bob=3, turn="ann", played=0)
    return Mailed.of(scene, 1)


def moves_of(*spaces: str) -> Mailed:
    """Ann is to play a card or to move one of her pieces, which lie on these spaces of the board."""
    others = {"bob": ["start"] * 3, "cid": ["start"] * 3}
    return Mailed.of(on_board("draw-shift", "switch-tiles", pieces={"ann": list(spaces), **others}), 1)


def rotating_hands() -> Scene:
    """Ann chooses which way the hands go."""
    scene = deal(ann=["rotate-hands", "bread"], bob=3, cid=3, turn="ann", played=0)
    scene.seats[0].plays("rotate-hands")
    return scene


def trading_hands() -> Scene:
    """Ann chooses a player to trade hands with: Bartek or Kasia."""
    scene = deal(ann=["trade-hands", "bread"], bob=3, cid=3, turn="ann", played=0)
    scene.seats[0].plays("trade-hands")
    return scene


@pytest.fixture(scope="module")
def mails():
    made: dict[str, Mailed] = {}
    return lambda name: made.get(name) or made.setdefault(name, MAILS[name]())


NOTHING = {
    "feelings": apart(
        "Love, | love,\nAnn | Love\nAnn | Peace,\nAnn | мир!\nАня | love you | milk, love Ann | "
        "Milk? | 2? | milk (or bread?) | <3 | ~~2~~ | ~~milk~~ | m̶i̶l̶k̶ | [ ] 2 | [] milk | "
        "no 2 | discard milk | discard 2 | keep milk | odrzucam mleko | сбрасываю 2 | :) | :D | "
        ";-) | :3 | Hi Love,\n2 | Hi Love\n2 | Dear Love,\n2 | Hi, Love,\n2 | more time | "
        "Hi, love | Hey, Peace! | Привет, мир! | Здравствуй, Любовь | Witam, Miłość! | stop | "
        "STOP! | cancel | unsubscribe | quit | koniec | стоп | remove me | 2\nundo | 2\ncofnij | "
        "2\nотмена | 2\n\nWait, no! | 2\n\nundo | milk\n2? | milk\nsure? | Peace!\n3 | Time!\n3 | "
        "Hello, dreams!\n3 | Cześć, marzenia!\n3 | Привет, мечты!\n3 | Dreams,\n3 | Sen:\n\n3"
    ),
    "food": apart(
        "bread\nno, wait | bread\nsorry, I meant 3 | bread\nmake it 3 | Hi bread | steal | draw | "
        "take | 2 / nvm | 2\nnvm | bread\nnvm | bread\ncancelled | bread\nCanceled. | "
        "chleb\nodwołane | milk :( | 2 :( | milk :-/ | milk ;( | молоко ((( | milk\n:( | 2 ;_; | "
        "( ) 2 | [_] milk | 2\n:/ | milk -_- | mleko :'( | -milk | -2 | –milk | /milk | \\milk | "
        "9 milk | 99. Milk | 7 milk | 7, milk | 2, milk | milk, 2 | chleb\nczekaj, nie | chleb\njednak 3 | "
        "хлеб\nнет, стой | хлеб\nлучше 3 | answer me please | Hi, wait!\n2 | Hej stop!\n2 | "
        "Dzień dobry, rezygnuję\n2 | Hej, nie\nmleko | Hi not yet, 2 | Hi anything but, milk | "
        "Hello, without\nmilk | Hej jutro, 2 | Привет, не\nмолоко | Привет, ошибка\n2 | Hi, draft\n2 | "
        "2\n3 may be nicer | 0 | ok 0 | milk and bread | 1, 3 | // bread | /* bread */ | <!-- bread --> | "
        "bread\n\nBRB | bread\n\nAsking Bob | "
        "bread\n\nThoughts | bread\n\nRevoke | bread\n\nRecall | "
        "bread\n\nUpdate: Bob has it so let me rethink | "
        "I played bread | I would like bread tomorrow | I'd like to keep the milk | "
        "Bob will play bread | ok, no bread | I want to think | nie zagram chleba | chciałem zagrać chleb | "
        "niech Bartek zagra chleb | я не хочу играть молоко | хотел сыграть молоко, но | "
        "milk, then nothing | "
        "milk and | milk and maybe bread | the second one maybe | 1, 3? | bread keep | keep bread | "
        "I'll play 3. Milk tomorrow | 3. Bread people | bread. Thanks! tomorrow | "
        "do 2 | Do 2 | 002 | 02 | play 02 | 1,2 | 1 2"
    ),
    "limit of goals": apart("milk and cookies | mleko & ciastka | milk & cookies | milk i cookies, bread"),
    "limit": apart(
        "play bread | I play 1, 2 | play 1, 2 | I take milk, chocolate | take 1, 2 | biorę 1, 2 | "
        "poproszę 1 i 2 | poproszę: 1, 2 | беру 1, 2 | I keep 1, 2 | zostawiam 1, 2 | оставляю 1, 2 | "
        "zagrywam chleb, mleko | "
        "играю 1, 2 | 1, 3\nI keep these | 1, 3\nte zostają | 1, 3\nоставляю"
    ),
    "window": apart(
        "pass\nCanceled plans | pass\n\nCanceled Plans | pass\n\nI object! | pas\n\nProtestuję! | "
        "пас\n\nВозражаю! | pass? | Cancel | stop | End | unsubscribe | anuluj | хватит | pass\nno | "
        "pas\nnie | "
        "discard 2 | canceled | Cancelled! | Canceled. | cancel p | odwołane | Odwołany | отмен | "
        "отмену"
    ),
    "rhyme": apart(
        ":D so funny | :P no idea yet | :o really do I have to | :) | :D | :P | :-) | :/ | : ) | "
        ": | answer me please | odpowiedz mi | Answer later please | answer tomorrow | "
        "Odpowiedź później | Ответ позже | answer | answer roses are red | : D | : P | : D so funny | "
        ": ) that is funny | :DD haha | :DDD nie wiem | :ppp I have no idea | :xD haha | :вв ха | "
        ": ( no idea | : / not now | : o no way | : 3 | : hmm | Answer: :D | Answer: later | "
        "Answer: I don't know yet | Odpowiedź: nie wiem | Ответ: не знаю | answer: no idea, pass?"
    ),
    "made": apart(
        "2 | play 2 | number 2 | card 2 | No. 2 | pick 2 | 2 :-) | ok, 2 | my choice is 2 | 2, 3 | "
        "thanks | Thanks! | Thanks a lot | okay | OK | Good night | good night! | Rob | robo | thanks a | "
        "Hi, Kasia | Cześć, Kasia\nbread | Kasia,\nbread | Kasia!\n1 | stopped | stop"
    ),
    "players": apart(
        "Kasia,\nI pick Bartek | Kasia\nI pick Bartek | Kasia!\nBartek | Kasia -\nI pick Bartek | "
        "Bartek, thank you | Kasia thank you! | Kasia, cheers! | Kasia\nyour turn | Kasia\nhow are you | "
        "Kasia\n\nHow are the kids? | Kasia\nhappy birthday! | "
        "Kasia\ntwoja kolej | Kasia\nтвой ход | Kasia:\n1 | Kasia,\n2 | Kasia,\nBartek | "
        "Kasia,\n\nI pick Bartek | Kasia, 1 | Kasia, dzięki! | "
        "Kasia thanks | @Kasia, спасибо | Kasia\n\nThanks for the invitation!\nI'll choose tomorrow."
    ),
    "swap": apart("Markiem | Marka | Marku | Markowi"),
    "play 2": apart("play 2 | Play 2 | I play 2 | zagraj 2 | сыграй 2 | play #2"),
    "goals": apart("milk | chocolate | time | mleko | czekoladę | время | play milk"),
    "goals below": apart("night/day | night / day | Night. Day. | Night (Day) | night\\day"),
    "again": apart(
        "Let's do that | let’s do that! | Ещё один | jeszcze jedna | Jeszcze raz | Take another | "
        "Everybody gets | No... limits | No. Limits."
    ),
    "stop": apart(
        "stop that please | STOP THAT PLEASE!! | Hi, stop that please | Please stop that | "
        "please, stop that | Stop. That."
    ),
    "moves": apart(
        "Time to go | Time to move on | Na czas | Czas na ruch | Idę na kawę | Иду на кофе | Do snu | "
        "Go to sleep | On time | My time | I love the move | Love, Ann | Любовь, Аня | Coffee, Bob | "
        "Kawa! | to the start | portal | Time, please | 1, as long as nobody objects | 1, I think | "
        "1, scrap that | 1, just a test | 1, o ile Bartek pozwoli | 1, по ошибке | "
        "draw shift, provided nobody minds | draw shift, I guess | money to time, if Bob agrees | "
        "money to time, dopiero jutro | 1, right | 1, to znaczy 2 | "
        "draw shift\nmy cat did it | draw shift\nI need time | draw shift\nstart again | "
        "draw shift\nin my dreams | "
        "draw shift\ndaj mi czas | draw shift\nнужно время | draw shift\nLove, wait | draw shift\nCheers, no"
    ),
    "more moves": apart("Love, Ann | Peace, Ann | Мир, Аня | Pokój, Ania | Milk | Money, money, money"),
    "tiles": apart(
        "uproot a 2 east, 1 norht | uproot a 2 east, one north | uproot a 2 east, and 1 north | "
        "uproot a 2 east, then 1 north | uproot a 2 east, 1 northwards | 1. Leap to Sun\n2. Draw Shift X"
    ),
    "breads": apart(
        "bread/chocolate | bread / chocolate | bread. chocolate | bread -> chocolate | "
        "bread & chocolate | chleb i czekolada | bread\nno, wait | bread\nsorry, I meant 3"
    ),
    "names": apart(
        "Hi, Alice!\nlong time | Hi, Alice | Cześć, Alicja | Hej, Alicja!\n2 | Привет, Соня\n2 | "
        "Привет, Соня!\nОтвечу вечером. | Добрый день, Соня | Соня,\n2 | Alicja,\n2 | "
        "Alice,\nI'll answer later tonight | Alice\nyour turn | Alice.\nHow are you? | Алиса\nтвой ход"
    ),
    "phrases": apart("tea? | Who? | who are you? tea | kim"),
}


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in NOTHING.items() for text in texts]
)
def test_nothing_is_played(mails, name, text):
    """Sign-offs, other verbs, doubts, smileys, struck-out text, and words of people who want out."""
    assert [] == mails(name).plays(text)
    assert mails(name).why(text)


EVERYDAY_LINES = apart(
    "Great! | Great | First | Everybody | Let's! | Today's | Faster! | Two days | Important! | "
    "Pierwsza | Pora! | Każdy | Zróbmy to | Pomyłka! | Ważne! | Umówieni | Szybciej! | Okazja! | "
    "That! | There. | I know | Down | Test | Agree | Today | Fast! | Every | part | Live | więc | "
    "Musi | moje | inny | miło | błąd | prosta | mocniej | umowie | test | zmiany | После | "
    "против | друг | прав | решил | вечер | сделай | отмену | секрет | проста | Давай | Первая | "
    "Сегодня | Пора! | каждому | Решили | Быстрее! | Важно | Agreed. | Random"
)


@pytest.mark.parametrize("edition", ["fluxx", "wonderland", "anatomy"])
def test_an_everyday_word_begins_no_title(edition):
    """“Great!” is no Great Theme Song, whichever cards of the deck are in the hand."""
    in_hands = ("keeper", "goal", "action", "new rule", "surprise", "ungoal")
    cards = [
        slug
        for slug in dict.fromkeys(engine.edition_of(edition).cards)
        if engine.card(slug).kind in in_hands and slug != "heartbeat"  # which is left out unless asked for
    ]
    hands = [
        Mailed.of(deal(edition=edition, ann=cards[at : at + 30], bob=3, turn="ann", played=0), 1)
        for at in range(0, len(cards), 30)
    ]
    lines = (*EVERYDAY_LINES, *chatter_words.EVERYDAY, *map(" ".join, chatter_words.EVERYDAY_PHRASES))
    said = [line for line in lines if not any(as_phrase(line) in each.numbers for each in phrases())]

    assert [] == [(line, hand.plays(line)) for line in said for hand in hands if hand.plays(line)]


SIGNS = apart(
    "👎 {} | {} 👎 | ❌ {} | 🚫 {} | ⛔ {} | 🙅 {} | ❎ {} | ✖ {} | ≠ {} | ¬ {} | !{} | != {} | <> {} | "
    "{} ❓ | {} ⁉\ufe0f | {} ‽ | {} ؟ | {} ՞ | {} ﹖ | {} ？ | ¿{} | {} 🤔 | {} 🤷 | {} ⏳ | {} 🔜 | "
    "{} ↩\ufe0f | {}\u20e0 | {}\u0353 | {}\n👎 | {}\n\n❓ | {}\n\n🤔"
)
HARMLESS_SIGNS = apart(
    "{} ✅ | ✅ {} | {} 👍 | {} 👍🏽 | {} 🙂 | {} 😀 | {} ❤\ufe0f | {} 🎉 | {} 🙏 | {} ✔\ufe0f | • {} | "
    "{}… | “{}” | {}! | - {}! | {}\n👍 | {}\n\n🙂 | {}\n\n────\nAnn | {}\n\nThanks 😂"
)


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_that_may_say_no_or_ask_holds(mails, sign):
    """Beside a name and beside a number, of one card and of several."""
    for name, said in (("food", "Bread"), ("food", "2"), ("limit", "bread, milk"), ("window", "pass")):
        assert [] == mails(name).plays(sign.format(said))
        assert mails(name).why(sign.format(said))


@pytest.mark.parametrize("sign", HARMLESS_SIGNS)
def test_a_sign_of_joy_does_no_harm(mails, sign):
    """Ticks, hearts and smileys stand beside what their writer means."""
    assert [("bread",)] == mails("food").plays(sign.format("Bread"))
    if sign not in ("• {}", "- {}!", "{}…"):
        assert [("chocolate",)] == mails("food").plays(sign.format("2"))


TAKEN_BACK = apart(
    "nie, jednak nie | Stop. Don't. | - no, please don't! | Please don't play this yet | "
    "Nie graj tego jeszcze | Пока не играй | ошибка | To była pomyłka | Strike that | "
    "wrong button | On second thought... | I mean Music | ... no, Music | or rather Music | "
    "not this one | not! | But only after Bob has answered | I take that back | Забудь | jk | "
    "J/K! | Just kidding. | *3 | edit: 3 | typo, 3 | Is that OK? | zły mail | опечатка | "
    "ok with you? | let's say 3 | P.S. nvm | See you.\n\nPS: no wait, 3 | but ask Bob | "
    "when it is my turn | tomorrow | ale po Bartku | завтра | sorry, 3 | On reflection, music | "
    "(draft, do not send) | Ale dopiero jutro | Но только завтра | "
    "Sorry, I did not mean to send this mail before I had talked to Bob | szkic | Proszę zignoruj | "
    "Sent by accident | Misclick | Delete this | As long as nobody objects | Let me think about it | "
    "Can I do that? | Is that legal? | Nooo! | waaait | Tomorrow | But ask Bob | Until Bob answers | "
    "Sorry about that, milk | Scrap that, milk | Why not milk | Rozmyśliłem się | Stoooj | Nieee | Jutro | "
    "Wysłałem przez pomyłkę | O ile Bartek się zgodzi | Muszę się zastanowić | Poprawka: mleko | "
    "To znaczy mleko | Chodziło mi o mleko | Tak można? | Отправил по ошибке | Раздумал | Отбой | "
    "При условии, что Маша не против | Дай подумать | А так можно? | Нееет | Завтра | Имею в виду молоко | "
    "Bob, please do not play this before Kasia has had her turn | "
    "Kiedy wracałem do domu, zmieniłem zdanie i wolę mleko | Dopiero jutro"
)
CHATTER = apart(
    "Nice game! | See you, no rush | Nie ma sprawy, do jutra | Thanks for the game, Bob | Ann | "
    "No worries | Can't wait! | I'm not in a hurry | Sorry it took so long | "
    "Sorry for the delay | 👍 | Nie mogę się doczekać! | Nie ma za co | Dobra gra, pozdrawiam | "
    "Sent from my iPhone | Не спеши | Не могу дождаться! | Спасибо за игру | "
    "Отправлено из Почты Mail | Wysłane z iPhone'a | -- | How are you all today? | "
    "We were at the sea last week, and it did not rain once | say no way | "
    "Nie zawiera wirusów. www.avast.com | Virus-free. www.avast.com | Get Outlook for iOS | "
    "See you tomorrow | PS: great game! | How's your knee? | Co u was? | Как дела? | Пока! | "
    "Please do not print this e-mail unless you really need to. | Thanks for the music | "
    "If you are not the intended recipient, please delete this message. | Prosimy nie drukować… | "
    "Ta wiadomość może zawierać informacje poufne. | Не печатайте это письмо без необходимости. | "
    "We're all back at home on 12 May, at last | Przepraszam, że tak długo | Извините, что так долго | "
    "Sorry :) | "
    "Better late than never | Ale fajnie! | Tomorrow we are off to the sea, and then it is the mountains"
)
BELOW_A_SIGNATURE = {
    "Bread\n\nGreat game so far!\n\nWait, no, milk please.\n\nAnn": [],
    "2\n\nHi Bob!\nSorry, I changed my mind, please play 3.": [],
    "2\n\nСпасибо за игру!\nПодожди, не играй пока.": [],
    "2\n\nThanks for the evening!\nundo": [],
    "bread\nThanks!\nwait, no": [],
    "chleb\ndzięki\nnie, czekaj": [],
    "хлеб\nС уважением,\nАня\n\nстой, лучше молоко": [],
    "2\n\nThanks,\nAnn\nPPS: no wait, 3": [],
    "2\n\nThanks,\nAnn\nP.P.S. Scratch that, 3": [],
    "2\nAnn\nPS2: play 3 instead": [],
    "2\n\nPozdrawiam\nAnna\n\nPS.\nA jednak 3.": [],
    "2\n\nС уважением,\nАня\n\nP.S.\nНет, лучше 3": [],
    "2\n---\nno, 3": [],
    "2\n_____\nno, 3": [],
    "2\n\n--\nAnn\n\nno! 3!": [],
    "bread\nSent from my iPhone\n\nno wait milk": [],
    "bread\n\n~\nno, milk": [],
    "chleb\nWysłane przez przypadek": [],
    "2\n\nCheers\nAnn Nowak\nHead of Nothing | Acme Ltd | +48 600 700 800": ["chocolate"],
    "2\nAnn\nPlease do not print this e-mail unless you have to": ["chocolate"],
    "2\nThanks!\nP.S.\nSee you on Sunday": ["chocolate"],
    "2\nSent from my phone, sorry if it is brief": ["chocolate"],
    "2\n\nJutro jedziemy wszyscy razem nad morze na dwa tygodnie\nIt depends on nobody now": ["chocolate"],
    "2\nAnn\n\n> 1. Bread\n\nSee you": ["chocolate"],
    "2\n\nOur garden is quite dry this summer, alas.\nIf you come, bring no milk, we may have some": [
        "chocolate"
    ],
    "2\nAnn\n\nFrom: Bob\nSent: Monday\nWait, no": ["chocolate"],
}


UNKNOWN_BELOW = apart(
    "Ммм | To syn pisał | My cat did it | Spanish Inquisition | na niby | понарошку | nieaktualne | void | "
    "Kids got hold of my phone | Pies nadepnął na klawiaturę | Кот прошёлся по клавиатуре | "
    "said the actress | Bob talked me into it | I lied | Then again | Yes and no | eh | Hmpf | meh | "
    "Please play this only when Kasia has played her Love card | "
    "I really wanted another one but my thumb is far too big | Chleb dopiero zagrajcie jak Kasia zagra | "
    "looks best, and tonight I will tell you more once Kasia has played | "
    "Сыграйте это только когда Маша сыграет свою любовь | psikus | dla draki | прикидываю | "
    "сын баловался | ask me again | in your dreams | as if | Not."
)
PUT_OFF = apart(
    "Thanks, I'll pick one tonight | Thanks, but I'll think | Great, but keep it | Nice card, I keep it | "
    "Good question | Nice try | Have to ask Kasia | See you, I'm leaving the game | "
    "No rush, I'm still choosing | "
    "Thank you, please take me off this list | Sorry about this mail, my cat | Great, my son typed this | "
    "Dziękuję, wybiorę w domu | Przepraszam za ten mail, to kot | Dobra, skreślam | next turn | "
    "I keep bread | "
    "Спасибо, отвечу после работы | Извините за письмо, это кот | Answer tomorrow | Ответ завтра | "
    "next time | "
    "Odpowiedź wieczorem | I'll play on Thursday | this weekend | let's see | still looking | on Sunday | "
    "soon | "
    "za tydzień | w weekend | do jutra | zaraz | скоро | Zostawiam chleb | steal bread | Bah! | Another! | "
    "KASIA CHOOSES | LEAVE IT"
)
NEXT_PARAGRAPH = apart(
    "but let me double check with Kasia before you count it | "
    "It was sent by mistake, I was only scrolling here | "
    "would be such a waste on this one, let me think until tonight | "
    "I wrote that by accident when I sat on it | "
    "Wysłało mi się przez pomyłkę jak siedziałam w tramwaju dziś | "
    "The above was meant for another mail, not this | "
    "Я это отправила по ошибке, телефон был в кармане | To mój mąż pisał na moim telefonie, wybaczcie mu | "
    "Answer will follow tonight | Answer later | I pass | Pasuję | "
    "Delete the above. | Let me check with Bartek first. | My real answer follows tonight. | Milk. | "
    "milk please | "
    "Pressed send too early. | I'm retracting this. | I'll sleep on it. | Hold it for now. | 3 | "
    "The third one. | "
    "Subject to Bartek's approval. | April fools! | This was for the other game. | That was my son typing. | "
    "Wieczorem zdecyduję. | Zapytam Bartka. | Skreśl to. | Wykluczone. | Trzecia karta, proszę. | "
    "Решу вечером. | "
    "Само отправилось. | Спрошу Бартека. | Ни в коем случае. | Вычеркни. | Третью, пожалуйста. | Как думаешь?"
)
SIGNED = apart(
    "Zofia | Jan Kowalski | Zosia K. | Z. | Соня | Дмитрий Петров | A. M. Smith | Jean-Luc | "
    "Yahoo Mail: Search, Organize, Conquer | Enviado desde mi iPhone | Inviato da iPhone | "
    "Odesláno z iPhonu | Verzonden vanaf mijn telefoon | Secured with Tuta Mail: | Please excuse typos | "
    "Надіслано з iPhone | "
    "Verstuurd vanaf mijn iPhone | Przesłane z telefonu"
)
ABOVE = apart(
    "Thanks for the reminder! | Sorry for the delay! | Great game! | Przepraszam za zwłokę. | "
    "Спасибо за игру!"
)
KEPT = apart(
    "for me | I need these two for my goal next turn | Discard the others. | Throw the rest away. | "
    "I need them! | "
    "These are the ones I want. | for me please | dla mnie | Resztę odrzuć. | Reszta do kosza. | мне | "
    "Potrzebuję ich do celu. | Остальное в сброс. | Эти нужны. | для меня | Discard chocolate and time."
)
SAID = apart(
    "say I have no milk\nscratch that | say hello\nno wait, don't say that | "
    "say you idiots\n\nPlease don't post that. | "
    "say I love you, Bartek\njust kidding, don't send this | powiedz cześć\nalbo nie | undo\nno wait | "
    "скажи привет\nхотя нет, не надо | undo\njust kidding | отмена\nвстречи в субботу, мы болеем | "
    "cofam\nsię do domu"
)
KNOWN_BELOW = apart(
    "Thanks, everybody! | Great game so far | haha | lol | Your turn! | have a nice day | Ann | Annie | "
    "Good luck to you all | Twoja kolej | Miłego dnia! | dzięki, super gra | Pozdro dla wszystkich | "
    "Твой ход! | Хорошего вечера всем | спасибо, отличная игра | ура | Good one, Bob | "
    "ann.nowak@mail.example | +48 600 700 800 | www.mail.example"
)


@pytest.mark.parametrize("line", UNKNOWN_BELOW)
def test_a_short_line_that_nobody_understands_holds_the_answer_above_it(mails, line):
    """It may take it back in words that we don't know; below an empty line it is chatter."""
    for answer in ("Bread", "2"):
        assert [] == mails("food").plays(f"{answer}\n{line}")


@pytest.mark.parametrize("line", PUT_OFF)
def test_thanks_and_praise_may_put_an_answer_off(mails, line):
    """And so may words of which each alone is chatter."""
    for answer in ("Bread", "2"):
        assert [] == mails("food").plays(f"{answer}\n{line}")


@pytest.mark.parametrize("line", ABOVE)
def test_thanks_may_stand_above_an_answer(mails, line):
    """As a greeting does."""
    for gap in ("\n", "\n\n"):
        assert [("bread",)] == mails("food").plays(f"{line}{gap}Bread")


@pytest.mark.parametrize("line", NEXT_PARAGRAPH)
def test_a_short_paragraph_below_an_answer_must_be_understood(mails, line):
    """Of those that nobody understands some take the answer back; who talks to the table writes “say”."""
    for answer in ("Bread", "2"):
        assert [] == mails("food").plays(f"{answer}\n\n{line}")


@pytest.mark.parametrize("line", SIGNED)
def test_a_signature_below_an_answer_does_no_harm(mails, line):
    """In a paragraph of its own: any name, and what programs write there."""
    assert [("bread",)] == mails("food").plays(extract_reply(f"Bread\n\n{line}"))


@pytest.mark.parametrize("line", KEPT)
def test_who_says_what_to_keep_discards_nothing(mails, line):
    """Whether beside the cards, below them or in the next paragraph."""
    for gap in ("\n", "\n\n"):
        assert [] == mails("limit").plays(f"1, 3{gap}{line}")


@pytest.mark.parametrize("text", SAID)
def test_what_is_said_is_held_by_who_takes_it_back(mails, text):
    """There’s no undo of it."""
    assert [] == mails("food").acts(text)


@pytest.mark.parametrize("line", KNOWN_BELOW)
def test_chatter_below_an_answer_does_no_harm(mails, line):
    """Thanks, wishes, praise, names and addresses, and what is too long to be about the answer."""
    assert [("bread",)] == mails("food").plays(f"Bread\n{line}")


@pytest.mark.parametrize("line", TAKEN_BACK)
def test_the_next_paragraph_takes_an_answer_back(mails, line):
    """In whichever words, and also on the next line."""
    for gap in ("\n\n", "\n \n\n", "\n"):
        assert [] == mails("food").plays(f"Bread{gap}{line}")


@pytest.mark.parametrize("text", BELOW_A_SIGNATURE)
def test_a_later_paragraph_and_what_is_below_a_signature_may_take_an_answer_back(mails, text):
    """Whatever else stands there is chatter, and so is what the writer’s office or program puts there."""
    played = [
        label for answer in mails("food").plays(extract_reply(text, (), "Ann Nowak")) for label in answer
    ]
    assert BELOW_A_SIGNATURE[text] == played


@pytest.mark.parametrize("line", CHATTER)
def test_chatter_in_the_next_paragraph_does_no_harm(mails, line):
    """Thanks, a signature, and what programs put below a mail."""
    assert [("bread",)] == mails("food").plays(f"Bread\n\n{line}")


def all_play(texts: str, *labels: str) -> dict[str, list[str]]:
    """Ways to write the same answer, apart by bars."""
    return {text: list(labels) for text in apart(texts)}


PLAYS = {
    "feelings": {
        "1\nPeace,\nAnn": ["dreams"],
        "milk\nLove,\nAnn": ["milk"],
        "2\nPeace!\nAnn": ["love"],
        "2\nLove": ["love"],
        "2\nSee you soon,\nAnn": ["love"],
        "Love": ["love"],
        "peace.": ["peace"],
        "play love": ["love"],
        "no. 2": ["love"],
        "2 :)": ["love"],
        "I take milk": ["milk"],
        "milk\nlove\ntime": ["milk", "love", "time"],
        "2\nsay no way": ["love"],
        "2\nSee you at 7": ["love"],
        "2\nSorry for the delay": ["love"],
        "2\nNo rush": ["love"],
        "2\nHow are you all today?": ["love"],
        "2\nLove you all": ["love"],
        "2\nIt's time": ["love"],
        "milk\nthen peace": ["milk", "peace"],
        "milk\ndreams\nlove, time": ["milk", "dreams"],
        "Milk!\nDreams!": ["milk", "dreams"],
    },
    "food": {
        "milk\nwith kind regards\nAnn": ["milk"],
        "milk\nbut no hurry": ["milk"],
        "milk\nfor the win!": ["milk"],
        "bread. Watch out, Kasia!": ["bread"],
        "Milk please. Thanks!": ["milk"],
        **all_play("ok 2 | Let's go with 2 | the second one | my answer is 2 | two", "chocolate"),
        **all_play("I'd like to play the milk | Alright, milk please", "milk"),
        "milk\nsay: nice one*": ["milk"],
        "Hej, mleko\nchleb": ["milk", "bread"],
        "Hej, mleko\n2": ["milk", "chocolate"],
        "Hi, milk\n2": ["milk", "chocolate"],
        "Hello, play milk\nbread": ["milk", "bread"],
        "Привет, молоко\n2": ["milk", "chocolate"],
        "Dzień dobry, zagrywam chleb": ["bread"],
        "Добрый день, играю хлеб": ["bread"],
        "Hi, milk": ["milk"],
        "Cześć Kasia, chleb\nmleko": ["bread", "milk"],
        "Привет, Маша!\nсыграю хлеб": ["bread"],
        "Hi Kasia,\nI'll play bread.\nBest, Ann": ["bread"],
        "Hi,\n\n2": ["chocolate"],
        "Draw 3": ["draw-3"],
        "steal a keeper": ["steal-a-keeper"],
        "3.Milk": ["milk"],
        "3)milk": ["milk"],
        **all_play("Milk, thx | Milk, thank you very much! | 3 😂", "milk"),
        **all_play("Milk (3) | milk (3) | 3, milk | 3, Milk (keeper) | Play 3, milk", "milk"),
        "please 3": ["milk"],
        "Please, 3": ["milk"],
        "please play 3": ["milk"],
        "proszę 3": ["milk"],
        "пожалуйста, 3": ["milk"],
        **all_play("3 :-) | 3 ;-) | 3 :D | 3 :P | 3 <3 | 3 xD | mleko :P | 3 👍", "milk"),
        "»Milk«": ["milk"],
        "3. Milk\nNice list, Bob": ["milk"],
    },
    "limit": {
        "bread, milk": ["bread", "milk"],
        "discard 1, 2": ["bread", "chocolate"],
        "odrzucam 1, 2": ["bread", "chocolate"],
        "сбрасываю 1, 2": ["bread", "chocolate"],
        "choose 1, 2": ["bread", "chocolate"],
        "Hej, mleko, czekolada": ["milk", "chocolate"],
        "Hej, 1, 2": ["bread", "chocolate"],
        **all_play(
            "1 and 3 | 1 i 3 | 1 oraz 3 | 1 и 3 | 1, and 3 | discard 1 and 3 | Сбрасываю 1 и 3 | "
            "bread and milk | bread & milk | chleb i mleko | хлеб и молоко | discard bread and milk | "
            "Discard: 1, 3 | Odrzucam: 1, 3 | Сбрасываю: 1, 3 | Odrzucam chleb i mleko",
            *("bread", "milk"),
        ),
    },
    "limit of goals": {
        "4. Milk & Cookies (goal), 1. Bread": ["milk-and-cookies", "bread"],
        "4. Milk & Cookies, bread": ["milk-and-cookies", "bread"],
        "milk, cookies": ["milk", "cookies"],
    },
    "window": {
        "Hi, pass": ["pass"],
        "Hej, pas": ["pass"],
        **all_play("I pass | I'll pass. | I’ll pass | ja pas | Ja pasuję | я пас", "pass"),
        "Canceled Plans": ["canceled-plans"],
        "play canceled plans": ["canceled-plans"],
    },
    "rhyme": {
        ": roses": ["roses"],
        ":roses are red": ["roses are red"],
        ": are you there?": ["are you there?"],
        ": stop": ["stop"],
        "answer: stop that!": ["stop that!"],
        ": o really do I have to": ["o really do I have to"],
        ": a rose": ["a rose"],
        ": I don't know why roses are red": ["I don't know why roses are red"],
    },
    "play 2": {"2": ["love"], "play 4": ["the-moon"], "5": ["play-2"], "Play 2 (new rule)": ["play-2"]},
    "made": {
        "Robot": ["robot"],
        "robot!": ["robot"],
        "play kasia": ["kasia"],
        "brea": ["bread"],
        "Bread (keeper)": ["bread"],
    },
    "players": {
        "Kasia": ["@3"],
        "I pick Bartek": ["@2"],
        "Hi Kasia,\nBartek": ["@2"],
        "Bart": ["@2"],
        "1": ["@2"],
    },
    "goals below": {
        **{
            f"5\n{line}": ["party-time"]
            for line in ("Pora spać", "Bed time!", "World peace!", "Пора спать", "Toast!", "Мир во всём мире")
        },
        "Bed Time": ["bed-time"],
        "toast": ["toast"],
        "lullaby\nBread": ["lullaby", "bread"],
    },
    "direction": {
        "1. To the next player, clockwise": ["left"],
        "To the next player, clockwise (1)": ["left"],
        "1 Do następnego gracza, zgodnie z ruchem wskazówek zegara": ["left"],
    },
    "again": {"Take another turn": ["take-another-turn"], "let's do that again": ["lets-do-that-again"]},
    "moves": {
        "draw shift\nLove, Ann": ["draw-shift"],
        "draw shift\nMiłość, Ania": ["draw-shift"],
        "draw shift, please": ["draw-shift"],
        "1, thanks": ["leap-to-sun"],
        "1, money to time": ["leap-to-sun", "money>time"],
        "2, forward, money to time": ["draw-shift"],
        "1. Leap to Sun\n2. Draw Shift": ["leap-to-sun", "draw-shift"],
    },
    "tiles": all_play(
        "Carry tile A to: 2 east, 1 north | Carry tile A to: 2 east, 1 north please | "
        "*Carry tile A to: 2 east, 1 north* | (uproot a 2 east, 1 north) | uproot a 2 east, 1 north 🙂 | "
        "uproot a 2 east, 1 north, thanks | Przenieś kafelek A na: 2 na wschód, 1 na północ",
        "uproot:a:2/-1",
    ),
    "goals": {"milk & cookies": ["milk-and-cookies"], "bread": ["bread"]},
    "breads": {"bread\nmilk": ["bread", "milk"], "Bread & Chocolate (goal)": ["bread-and-chocolate"]},
    "names": {"Hi,\nAlice": ["alice"], "Alice": ["alice"], "Hi, play Alice": ["alice"], "Hi, tea": ["tea"]},
    "phrases": {
        "Who Are You?": ["who-are-you"],
        "Kim Jesteś?": ["who-are-you"],
        "play who are you?": ["who-are-you"],
        "tea\nNo Room!": ["tea", "no-room"],
        "3. Who Are You?": ["who-are-you"],
    },
}


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
@pytest.mark.parametrize("edition", ["fluxx", "wonderland", "board"])
def test_a_title_with_a_comma_is_one_choice(edition, language):
    """As the mail prints it, with its number or without."""
    kinds_in_hands = ("keeper", "goal", "action", "new rule", "surprise", "leaper", "meta rule")
    with translation.override(language):
        cards = [
            slug
            for slug in dict.fromkeys(engine.edition_of(edition).cards)
            if engine.card(slug).kind in kinds_in_hands and "," in gettext(engine.card(slug).title)
        ]
        assert cards
        mail = Mailed.of(deal(edition=edition, ann=cards, bob=3, turn="ann", played=0), 1)
        said = {
            form.format(option.number, option.names[0]): option.label
            for option in mail.asked.options
            if option.number and "," in option.names[0]
            for form in ("{1}", "{0}. {1}", "{0} {1}", "{1} ({0})")
        }

        assert {text: [(label,)] for text, label in said.items()} == {text: mail.plays(text) for text in said}


@pytest.mark.parametrize(
    ("name", "text", "labels"),
    [(name, text, labels) for name, texts in PLAYS.items() for text, labels in texts.items()],
)
def test_what_is_meant_is_played(mails, name, text, labels):
    """Printed titles play whatever they look like, own words may say anything, and chatter does no harm."""
    played = [label.partition("~")[0] for answer in mails(name).plays(text) for label in answer]
    assert labels == played


NO_NUMBER = {
    "en": apart(
        "Great one! | Cool one! | I'll take one | I'd like two | I play two | take two | "
        "I have bread | I have bread and milk | have milk"
    ),
    "pl": apart("gram pierwsza | Ok, gram pierwszy! | ja gram druga | wezmę dwa | chcę jeden"),
    "ru": apart("хожу первый | Хорошо, хожу вторая! | играю первая | мой ход второй | возьму две | хочу две"),
}


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, texts in NO_NUMBER.items() for text in texts]
)
def test_praise_counts_and_who_begins_are_no_number(mails, language, text):
    """And what somebody has is no order to play it."""
    with translation.override(language):
        assert [] == mails("food").plays(text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(("en", each) for each in apart("two | Ok, two | number two | I'll play the second one")),
        *(("pl", each) for each in apart("dwa | druga | gram drugą kartę | numer dwa | no to dwójkę")),
        *(("ru", each) for each in apart("два | вторая | играю вторую | номер два")),
    ],
)
def test_a_number_in_words_is_one(mails, language, text):
    """With nothing before it, as an object, and behind a noun."""
    with translation.override(language):
        assert [("chocolate",)] == mails("food").plays(text)


LISTS = ["1&" * 70 + "1 x y z u v w k", "1 & " * 39 + "1", "&".join(map(str, range(1, 55))) + " x y z"]


@pytest.mark.parametrize("text", LISTS)
def test_a_list_that_cannot_count_costs_little(text):
    """Each of its words is compared with all names, so nothing is read beyond what the question takes."""
    asked = hand_of("bread", "milk", "chocolate", "music", "the-moon", "time", "love", "trade-hands", "toast")
    with translation.override("pl"):
        assert [] == asked.plays("1 &")[1:]
        begin = process_time()
        assert [] == asked.plays(text)
    assert process_time() - begin < 0.6


@pytest.mark.parametrize("said", ["Marta", "Martą", "Marcie", "Martę", "you and Marta"])
def test_a_person_in_a_case_of_their_name(mails, said):
    """A vowel goes, and the consonant before it may change; another name is another person."""
    assert mails("swap").plays(said) == ([("@2",)] if "you" not in said else [])


def test_oneself_among_the_players():
    """As the mail prints it, and as people say it, in each language."""
    scene = deal(
        ann=["everybody-gets-1"], bob=2, cid=2, deck=["bread", "milk", "toast"], turn="ann", played=0
    )
    scene.seats[0].plays("everybody-gets-1")
    asked = Mailed.of(scene, 1)

    assert {tuple(asked.plays(said)) for said in ("me", "you", "ty", "mnie", "ты", "мне", "Ann")} == {
        (("@1",),)
    }


@pytest.mark.parametrize("numbers", ["1,2", "1 2", "1, 2", "1 and 2"])
def test_numbers_of_one_answer_stand_as_one_likes(mails, numbers):
    """Where two cards are to be discarded, no sign between two numbers says anything else."""
    assert [("bread", "chocolate")] == mails("limit").plays(numbers)
