"""The words with which a reply asks for something else than a card: closed lists that natives edit.

Each row is one language: English, Polish, Russian. A word counts in any language of the site. Case, accents,
a full stop and “please” make no difference.
"""

from collections.abc import Mapping
from enum import StrEnum


class RequestKind(StrEnum):
    """What a line asks for."""

    STATUS = "status"
    HISTORY = "history"
    MORE_TIME = "more-time"
    NUDGE = "nudge"
    PAUSE = "pause"
    PACE = "pace"
    RESUME = "resume"
    REMATCH = "rematch"
    NEW_GAME = "new-game"
    MUTE = "mute"
    UNMUTE = "unmute"
    MUTE_TALK = "mute-talk"
    UNMUTE_TALK = "unmute-talk"
    TOGETHER = "together"
    ONE_BY_ONE = "one-by-one"
    LANGUAGE = "language"
    TIME_ZONE = "time-zone"
    VACATION = "vacation"
    BACK = "back"
    CANCEL_VACATION = "cancel-vacation"
    TAKE_BACK = "take-back"
    PLAN = "plan"
    PLAY_ONLY_CARD = "play-only-card"
    ASK_ONLY_CARD = "ask-only-card"
    LEAVE = "leave"
    STOP = "stop"
    STOP_ALL = "stop-all"
    ANSWER = "answer"  # to a vote, an offer: what the mail asks besides cards


