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
    LEAVE = "leave"
    STOP = "stop"
    STOP_ALL = "stop-all"
    ANSWER = "answer"  # to a vote, an offer: what the mail asks besides cards


ALONE: Mapping[RequestKind, tuple[str, str, str]] = {
    RequestKind.STATUS: (
        "status|table|the table|score|scores|show the table|who is playing|whose turn is it|where are we",
        "stan|stan gry|stół|tabela|wynik|pokaż stół|kto gra|czyja kolej|czyja tura",
        "статус|положение|стол|счёт|покажи стол|кто играет|чей ход",
    ),
    RequestKind.HISTORY: (
        "history|last moves|the last moves|moves|log|what happened",
        "historia|ostatnie ruchy|ruchy|przebieg|co się działo|co się stało",
        "история|последние ходы|ходы|журнал|что было|что произошло",
    ),
    RequestKind.MORE_TIME: (
        "more time|i need more time|need more time|give me more time|extension",
        "więcej czasu|potrzebuję więcej czasu|daj mi więcej czasu|dajcie mi więcej czasu",
        "больше времени|ещё времени|мне нужно больше времени|мне нужно время|дайте время",
    ),
    RequestKind.NUDGE: (
        "nudge|nudge them|remind them",
        "szturchnij|ponaglij|ponaglenie|przypomnij|przypomnij im",
        "поторопи|поторопить|поторопите|напомни|напомнить|напомните",
    ),
    RequestKind.RESUME: (
        "resume|resume the game|end the pause|unpause",
        "wznów|wznów grę|koniec pauzy|zakończ pauzę",
        "продолжить|продолжить игру|продолжим|конец паузы|снять паузу",
    ),
    RequestKind.REMATCH: (
        "rematch|a rematch|play again|let's play again|let's have a rematch",
        "rewanż|poproszę rewanż|gramy jeszcze raz|zagrajmy jeszcze raz|jeszcze raz",
        "реванш|давайте реванш|сыграем ещё|сыграем ещё раз|ещё раз|давайте ещё раз",
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
        "together|all together|all games together|one mail|one mail for all games",
        "razem|wszystko razem|wszystkie gry razem|jeden mail|jeden list",
        "вместе|всё вместе|все игры вместе|одним письмом|одно письмо",
    ),
    RequestKind.ONE_BY_ONE: (
        "one by one|separately|separate mails|one mail per game|a mail for each game",
        "osobno|pojedynczo|osobne maile|osobne listy|każda gra osobno",
        "по одному|по одной|отдельно|отдельными письмами|каждая игра отдельно",
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
    RequestKind.LEAVE: (
        "leave|leave the game|leave this game|leave game|leave the table|i want to leave"
        "|i want to leave the game|i'm leaving|i quit|quit|quit the game|resign|i resign|i'm out|remove me",
        "wychodzę|wychodzę z gry|opuść grę|opuszczam grę|chcę opuścić grę|rezygnuję|rezygnuję z gry|odchodzę"
        "|poddaję się",
        "выйти|выйти из игры|выхожу|выхожу из игры|хочу выйти из игры|покинуть игру|покидаю игру|ухожу"
        "|сдаюсь",
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
}
"""Requests that go on: “vacation 3 to 10 August”, “language: Polish”, “pause 3 days”."""

YES = (
    "yes|yes please|yep|yeah|yup|sure|ok|okay|agree|agreed|i agree|accept|i accept|i'm in|count me in"
    "|yes i agree|yes i'm in|yes i do|fine|of course|gladly|with pleasure|i'd love to|love to|happy to",
    "tak|tak poproszę|zgoda|zgadzam się|akceptuję|przyjmuję|jasne|pewnie|dobrze|wchodzę|zapisz mnie"
    "|oczywiście|okej|chętnie|z przyjemnością|bardzo chętnie",
    "да|да пожалуйста|согласен|согласна|я согласен|я согласна|конечно|хорошо|принимаю|ладно|запишите меня"
    "|я за|за|окей|ок|с удовольствием|с радостью",
)
PLAIN_YES = "yes|yes please|tak|tak poproszę|да|да пожалуйста"
NO = (
    "nope|no thanks|no thank you|disagree|i disagree|decline|i decline|refuse|i refuse|not this time"
    "|no i don't|i don't agree",
    "nie|nie dziękuję|nie zgadzam się|odmawiam|odrzucam|nie tym razem|nie zgoda|niestety nie",
    "нет|нет спасибо|не согласен|не согласна|отказываюсь|не в этот раз|я против|против|отклоняю",
)
# In Polish a colloquial “no” says yes, so there it says nothing.
ENGLISH_NO = "no"
POLISH = "pl"

VOTE_WORDS: Mapping[str, tuple[str, str, str]] = {
    "more-time": (
        "more time|give more time|give them more time|wait|let's wait",
        "więcej czasu|dajmy więcej czasu|czekamy|poczekajmy|poczekać",
        "больше времени|ещё времени|дать время|подождать|подождём|ждём",
    ),
    "bot": ("bot|a bot|the bot|let a bot play", "bot|niech gra bot", "бот|пусть играет бот"),
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

LANGUAGES: Mapping[str, str] = {
    "en": "en|english|in english|angielski|po angielsku|английский|по-английски|на английском",
    "pl": "pl|polish|in polish|polski|po polsku|польский|по-польски|на польском",
    "ru": "ru|russian|in russian|rosyjski|po rosyjsku|русский|по-русски|на русском",
}
"""What people call a language; one with a preposition is a request by itself: “po polsku”."""
