"""Reads what a line votes for about a silent player, also in a sentence: “let's give her more time”. Pure."""

from collections.abc import Mapping, Sequence
from functools import cache

from .requests import plain_words, read_answer, split_words

# The word that says which choice a sentence is for; every other word has to be one of the `FILLERS`.
SUBJECTS: Mapping[str, str] = {
    "more-time": (
        "time|wait|waiting|longer|day|days|week|czasu|czas|dzień|dni|tydzień|poczekajmy|poczekać"
        "|zaczekajmy|czekajmy|czekamy|chwilę|chwilkę|chwilunię|momencik|времени|время|день|дня|дней"
        "|неделю|подождём|подождать|ждём"
    ),
    "bot": "bot|bota|бот|бота|боту",
    "replace": "replace|replacement|substitute|zastępstwo|zastąpić|zastąpiła|zastąpił|zastąpmy|замену"
    "|замена|заменить|заменила|заменил|заменим",
    "end": "end|zakończyć|zakończmy|kończymy|закончить|закончим|завершить|заканчиваем",
}
FILLERS = (
    "let|let's|lets|give|some|more|a|an|the|bit|little|him|her|them|for|i|i'd|say|vote|think|should|take"
    "|over|play"
    "|plays|with|find|get|we|can|just|it|game|please|ok|to|and|another|this|one|same|again|while|i'll|i'm"
    "|up|of|give|vote|voting|be|patient|now|should|tbh|while"
    "|would|still|couple|few|poor|guy|man|woman|lad",
    "dajmy|dać|daj|jeszcze|trochę|więcej|mu|jej|im|na|niego|nią|nich|jestem|za|głosuję|niech|gra|zagra"
    "|przejmie|tę|ten|jeden"
    "|weźmie|znajdźmy|grę|proszę|to|i|raz|tyle|samo|moment|poczekać|mogę|możemy|ja|tej|partii|partię|tę"
    "|bądźmy|cierpliwi|razie|teraz|bym|byłabym|byłbym|ją|go|ich|zastąpiła|zastąpił|niej|po|prostu|nadal"
    "|póki|co|ta|moim|zdaniem|parę|kilka|chłopu|chłopakowi|dziewczynie",
    "дадим|давайте|давай|дать|дайте|ещё|немного|чуть|больше|ему|ей|им|я|за|голосую|пусть|играет|сыграет"
    "|возьмёт"
    "|найдём|найти|его|её|эту|один|игру|пожалуйста|и|немножко|на|вместо|него|неё|столько|же|раз|чуток"
    "|чуточку|мы|можно|можем|партию|эту|думаю|по-моему|пока|бы|заменила|заменил|сейчас|нам|их|лучше|всё"
    "|просто"
    "|пару|несколько|мужику|парню|девушке|человеку",
)


def read_vote(line: str, words: Mapping[str, str], codes: Sequence[str], *, has_numbers: bool = True) -> str:
    """Return the one of these `codes` that a line votes for; empty if none, or several."""
    if (said := read_answer(line, words, codes, has_numbers=has_numbers)) or "?" in line:
        return said
    said_words = plain_words(line).replace(",", " ").split()
    found = {code for word in said_words if (code := _subjects().get(word))}
    is_plain = all(word in _subjects() or word in _fillers() for word in said_words)
    return found.pop() if is_plain and len(found) == 1 and found.issubset(codes) else ""


@cache
def _subjects() -> Mapping[str, str]:
    return {word: code for code, row in SUBJECTS.items() for word in split_words([row])}


@cache
def _fillers() -> frozenset[str]:
    return frozenset(split_words(FILLERS))