ALONE: Mapping[RequestKind, tuple[str, str, str]] = {
    RequestKind.STATUS: (
        "status|table|the table|score|scores|show the table|who is playing|whose turn is it"
        "|where are we|what's the status|what is the status|status of the game|how is the game going"
        "|how does the table look|who has what|what's on the table|what's in play",
        "stan|stan gry|stół|tabela|wynik|pokaż stół|kto gra|czyja kolej|czyja tura|jaki jest stan gry"
        "|jaki stan gry|jak wygląda stół|co leży na stole|co jest na stole|kto co ma|na kogo czekamy",
        "статус|положение|стол|счёт|покажи стол|кто играет|чей ход|какое положение|какой статус"
        "|какой счёт|что на столе|у кого что|кого ждём|как идёт игра|положение дел",
    ),
    RequestKind.HISTORY: (
        "history|last moves|the last moves|moves|log|what happened|what has happened"
        "|what did i miss|show the history|show history",
        "historia|ostatnie ruchy|ruchy|przebieg|co się działo|co się stało|co się wydarzyło"
        "|co mnie ominęło|pokaż historię",
        "история|последние ходы|ходы|журнал|что было|что произошло|что случилось|что я пропустил"
        "|что я пропустила|покажи историю",
    ),
    RequestKind.MORE_TIME: (
        "more time|i need more time|need more time|give me more time|extension|some more time"
        "|a bit more time|i need some more time|i need a bit more time|could i have more time"
        "|can i have more time",
        "więcej czasu|potrzebuję więcej czasu|daj mi więcej czasu|dajcie mi więcej czasu"
        "|trochę więcej czasu|o więcej czasu|poproszę o więcej czasu"
        "|potrzebuję trochę więcej czasu|czy mogę prosić o więcej czasu|jeszcze trochę czasu"
        "|przedłużenie",
        "больше времени|ещё времени|мне нужно больше времени|мне нужно время|дайте время"
        "|побольше времени|ещё немного времени|нужно больше времени|нужно ещё время|дайте ещё времени"
        "|можно больше времени|прошу больше времени|продлить",
    ),
    RequestKind.NUDGE: (
        "nudge|nudge them|remind them|nudge him|nudge her|remind him|remind her|send a reminder|poke them",
        "szturchnij|ponaglij|ponaglenie|przypomnij|przypomnij im|pogoń ich|pogońcie ich"
        "|niech ktoś ich pogoni|ponaglij ich|wyślij przypomnienie",
        "поторопи|поторопить|поторопите|напомни|напомнить|напомните|поторопи их|поторопите их"
        "|напомни им|напомните им|отправь напоминание",
    ),
    RequestKind.RESUME: (
        "resume|resume the game|end the pause|unpause",
        "wznów|wznów grę|koniec pauzy|zakończ pauzę",
        "продолжить|продолжить игру|продолжим|конец паузы|снять паузу",
    ),
    RequestKind.REMATCH: (
        "rematch|a rematch|play again|let's play again|let's have a rematch|i'd like a rematch"
        "|i want a rematch|one more game|another game",
        "rewanż|poproszę rewanż|gramy jeszcze raz|zagrajmy jeszcze raz|jeszcze raz|chcę rewanżu"
        "|chcę rewanż|jeszcze jedna gra|jeszcze jedna partia|gramy rewanż",
        "реванш|давайте реванш|сыграем ещё|сыграем ещё раз|ещё раз|давайте ещё раз|хочу реванш"
        "|ещё одну игру|ещё одна игра|ещё партию|ещё одну партию",
    ),
    RequestKind.NEW_GAME: (
        "new game|a new game|start a new game|new game with these people",
        "nowa gra|zacznij nową grę|nowa gra z tymi ludźmi|nowa gra z tymi graczami",
        "новая игра|начать новую игру|новая игра с этими игроками|новая игра с теми же",
    ),
    RequestKind.MUTE: (
        "mute|mute this game|mute the game|mute game",
        "wycisz|wycisz grę|wycisz tę grę",
        "заглушить|заглушить игру|заглушить эту игру|без звука",
    ),
    RequestKind.UNMUTE: (
        "unmute|unmute this game|unmute the game|unmute game",
        "wyłącz wyciszenie|cofnij wyciszenie|włącz powiadomienia",
        "включить уведомления|вернуть уведомления|снять заглушку",
    ),
    RequestKind.MUTE_TALK: (
        "mute talk|mute the talk|mute chat|mute the chat|no chat",
        "wycisz rozmowy|wycisz rozmowę|wycisz czat|bez czatu",
        "заглушить чат|заглушить разговоры|без чата",
    ),
    RequestKind.UNMUTE_TALK: (
        "unmute talk|unmute the talk|unmute chat|unmute the chat",
        "włącz rozmowy|włącz rozmowę|włącz czat",
        "включить чат|включить разговоры|вернуть чат",
    ),
    RequestKind.TOGETHER: (
        "together|all together|all games together|one mail|one mail for all games"
        "|everything in one mail|all in one mail|one mail for everything",
        "razem|wszystko razem|wszystkie gry razem|jeden mail|jeden list|wszystko w jednym mailu"
        "|jeden mail na wszystko|jeden mail dla wszystkich gier|zbiorczo",
        "вместе|всё вместе|все игры вместе|одним письмом|одно письмо|всё в одном письме"
        "|всё одним письмом|одно письмо на все игры",
    ),
    RequestKind.ONE_BY_ONE: (
        "one by one|separately|separate mails|one mail per game|a mail for each game"
        "|one mail for each game|a mail per game|one mail each|separate mail for each game",
        "osobno|pojedynczo|osobne maile|osobne listy|każda gra osobno|osobny mail na grę"
        "|osobny mail na każdą grę|osobny mail dla każdej gry|osobny list na każdą grę"
        "|po jednym mailu na grę",
        "по одному|по одной|отдельно|отдельными письмами|каждая игра отдельно"
        "|отдельное письмо на каждую игру|отдельное письмо для каждой игры|по письму на игру"
        "|по одному письму на игру|отдельные письма",
    ),
    RequestKind.BACK: (
        "i'm back|i am back|im back|end vacation|end my vacation",
        "wróciłem|wróciłam|jestem z powrotem|koniec urlopu|zakończ urlop",
        "я вернулся|я вернулась|вернулся|вернулась|конец отпуска|закончить отпуск",
    ),
    RequestKind.CANCEL_VACATION: (
        "cancel vacation|cancel my vacation",
        "anuluj urlop|odwołaj urlop",
        "отменить отпуск|отмени отпуск",
    ),
    RequestKind.TAKE_BACK: (
        "take back|take back my turn|take my turn back|takeback",
        "cofnij turę|cofnij moją turę|chcę cofnąć turę",
        "вернуть ход|верните мой ход|взять ход назад|взять ход обратно",
    ),
    # Not “play my only card”: that answers what is asked now.
    RequestKind.PLAY_ONLY_CARD: (
        "always play my only card|always play my only card for me|always play the only card",
        "zawsze graj moją jedyną kartę|zawsze zagrywaj moją jedyną kartę|zawsze graj jedyną kartę",
        "всегда играй мою единственную карту|всегда играйте мою единственную карту"
        "|всегда играй единственную карту",
    ),
    RequestKind.ASK_ONLY_CARD: (
        "ask me about my only card|always ask me about my only card|don't always play my only card"
        "|stop playing my only card",
        "pytaj o moją jedyną kartę|pytaj mnie o moją jedyną kartę|pytaj o jedyną kartę"
        "|nie graj za mnie jedynej karty",
        "спрашивай о моей единственной карте|спрашивайте о моей единственной карте"
        "|спрашивай о единственной карте|не играй за меня единственную карту",
    ),
    RequestKind.LEAVE: (
        "leave|leave the game|leave this game|leave game|leave the table|i want to leave"
        "|i want to leave the game|i'm leaving|i quit|quit|quit the game|resign|i resign|i'm out"
        "|remove me|i'd like to leave|i would like to leave|i'd like to leave the game|let me out"
        "|take me out of the game",
        "wychodzę|wychodzę z gry|opuść grę|opuszczam grę|chcę opuścić grę|rezygnuję|rezygnuję z gry"
        "|odchodzę|poddaję się|chcę wyjść|chcę wyjść z gry|chcę zrezygnować|chciałbym wyjść z gry"
        "|chciałabym wyjść z gry",
        "выйти|выйти из игры|выхожу|выхожу из игры|хочу выйти из игры|покинуть игру|покидаю игру"
        "|ухожу|сдаюсь|хочу выйти|хочу уйти|хочу уйти из игры|я выхожу|я ухожу",
    ),
    RequestKind.STOP: (
        "stop|cancel|unsubscribe|unsubscribe me|please unsubscribe me|stop mails|stop the mails|stop mailing"
        "|stop emails|stop these mails|stop mailing me|no more mails|no more emails|no mails|opt out",
        "stop|anuluj|wypisz|wypisz mnie|rezygnacja|zatrzymaj maile|dość maili|koniec maili|bez maili"
        "|nie piszcie do mnie",
        "стоп|отписаться|отписка|отпишите меня|отпиши меня|хватит писем|больше не писать"
        "|не пишите мне|не надо писем",
    ),
    RequestKind.STOP_ALL: (
        "stop all|stop all mails|stop all emails|no mails at all|unsubscribe from all|unsubscribe all",
        "zatrzymaj wszystkie maile|żadnych maili|wypisz mnie ze wszystkiego|wypisz ze wszystkiego",
        "отписаться от всего|отпишите меня от всего|никаких писем|остановить все письма",
    ),
}
"""Requests that are the whole line."""

