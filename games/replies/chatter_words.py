"""The words that choose nothing in a reply, in the site's languages: greetings, closings, doubts.

The lists hold whole words, folded as `fold` does it: without case, accents and signs. A phrase is a tuple of
words; rows of phrases are written with bars between them.
"""

import re

from .folding import fold


def _phrases(*rows: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for row in rows for phrase in fold(row).split("|"))


GREETINGS = _phrases(
    "hi|hello|hey|dear|hi there|hello there|good morning|good day|good afternoon|good evening",
    "hiya|heya|howdy|greetings|hi all|hello all|hi everyone|hello everyone|hi everybody|hi folks|hi guys",
    "hey all|hey everyone",
    "cześć|hej|witam|siema|dzień dobry|dobry wieczór|siemka|siemanko|hejka|hejo|heja|czołem|witajcie|witaj",
    "cześć wszystkim|hej wszystkim|witam wszystkich|cześć wam|hejka wszystkim|siema wszystkim",
    "привет|здравствуй|здравствуйте|добрый день|добрый вечер|доброе утро|приветик|приветики|здрасте|салют",
    "доброго дня|доброго времени суток|всем привет|привет всем|привет ребята|приветствую|здорово",
    "evening folks|evening all|morning all|morning folks|good evening everyone",
    "good morning all|good morning everyone|good evening folks|hi folks|hey folks|hi team",
    "hello team|hello folks|hi gang|hi guys|hey guys|hello everyone|hey everyone|greetings",
    "greetings all|howdy|howdy all|hi again|hello again",
    "hejo|hejka wszystkim|siemka|siemanko|siema wszystkim|siema ludzie|hej ludzie|hej ekipo",
    "cześć ekipo|witam wszystkich|witajcie|dobry wieczór wszystkim|dzień dobry wszystkim",
    "dzień dobry państwu|szanowni państwo|drodzy państwo",
    "всем доброго дня|всем добрый день|всем добрый вечер|всем доброе утро|добрый вечер всем",
    "добрый день всем|доброе утро всем|доброго дня|доброго вечера|доброго времени суток",
    "приветик|приветики|приветствую|приветствую всех|здарова|хай всем|привет народ",
    "привет ребята|всем хай|всем здрасте|уважаемые|уважаемые коллеги",
    "sz p|szanowni|szanowni koledzy|drodzy koledzy|drodzy gracze|szanowni gracze|kochani gracze",
    "drodzy przyjaciele",
    "уважаемые игроки|уважаемые друзья|дорогие друзья|дорогие игроки",
    "дорогие коллеги|дорогие мои|господа|дамы и господа",
    "dear all|dear friends|dear players|dear team",
    "dear everyone|ladies and gentlemen|fellow players|hello friends",
)
CLOSINGS = _phrases(
    "love|much love|lots of love|peace|hugs|xoxo|xo|xx|xxx|ciao|bye|regards|best|best regards|kind regards",
    "best wishes|cheers|yours|take care|see you|see ya|good luck|have fun|sweet dreams",
    "buziaki|całuję|ściskam|pozdr|pozdro|pozdrawiam|pozdrowienia|pa|papa|na razie|do zobaczenia|powodzenia",
    "miłość|pokój|z miłością",
    "party time|bed time|bedtime|world peace|peace out|day dreams",
    "pora spać|czas spać|pokój na świecie|czas na imprezę|noc i dzień",
    "пора спать|мир во всём мире|время вечеринки",
    "целую|пока|удачи|обнимаю|до встречи|всего доброго|с уважением|любовь|с любовью|мир",
    "all the best|warm regards|warmest regards|with best regards|many thanks|thanks and regards|sincerely",
    "yours sincerely|yours truly|warmly|with love|love always|all my love|love you|love ya|love to all",
    "love you all|peace and love|peace be with you|in peace|speak soon|talk soon|talk to you soon",
    "until next time|till next time|kisses|hugs and kisses|sleep well|good night|night night|so long",
    "pozdrawiam serdecznie|serdecznie pozdrawiam|pozdrawiam ciepło|pozdrawiam gorąco|z pozdrowieniami",
    "z poważaniem|z wyrazami szacunku|serdeczności|uściski|trzymajcie się|trzymaj się|do usłyszenia",
    "dużo miłości|z pozdrowieniem|słodkich snów|kolorowych snów|dobranoc|do następnego|czas na mnie",
    "na mnie czas|pokój z wami|pokój z tobą|kocham|kocham was|nara|buźka|buziaczki",
    "с наилучшими пожеланиями|наилучшие пожелания|с наилучшими|с приветом|всех благ|всего хорошего",
    "всего наилучшего|до свидания|до скорого|до связи|люблю|люблю вас|люблю тебя|с миром",
    "мир вам|мир всем|всем мира|мира всем|сладких снов|спокойной ночи|доброй ночи|мне пора|целую всех",
    "хорошего дня|хорошего вечера|добра|всем добра",
)
# With an exclamation mark they close a mail: “Time!”.
EXCLAIMED = _phrases("time|party|toast|czas|impreza|tost|время|вечеринка|тост")
# What people write who want fewer mails, or out of the game.
ENDS_THE_TURN = _phrases("end|koniec|zakończ|закончить|закончи|хватит")
ENDS = _phrases(
    "stop|cancel|unsubscribe|end|quit|remove|remove me|opt out|optout|exit|leave|resign|abort|delete",
    "koniec|anuluj|wypisz|wypisz mnie|rezygnuję|zrezygnuj|wyjdź|usuń|przestań|zakończ|odwołaj|odwołane",
    "стоп|хватит|прекрати|отмена|отписаться|отпишите|отпиши|выход|удалить|удали|закончить|закончи",
    "cancelled|canceled|anulowane|anulowana|отменено|отменена|отменён",
)
# With a word that begins so, no line is the beginning of a title: “canceled” is no Canceled Plans.
STOPS = re.compile(
    fold("cancel|stop|unsub|quit|abort|withdr|anul|odwoł|rezyg|zrezyg|wypis|przesta|wycof|zatrzym")
    + fold("|стоп|останов|отмен|отпис|отпиш|прекра|отзов|отозв")
)
# Below an answer, they take it back or doubt it; and so does what `TAKES_BACK` holds.
DOUBTS = _phrases(
    "no|not|nope|never|nah|don't|dont|doesn't|can't|cannot|isn't|wasn't|wait|sorry|oops|whoops|actually|rather",
    "instead|mistake|wrong|kidding|joking|joke|ignore|forget|scratch|undo|cancel|stop|meant|mean|better|maybe",
    "perhaps|probably|possibly|or|unless|changed|change|hold on|hang on|nevermind|correction|second thought",
    "second thoughts|not sure|unsure|hm|hmm|er|if|should i|take back|taking back|take it back|my bad|revert",
    "then again|think about|to think|still thinking|i'd say|depending|too soon|delete this|please delete",
    "brb|be right back|rethink|rethinking|thoughts|revoke|revoked|recall|asking|let me ask",
    "zaraz wracam|przemyślę|przemyśleć|odwołuję to|pytam|co myślicie|сейчас вернусь|отзыв|спрашиваю",
    "scrap|belay|false alarm|on hold|please hold|retract|tentatively|hypothetically|for example|just a test",
    "is a test|to be confirmed|tbc|tbd|your call|you decide|up to you|fat fingers|that back|keep these",
    "keep them|keep those|upd|give me a|disregard|please advise|confirm first|in theory|these i keep",
    "these stay|everything back|oopsie|whoopsie|withdrawn|recalled|to recall|just asking|thinking aloud",
    "do nothing|null and void|gotcha|yeah right|joshing|which one is it|teoretycznie|hipotetycznie|roboczo",
    "do potwierdzenia|do ustalenia|prima aprilis|zdaje się|zdaje mi|wydaje mi|tak myślę|jeszcze myślę",
    "przypuszczam|prawdopodobnie|mi pomyśleć|wolałbym|wolałabym|wstrzymaj|wstrzymuję|skasuj|kasuję",
    "unieważniam|unieważnij|rezygnuję|zrezygnuj|odpuszczam|na przykład|to test|tylko test|jak wolisz",
    "jak chcesz|bez sensu|zły pomysł|głupi pomysł|żartowałem|żartowałam|zapomnijcie|zignorujcie|cofnijcie",
    "czekajcie|poczekajcie|chwilka|to znaczy|poprawka|korekta|sory|soreczki|trudno powiedzieć",
    "przez przypadek|przypadkiem|niechcący|wysłało się|zostają|zatrzymuję|chociaż|chwilowo|bodajże",
    "daj mi chwilę|samo się|kliknąłem|kliknęłam|odpuść|daj spokój|wstępnie|подумать|подумаю|секундочку",
    "минуточку|отбой|отставить|отменяй|отменяйте|стойте|подождите|погодите|обожди|неа|сотри|удали|удалите",
    "аннулируй|виноват|виновата|пардон|сорри|сори|сорян|извиняюсь|прошу прощения|поправка|исправление",
    "исправляю|замени|поменяй|имею в виду|имелось в виду|в смысле|то есть|например|к примеру|предположим",
    "как хочешь|как скажешь|решай сам|забей|проехали|пошутил|пошутила|слова назад|возьму назад|плохая идея",
    "не надо|оставляю|остаются|это тест|погодь|рано отправил|рано отправила|теоретически|предварительно",
    "глупость|игнор",
    "vs|versus|kontra",
    "for me|i need|need them|need these|need those|i want|i'd want|wanted|i'd like|rest|the others",
    "other ones|everything else|all else|remain|remains|stay|stays|mine|april fools|retracting|reconsider",
    "sleep on|check with|delete|confirm|the third|third one|second one|first one|last one|other game",
    "other table|too early",
    "potrzebuję|chcę|chciałem|chciałam|dla mnie|moje|reszta|resztę|reszty|pozostałe|pozostała|skreśl|wykreśl",
    "usuń|pomiń|wykluczone|zdecyduję|zapytam|spytam|potwierdzę|trzecia|trzecią|wieczorem|do kosza",
    "нужны|нужен|нужна|нужно|хочу|хотел|хотела|для меня|мне|мои|мой|остальные|остальное|остальных|вычеркни",
    "зачеркни|спрошу|решу|подтвержу|третью|третья|вечером|ни в коем|само отправилось",
    "object|i object|objection|protest|protestuję|sprzeciw|sprzeciwiam|возражаю|против|протестую",
    "edit|typo|ok with you|okay with you|fine with you|is that ok|is that okay|is that fine|is this ok",
    "is it ok|let's say|lets say|literówka|powiedzmy",
    "zły mail|zły numer|zła karta|zła gra|złe okno|опечатка|описка|скажем|допустим",
    "make it|make that|niech będzie|пусть будет|nvm|nvmd|nm|canceled|cancelled|canceling|cancelling|withdraw",
    "anulowane|anulowano|odwołuję|odwołane|wycofuję|отменено|отменил|отменила|отзываю",
    "nie|nigdy|czekaj|poczekaj|zaczekaj|stój|jednak|raczej|lepiej|wolę|żartuję|żart|żarcik|pomyłka|pomyłkowo",
    "błąd|cofam|cofnij|cofnąć|anuluj|sorki|przepraszam|wybacz|chwila|chwileczkę|moment|momencik|może|chyba",
    "zamiast|albo|lub|czy|zmieniam|zmieniłem|zmieniłam|zmień|miało|miałem|miałam|nieważne|ups|ojej|jeśli",
    "jeżeli|ewentualnie|zapomnij|właściwie|pomyliłem|pomyliłam|wróć",
    "нет|не|никогда|стой|стоп|подожди|погоди|постой|лучше|шучу|шутка|ошибся|ошиблась|ошибка|отмена|отменить",
    "отменяю|отмени|извини|извините|прости|простите|передумал|передумала|вместо|или|либо|может|наверное",
    "наверно|точнее|вернее|имел|имела|ой|упс|секунду|минутку|хотя|возможно|пожалуй|если|забудь|забудьте",
)
# In a line of a few words they doubt, too; in a longer one they are about anything: “I think you’ll win”.
HEDGES = _phrases(
    "i think|think so|i guess|i suppose|i prefer|prefer|depends|advice|skip it|skip|gdyby|oj|zależy",
    "myślę że|zostawiam|zostaw|kurczę|kurde|meh|psych|uh|um|pending|presumably|zapewne|za szybko",
    "za wcześnie|sekundę|decyduj",
    "думаю|сначала|сперва|вроде|кажется|минуту|блин|зависит|смотря|проверка|прикол|хм|усмотрение|видимо",
    "вероятно",
)
# They hold a word of doubt, and doubt nothing.
HARMLESS = _phrases(
    "sorry it took|sorry this took|no hard feelings|not in a hurry|don't worry|dont worry|no doubt|why not",
    "no virus found|no viruses found",
    "nie mogę się doczekać|nie przejmuj się|nie zawiera wirusów|nie ma wirusów|nie ma za co",
    "не могу дождаться|не волнуйся|не волнуйтесь|не содержит вирусов",
    "better late than never|lepiej późno niż wcale|лучше поздно чем никогда",
    "przepraszam że tak długo|przepraszam że tyle|sorry że tak długo|sory za|soreczki za|wybaczcie zwłokę",
    "извините что так долго|извини что так долго|простите что так долго|прости что так долго",
    "извините что долго|извини что долго|простите что долго|прости что долго",
    "сорри за|сори за|извиняюсь за|прошу прощения за",
    "rest of the|rest of your|resztę dnia|reszty dnia|do reszty",
    "apologies for|my apologies for",
    "sorry for|sorry about|sorry i'm late|sorry im late|sorry to keep|no rush|no worries|no problem|no hurry",
    "not bad|never mind the|better luck|if only|stop by|can't wait|cant wait",
    "przepraszam za|sorki za|wybacz zwłokę|nie spiesz|nie ma sprawy|nie ma pośpiechu|może być ciekawie",
    "извини за|извините за|прости за|простите за|не спеши|не спешите|не торопись|не торопитесь|не за что",
)
# With them, in small letters, a line goes on with the sentence above it, which then is no answer alone.
GOES_ON = frozenset(
    fold(
        "but when after before until till once is isn't was would won't could can only except if"
        " tomorrow later"
        " ale kiedy gdy jak po przed aż jest byłoby byłby byłaby będzie był dopiero tylko oprócz jutro"
        " później"
        " но когда после пока как до будет был было бы только кроме если завтра позже"
    ).split()
)
# Those that say so with a capital, too, as phones write it, in a short line or one of a few words.
CONDITIONS = frozenset(
    fold(
        "when after before until till once unless except"
        " kiedy gdy przed aż dopiero oprócz najpierw"
        " когда после кроме"
    ).split()
)
OTHERWISE = frozenset(fold("but only tomorrow later ale tylko jutro później но только завтра позже").split())
# With them a line begins that takes the answer back, though no other word of it doubts.
TAKES_BACK = _phrases(
    "wait|no wait|sorry i|i meant|actually|oops|scratch|undo|cancel|hold on|never mind|nevermind|ignore",
    "strike that|strike it|on reflection|but only|only if|only after|only when|but first|jk|j k|just kidding",
    "draft|this is a draft|do not|i take that|take that back|please ignore|please disregard",
    "disregard|not yet|szkic|zignoruj|proszę zignoruj|ale dopiero|dopiero po|dopiero jak|dopiero gdy",
    "ale najpierw|ale tylko|tylko jeśli",
    "черновик|игнорируй|игнорируйте|но только|только если|только после|но сначала|беру назад|забираю назад",
    "my mistake|czekaj|poczekaj|nie czekaj|jednak|pomyłka|cofam|cofnij|anuluj|ups|pomyliłem|pomyliłam",
    "żartuję|стой|нет стой|подожди|погоди|ошибся|ошиблась|отмена|отменить|точнее|вернее|ой|упс|шучу",
    "the above|that's what|thats what|this was for|this was meant|that was meant|that was my|this was my",
    "to mój|to moja|to tylko|to było do|это выше|это для|это был|это была",
    "next turn|next time|next week|i'll play|i'll see|let's see|will play|looking at|still looking|on sunday",
    "on monday|on tuesday|on wednesday|on thursday|on friday|on saturday|this weekend|soon|tonight|today",
    "za tydzień|w weekend|do jutra|good question|nice try|good point|zaraz|wkrótce|dzisiaj",
    "скоро|сегодня|почти",
    "strike the|strike it|nullify|leave it|kill that|i lied|waham|waha|сомневаюсь|сомнева",
    "передумал|передумала|provided|assuming|as long as|o ile|pod warunkiem|при условии|test|testing|тест",
)
# Whatever else a line of another paragraph says, with them it takes back what stands above it.
PLAIN_TAKE_BACKS = _phrases(
    "changed my mind|change my mind|no wait|wait no|don't play|dont play|do not play|not play it|not do that",
    "i meant|scratch that|would rather play|would rather not|please do that instead|i'll choose|i'll decide",
    "will decide|choose tomorrow|choose later|answer tomorrow|answer later",
    "nie graj|nie grajcie|nie zagrywaj|czekaj nie|nie czekaj|zmieniłem zdanie|zmieniłam zdanie|jednak nie",
    "rozmyśliłem się|rozmyśliłam się|zastanowię się|wybiorę jutro|odpowiem jutro",
    "не играй|не играйте|нет стой|стой нет|я передумал|я передумала|выберу завтра|отвечу завтра|решу завтра",
)
# So begin words of what was sent by accident, or is thought about.
DOUBT_STEMS = re.compile(
    fold("accident|misclick|misread|omył|pomył|niechc|rozmyśl|odwidzia|zastanow|zastanaw|przemyśl|omyłk")
    + fold("|случайн|нечаян|раздум|ошиб|аннулир|промах|промаз")
)
# What offices and programs put below all mails, whatever it forbids.
FOOTER = re.compile(
    fold(r"\b(?:intended recipient|print(?:ing)? this|confidential|legally privileged")
    + fold(r"|poufn|prawnie chronion|drukuj|drukowa|не печата|не распечат|конфиденциальн)")
)
# A line that holds nothing else refuses.
REFUSALS = _phrases("no|not|nope|wait|don't|stop|please|nie|czekaj|stop|stój|нет|не|стой|стоп")
WITHOUT = frozenset(fold("without except anything draft test bez oprócz кроме без черновик").split())
APOLOGIES = _phrases("sorry|so sorry|przepraszam|wybacz|sorki|прости|извини|простите|извините")
# How people begin a question about each other.
SMALL_TALK = _phrases(
    "how are|how's|how is|how was|how did|what's up|what's new|jak tam|jak się|jak leci|jak zdrowie",
    "jak minął|jak minęła|jak wam|co u|co słychać|как дела|как ты|как вы|как у|как жизнь|как здоровье",
    "как прошли|как прошёл|как прошла|что нового",
)
# Words of who speaks to another person.
SPOKEN_TO = frozenset(
    fold(
        "you your yours u ur you're congrats congratulations birthday how"
        " ty ci cię ciebie tobie twoja twój twoje gratuluję gratulacje jak"
        " ты тебя тебе твой твоя твоё поздравляю как"
    ).split()
)
# After a number they count something else, and before it they name a time.
UNITS = frozenset(
    fold(
        "am pm h hr hrs hour hours min mins minute minutes day days week weeks month months year years times"
        " godz godzin godziny min minut minuty dni dzień tydzień tygodnie tygodni razy lat"
        " час часа часов мин минут минуты день дня дней неделю недели недель раз раза лет год года"
        " january february march april may june july august september october november december"
        " degrees"
        " stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października"
        " listopada grudnia stopni"
        " января февраля марта апреля мая июня июля августа сентября октября ноября декабря градусов"
    ).split()
)
BEFORE_A_TIME = frozenset(fold("at around about until till o około do po w у в к до около после").split())
# Alone they are no beginning of a title.
BARE_VERBS = frozenset(
    fold(
        "play use put choose pick take discard draw steal trash swap trade exchange give keep"
        " zagraj dobierz dobieram ukradnij zniszcz zamień wymień"
        " сыграй тяни тянуть укради возьми сбрось меняй"
    ).split()
)
# They begin titles (“Great Theme Song”), and alone they are what people say: assent, counting, haste, time.
EVERYDAY = frozenset(
    fold(
        "a agreed all back can't everybody everyone faster final finally finish first get"
        " great i important into let's lets leap more move my night no off on one out poor random reset share"
        " stop that's thats the there's theres three through today's todays turn two winning"
        " agree down ever every fast hear hero import know learn learning live name part rock test that there"
        " tight today trans"
        " bez co inne jedyne jeszcze każdy kim losowy losowa losowo mocniejszy mój na niby nie noc o odwołane"
        " okazja ostatni ostatnia ostatnie pierwszy pierwsza pierwsze po pomieszaj pomyłka pora potrzeba"
        " powrót przekażcie przerwa raz szybciej tajne to umówieni ważne więcej wygrana zakręć zgarnij"
        " zjedz zmiana zrób zróbmy"
        " anty błąd chęć innych inny jesz miło mocniej moje mojego musi nasi nocy oczami okazje okazji"
        " ostatniej"
        " para parę pary pierwszej poda pore pory potrzeb powrotu prezent prosta przerwę przerwy sens umowie"
        " uśmiech więc wygra zmian zmianę zmiany"
        " ах без больше будь быстрее в важно вниз вот все давай день другие еще каждому каждый как мое на"
        " назад назови нужна отмена первый первая первое перерыв пора последний последняя последнее решили"
        " сегодня случайный случайная случайно то ты хватай это"
        " боль вечер выигрыш других друг каждом март мест мечта моего отмены отмену перерыва пору поры после"
        " прав правил проста прост против решил сделай секрет случай тему"
    ).split()
)
EVERYDAY_PHRASES = _phrases(
    "two days|let's do|lets do|let's do that|lets do that|take another|take another one|everybody gets",
    "zróbmy to|nie ma|jeszcze jedna|jeszcze jeden|jeszcze raz",
    "ещё один|ещё одна|ещё раз|давай ещё|из рук",
)
# What somebody says who has no words to tell yet, where words of one's own are asked for.
NO_WORDS_YET = _phrases(
    "i don't know|i dont know|don't know|dont know|no idea|i have no idea|later|not yet|not now|hmm|hm|pass",
    "still thinking|ask me tomorrow|brb|no clue|dunno|give me a minute|tbd|dam znać|ещё думаю",
    "i don't know yet|i dont know yet|no idea yet|tomorrow|i'll answer later|no idea pass|lol what",
    "nie wiem|jeszcze nie wiem|nie mam pomysłu|później|potem|jutro|za chwilę|nie teraz|jeszcze nie|pas",
    "не знаю|пока не знаю|ещё не знаю|нет идей|позже|потом|завтра|не сейчас|ещё нет|пас",
)
# With them one says sorry for a mail that comes late, and takes nothing back.
DELAYS = frozenset(
    fold(
        "delay wait waiting late later slow slowness long took silence"
        " zwłokę zwłoka opóźnienie spóźnienie długo późno czekanie milczenie"
        " задержку задержка ожидание долго поздно опоздание опоздала опоздал молчание"
    ).split()
)
# They name a day, and so do titles of made cards.
DAYS = frozenset(
    fold(
        "monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight"
        " poniedziałek wtorek środa czwartek piątek sobota niedziela dziś dzisiaj jutro wieczorem"
        " понедельник вторник среда четверг пятница суббота воскресенье сегодня завтра вечером"
    ).split()
)
# Words of what the writer does or will do: with them thanks and praise may put an answer off.
OWN_DOINGS = frozenset(
    fold(
        "but keep hold leave i i'll i'm i've we'll choose pick decide ask typed off it's"
        " ale zostaw wybiorę wybieram odpiszę odpowiem skreślam trzymam"
        " но я оставим решим отвечу выберу"
    ).split()
)
# With them a line begins that is about something else than the answer above it, though it ends with a title.
WISHES = _phrases(
    "watch out|beware|strzeż się|strzeżcie się|uważaj|держись|ну держись|держитесь|берегись",
    "thanks|thank you|thx|see you|good|great|nice|happy|have a|have an|have fun|have lots|enjoy",
    "dzięki|dziękuję|miłego|miłej|dobry|dobra|super|świetna",
    "спасибо|хорошего|хорошей|хорошая|отличная",
)
# With them it goes on with another choice.
GOES_ON_WITH = _phrases(
    "then|and|also|next|and then",
    "potem|a potem|oraz|i|i potem",
    "потом|а потом|затем|и|и потом",
)
ABOUT_MORE = WISHES | GOES_ON_WITH | _phrases("time to|say|love", "czas|pora", "пора")
THANKS = _phrases("thanks|thank you|thx|cheers|dzięki|dziękuję|спасибо")
# A short line that holds nothing else thanks, praises, wishes something, laughs or agrees.
CHAT = frozenset(
    fold(
        "a about again ah all and at aww back be been best bless boom by chat cheers come congrats"
        " congratulations cool cu cute day dear delicious enjoy enjoyed enjoying ending evening everybody"
        " everyone excellent exciting far fine folks for friends from fun funny game games gg gl glad go"
        " gonna good goodbye goodnight great greetings group guys ha haha hahaha happy have having"
        " heh hehe hehehe here hey hi holiday holidays hooray hope hugs hurray i'll i'm in interesting is"
        " it its it's just kind kisses lads lady laugh let's lol long look looking lots love loved lovely"
        " loving luck lucky many merry miss more morning move moves much neat next nice nicely"
        " night now of oh ok okay on our party peeps people play played player players playing please pls"
        " pretty ready regards right rofl round safe say see seeing seems sleep smile so soon still such"
        " sunday super sure sweet table team terrific thank thanks that thats that's the there thing things"
        " this thursday thx time tnx to today together tomorrow tonight too tough turn turns twist ty u"
        " very wahoo warm was we week weekend well went what whee wild win will wish wishes with wonderful"
        " woo woohoo work wow x xd xmas xoxo xx xxx yay yeah year years yep yes yippee you you're your"
        " yours"
        " ach ale bardzo bawcie baw brawa brawo buziaki całusy cieszę ciekawa ciekawe ciekawie cześć"
        " cudownie dla do dobra dobranoc dobre dobrej dobrego dobry dobrze dnia dzień dzięki dziękować"
        " dziękuję ech ej elo extra fajna fajne fajnie fajny gg go gra grać grania grało gramy granie"
        " gratki gratulacje gratuluję gry grze hah haha hahaha hehe hej hejka hura i jak jest jesteś"
        " jutra jutro kochani kolej kolejka konkretnie lecimy ludzie ładnie ładna ładny ładne masz miłego"
        " miłej miły miła miło na nam nara narazie niezła niezłe niezły no oby"
        " oczywiście ok oki okej pa papa partia partii partyjka pewnie piękna piękne pięknie piękny piona"
        " pozdr pozdrawiam pozdro pozdrowienia powodzenia proszę razie ruch ruchu serdecznie serdeczności"
        " się siema spoko spotkania super sukcesów szczęścia śmieszne ściskam świetna świetne świetnie"
        " świetny tak teraz to trzymaj trzymajcie trzymam twoja twój tura turę tury tydzień tygodnia"
        " uściski uśmiałam uśmiałem w wam was ważne wasza wesoło wesołych weekend weekendu widzenia"
        " wieczoru wieczór wielkie wszyscy wszystkich wszystkiego wszystkim z za zabawa zabawy"
        " zaraz zdrówka zdrowia zobaczenia"
        " а ага ахаха вам вас ваш ваша вечера вечер видимся всего всем все встречи всех вы где да давай"
        " давайте дела день для до добра доброго доброй доброе дня друзья еще жду здорово здоровья и игра"
        " играем играть игре игру игры интересная интересно как класс классно красиво круто крутая лол"
        " любви много на наконец народ настроения неделя недели ночи ну обнимаю ок окей"
        " отлично отличная отличный ох очень пасиб пасибо пожалуйста пока поздравляю порядке почти"
        " прекрасно прекрасная привет приветик приятно приятного приятной поехали рад рада ребята с салют"
        " свидания сегодня скоро смешно спасибо спасибки спс спокойной супер счастливо так твой твоя тебе"
        " тебя то тут ты увидимся удачи ура утра утро ух ход хода ходи хорошая хорошего хорошей хорошо"
        " хороших выходных хороший хех хехе целую чудесно чудесного это"
    ).split()
)
# Titles that people write of their own day.
OF_THE_DAY = _phrases(
    "time|sleep|dreams|party|the party|sun|the sun|moon|the moon|music|television|coffee",
    "czas|czasu|sen|snu|marzenia|impreza|imprezę|imprezie|słońce|księżyc|muzyka|telewizja|kawa|kawę",
    "время|времени|сон|мечты|вечеринка|вечеринку|солнце|луна|музыка|телевизор|кофе",
)
# Titles that are first names, by which a greeting calls somebody.
GIVEN_NAMES = _phrases("alice|alicja|алиса|соня")
