"""Titles on the cards of a hand, in a real browser: no word is broken, and no kind of a card is cut."""

import pytest
from django.utils import translation

import engine
from engine.scenario import deal
from games.decks.titles import quoted_title
from games.models import Player
from tests.mail.tables import store

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = ((1280, 720), (1280, 900), (1920, 1080), (390, 844))
HELD = ("keeper", "goal", "new rule", "action")
# A word that stands in two lines, and a head that is wider than its card.
BROKEN = """() => {
    const broken = [];
    for (const title of document.querySelectorAll(".tray .card__title")) {
        const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            for (const word of walker.currentNode.data.matchAll(/[^\\s\\u00a0–-]+/g)) {
                const range = document.createRange();
                range.setStart(walker.currentNode, word.index);
                range.setEnd(walker.currentNode, word.index + word[0].length);
                const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
                if (lines.size > 1) broken.push(word[0]);
            }
        }
    }
    for (const head of document.querySelectorAll(".tray .card__head")) {
        if (head.clientWidth > 1 && head.scrollWidth > head.clientWidth) broken.push(head.textContent.trim());
    }
    return broken;
}"""


def longest_words(edition: str, language: str) -> list[str]:
    """The cards of an edition that a hand holds, those with the longest words in their titles first."""

    def length(card: engine.Card) -> int:
        return max(map(len, quoted_title(card).split()))

    with translation.override(language):
        cards = sorted(engine.deck_of(edition).cards, key=length, reverse=True)
    return [card.slug for card in cards if card.kind in HELD]


@pytest.mark.parametrize("edition", ["fluxx", "wonderland", "anatomy"])
@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_no_word_is_broken(edition, language, new_context, address, sign_in):
    """In hands of any size, of the cards whose titles have the longest words."""
    longest = longest_words(edition, language)
    found = {}
    for count in range(2, 14):
        stored = store(
            deal(ann=longest[:count], bob=3, edition=edition, turn="ann", played=0), name=str(count)
        )
        Player.objects.update(tips_over=True, language=language)
        context = new_context(reduced_motion="reduce", locale=language)
        sign_in(context, stored.players["ann"])
        page = context.new_page()
        page.goto(f"{address}/g/{stored.game.key}/")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found[count, width, height] = page.evaluate(BROKEN)
        context.close()

    assert {} == {where: words for where, words in found.items() if words}