WITH_MORE: Mapping[RequestKind, tuple[str, str, str]] = {
    # Not “I'm on vacation”: machines that answer for somebody say that.
    RequestKind.VACATION: (
        "vacation|my vacation|holiday|holidays|my holiday",
        "urlop|mój urlop|wakacje|moje wakacje",
        "отпуск|мой отпуск|каникулы|мои каникулы",
    ),
    RequestKind.LANGUAGE: ("language", "język", "язык"),
    RequestKind.TIME_ZONE: (
        "time zone|timezone|my time zone",
        "strefa czasowa|strefa|moja strefa czasowa",
        "часовой пояс|мой часовой пояс|временная зона",
    ),
    RequestKind.PLAN: (
        "plan|my plan|next turn|orders|my orders",
        "plan|mój plan|następna tura|polecenia|moje polecenia",
        "план|мой план|следующий ход|поручения|мои поручения",
    ),
    RequestKind.PAUSE: ("pause|pause the game", "pauza|wstrzymaj grę", "пауза|поставить на паузу"),
    RequestKind.PACE: (
        "pace|change pace|change the pace|change the pace to|new pace",
        "tempo|zmień tempo|zmień tempo na|nowe tempo",
        "темп|изменить темп|сменить темп|новый темп",
    ),
}
"""Requests that go on: “vacation 3 to 10 August”, “language: Polish”, “pause 3 days”."""

NO_CLOCK = ("no clock|without a clock", "bez zegara|bez limitu czasu", "без таймера|без часов")
"""What stands for the days of a pace without any."""

YES = (
    "yes|yes please|yep|yeah|yup|sure|ok|okay|agree|agreed|i agree|accept|i accept|i'm in|count me in"
    "|yes i agree|yes i'm in|yes i do|fine|of course|gladly|with pleasure|i'd love to|would love to"
    "|love to|happy to"
    "|no problem|ok with me|okay with me|fine by me|fine with me|works for me|sounds good|go ahead"
    "|go for it|why not|be my guest|sounds fun|no objection|no objections|i don't mind|absolutely"
    "|definitely|yes of course|sure thing|by all means|totally|for sure|deal|let's do it|i'm game"
    "|i'm up for it|up for it|i'm down|you bet|cool with me|good with me|i'm good with that"
    "|i'm fine with that|i'm all for it"
    "|that works|that works for me|suits me|it suits me|that suits me|count on me|delighted|honoured"
    "|honored|thrilled|no objections from me"
    "|let's",
    "tak|tak poproszę|zgoda|zgadzam się|akceptuję|przyjmuję|jasne|pewnie|dobrze|wchodzę|zapisz mnie"
    "|oczywiście|okej|chętnie|z chęcią|z przyjemnością|bardzo chętnie|jestem za|nie ma sprawy"
    "|nie ma problemu"
    "|nie mam nic przeciwko|może być|w porządku|spoko|jak najbardziej|proszę bardzo|no pewnie|no jasne"
    "|no tak|nie sprzeciwiam się|czemu nie|a czemu nie|dlaczego nie|dawaj|dawajcie|niech będzie"
    "|śmiało|wbijam|git|gites|luz|odpowiada mi|mi odpowiada|odpowiada|liczcie na mnie|licz na mnie"
    "|pasuje mi|mi pasuje|popieram|przyjemnością|no dobra|niech tak będzie|lecimy|jedziemy"
    "|zgoda ode mnie",
    "да|да пожалуйста|согласен|согласна|я согласен|я согласна|конечно|хорошо|принимаю|ладно|запишите меня"
    "|я за|за|окей|ок|с удовольствием|с радостью|без проблем|не возражаю|не против|я не против"
    "|нет возражений|ничего не имею против|разумеется|само собой|да конечно|пожалуйста|можно"
    "|почему бы и нет|почему нет|а почему бы и нет|давай|давайте|валяй"
    "|валяйте|поехали|го|погнали|норм|мне норм|поддерживаю|я только за|только за|не вопрос|идёт|пойдёт"
    "|устраивает|рассчитывай на меня|удовольствием|рассчитывайте на меня"
    "|мне подходит|подходит|меня устраивает|ага|угу|вписываюсь",
)
# To an invitation they say yes as well.
JOINING = (
    "i'll play|i'm playing|i play|let's play|deal me in|i'll join|i join|joining|of course i'll play"
    "|yes let's play",
    "gram|zagram|gramy|zagrajmy|dołączam|dołączę|wchodzę w to|piszę się|jestem|chętnie zagram|tak gram"
    "|to gramy|wchodzę do gry|zapisuję się",
    "играю|сыграю|играем|сыграем|давайте играть|присоединяюсь|я в деле|в деле|я играю|с удовольствием сыграю"
    "|да играю|вступаю|я участвую|участвую",
)
# And these say no to an invitation.
DECLINING = (
    "no time|i have no time|too busy|i'm too busy|i'm busy|too busy this month|too busy right now"
    "|no time right now",
    "nie mam czasu|nie mam teraz czasu|brak czasu|za dużo pracy|jestem zajęta|jestem zajęty|teraz nie mogę",
    "нет времени|сейчас нет времени|у меня нет времени|занята|занят|я занята|я занят|сейчас не могу",
)
PLAIN_YES = "yes|yes please|tak|tak poproszę|да|да пожалуйста"
NO = (
    "nope|no thanks|no thank you|disagree|i disagree|decline|i decline|refuse|i refuse|not this time"
    "|no i don't|i don't agree|no way|never|absolutely not|definitely not|i'd rather not|rather not"
    "|i can't|can't this time|can't|i can't this time|sorry no|unfortunately not|i'm against it|not for me"
    "|not really|another time|some other time|next time|count me out|i'll pass|i'll sit this one out"
    "|without me"
    "|i'll skip this one|skip me|i'll skip|not in|i'd say no|nah|nah thanks|not today thanks"
    "|i'd prefer not to|i'd prefer not|prefer not to|i would rather not|i'd rather not to|i don't want to"
    "|i don't think so",
    "nie|nie dziękuję|nie zgadzam się|odmawiam|odrzucam|nie tym razem|nie zgoda|niestety nie|nie ma mowy"
    "|jestem przeciw|nie mogę|nie dam rady|tym razem nie|tym razem nie dam rady|niestety nie mogę|nie chcę"
    "|wolę nie|nie bardzo|no nie bardzo|innym razem|następnym razem|odpuszczę|odpuszczam|pas|pasuję"
    "|nigdy|absolutnie nie|raczej nie|na pewno nie|odpadam|beze mnie|nie piszę się|nie liczcie na mnie"
    "|nie licz na mnie|wolałabym nie|wolałbym nie|nie chciałabym|nie chciałbym|raczej odpuszczę",
    "нет|нет спасибо|не согласен|не согласна|отказываюсь|не в этот раз|я против|против|отклоняю"
    "|ни в коем случае|ни за что|не могу|не получится|в этот раз нет|в этот раз не получится|к сожалению нет"
    "|к сожалению не могу|не хочу|не очень|в другой раз|как-нибудь в другой раз|в следующий раз|я пас"
    "|пас|пропущу"
    "|лучше не надо|не надо|никогда|скорее нет|точно нет|без меня|я мимо|не участвую|не буду|не сегодня"
    "|я бы не хотела|я бы не хотел|не хотелось бы|предпочту отказаться|откажусь",
)
# In Polish a colloquial “no” says yes, so there it says nothing.
ENGLISH_NO = "no"
POLISH = "pl"

# Beside a yes or a no they say nothing of it: “Super, gram!”, „tym razem odpuszczę”.
BESIDE_AN_ANSWER = (
    "this month|this week|right now|at the moment|very|then|i'd be|so|well|ah|gladly|and|but|that's"
    "|this is|it's|that is|thanks|thx|ooh|hmm|with that|about it|really|guys|all"
    "|great|cool|nice|awesome|super|oh|wow|yay|hooray|this time|sorry|unfortunately|from me|from my side"
    "|sounds fun|sounds great",
    "w tym miesiącu|w tym tygodniu|teraz|w tej chwili|z największą|eh|ech|więc|i|a|ale|to|dzięki|hmm"
    "|naprawdę|oj|och|no ale|ja|mi to|mnie to"
    "|super|fajnie|ekstra|świetnie|o|hurra|tym razem|niestety|sorki|z mojej strony|ode mnie|no to"
    "|brzmi super",
    "в этом месяце|на этой неделе|сейчас|эх|уж|с превеликим|очень|и|а|но|это|спасибо|хм|правда|эх|ох"
    "|мне это|меня это|вот"
    "|супер|класс|отлично|круто|о|ого|ура|здорово|к сожалению|увы|в этот раз|ой|ну|с моей стороны|от меня",
)
VOTE_WORDS: Mapping[str, tuple[str, str, str]] = {
    "more-time": (
        "more time|give more time|give them more time|give him more time|give her more time|wait|let's wait",
        "więcej czasu|dajmy więcej czasu|dajmy mu więcej czasu|dajmy jej więcej czasu|dać więcej czasu"
        "|czekamy|czekajmy|poczekajmy|poczekać",
        "больше времени|ещё времени|дать время|дать ещё времени|дать больше времени|дадим ещё времени"
        "|подождать|подождём|ждём",
    ),
    "bot": (
        "bot|a bot|the bot|let a bot play|let the bot play|a bot should play",
        "bot|niech gra bot|niech bot gra|niech zagra bot",
        "бот|пусть играет бот|пусть бот играет|пусть сыграет бот",
    ),
    "replace": (
        "replace|replacement|somebody else|someone else|find somebody else",
        "zastępstwo|zastąpić|ktoś inny|niech gra ktoś inny",
        "замена|заменить|кто-то другой|другой игрок|найти замену",
    ),
    "end": (
        "end|end it|end the game",
        "koniec|koniec gry|zakończyć|zakończyć grę|zakończmy grę",
        "конец|конец игры|закончить|закончить игру|завершить игру",
    ),
}
"""The words of the choices of a vote about a silent player."""

COMMAND_PHRASES: Mapping[str, tuple[str, str, str]] = {
    "hand": (
        "my hand|show my hand|show me my hand|my cards|show my cards|show me my cards|what cards do i have"
        "|what do i have|which cards do i have|what's in my hand",
        "moja ręka|pokaż rękę|pokaż moją rękę|moje karty|pokaż karty|pokaż moje karty|jakie mam karty"
        "|co mam na ręce|co mam w ręku",
        "моя рука|покажи руку|покажи мою руку|мои карты|покажи карты|покажи мои карты|какие у меня карты"
        "|что у меня на руке|что у меня в руке",
    ),
    "undo": (
        "undo that|undo it|undo my move|take that back|take it back|undo my last move|undo the last move",
        "cofam to|cofnij to|cofnij ruch|cofnij mój ruch|cofam ruch|cofnij ostatni ruch",
        "отмени|отмени ход|отменить ход|отмени это|верни назад|верни ход|отмени последний ход",
    ),
    "help": (
        "help me|help please|i need help|how does this work|what can i write|what can i do|how do i play",
        "pomocy|pomóż|potrzebuję pomocy|jak to działa|co mogę napisać|co mogę zrobić|jak grać",
        "помоги|помогите|нужна помощь|как это работает|что можно написать|что я могу сделать|как играть",
    ),
}
"""Longer ways to say a command, each the whole line."""

LANGUAGES: Mapping[str, str] = {
    "en": (
        "en|english|in english|angielski|po angielsku|английский|по-английски|на английском"
        "|switch to english|change to english|english please|przełącz na angielski"
        "|zmień na angielski|zmień język na angielski|переключи на английский"
        "|переключить на английский|смени на английский|смени язык на английский"
    ),
    "pl": (
        "pl|polish|in polish|polski|po polsku|польский|по-польски|на польском|switch to polish"
        "|change to polish|przełącz na polski|zmień na polski|zmień język na polski"
        "|переключи на польский|переключить на польский|смени на польский|смени язык на польский"
    ),
    "ru": (
        "ru|russian|in russian|rosyjski|po rosyjsku|русский|по-русски|на русском"
        "|switch to russian|change to russian|przełącz na rosyjski|zmień na rosyjski"
        "|zmień język na rosyjski|переключи на русский|переключить на русский|смени на русский"
        "|смени язык на русский"
    ),
}
"""What people call a language; one with a preposition is a request by itself: “po polsku”."""
