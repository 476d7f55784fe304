"""The cards of each edition in the order that stored games of format 1, and old records, count them in.

Those games say only by name which deck they are played with, and know its cards by their places in these
lists.  So the lists never change, whatever becomes of the editions; newer games are stored with their own.
"""

from engine.card import Deck
from engine.editions.deck_list import build_deck, list_deck
from engine.editions.edition import Edition


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FORMAT_1 = {
    edition.slug: edition
    for edition in (
        Edition(
            "fluxx",
            cards=_words(
                "bread chocolate cookies milk dreams love money music peace sleep television the-brain "
                "the-eye the-moon the-party the-rocket the-sun the-toaster time the-appliances "
                "baked-goods bed-time bread-and-chocolate cant-buy-me-love chocolate-cookies "
                "chocolate-milk day-dreams dreamland the-eye-of-the-beholder great-theme-song "
                "hearts-and-minds hippyism lullaby milk-and-cookies the-minds-eye night-and-day "
                "party-time rocket-science rocket-to-the-moon squishy-chocolate time-is-money toast "
                "turn-it-up winning-the-lottery world-peace 5-keepers 10-cards-in-hand the-brain-no-tv "
                "party-snacks draw-2 draw-3 draw-4 draw-5 play-2 play-3 play-4 play-all play-all-but-1 "
                "hand-limit-0 hand-limit-1 hand-limit-2 keeper-limit-2 keeper-limit-3 keeper-limit-4 "
                "no-hand-bonus party-bonus poor-bonus rich-bonus double-agenda first-play-random "
                "get-on-with-it goal-mill inflation mystery-play recycling swap-plays-for-draws "
                "discard-and-draw draw-2-and-use-em draw-3-play-2-of-them empty-the-trash "
                "everybody-gets-1 exchange-keepers jackpot lets-do-that-again lets-simplify no-limits "
                "random-tax rock-paper-scissors-showdown rotate-hands rules-reset share-the-wealth "
                "steal-a-keeper take-another-turn todays-special trade-hands trash-a-keeper "
                "trash-a-new-rule use-what-you-take zap-a-card"
            ),
        ),
        Edition(
            "ice",
            cards=_words(
                "chocolate cookies milk love money peace television the-brain the-eye the-sun time "
                "coffee death taxes war 5-keepers 10-cards-in-hand all-you-need-is-love chocolate-milk "
                "milk-and-cookies money-no-taxes peace-no-war the-brain-no-tv draw-2 play-3 play-4 "
                "final-card-random government-cover-up secret-data draw-2-and-use-em "
                "draw-3-play-2-of-them scramble-keepers steal-a-keeper take-another-turn "
                "trash-a-new-rule bread the-moon the-rocket the-toaster doughnuts the-pyramid "
                "all-that-is-certain the-appliances baked-goods chocolate-cookies death-by-chocolate "
                "hearts-and-minds hippyism night-and-day rocket-science rocket-to-the-moon "
                "squishy-chocolate time-is-money toast war-equals-death draw-3 draw-4 draw-5 play-2 "
                "play-all hand-limit-0 hand-limit-1 hand-limit-2 keeper-limit-2 keeper-limit-3 "
                "keeper-limit-4 no-hand-bonus poor-bonus rich-bonus discard-and-draw empty-the-trash "
                "everybody-gets-1 exchange-keepers lets-do-that-again rules-reset trade-hands "
                "trash-a-keeper use-what-you-take coffee-break on-the-dollar-bill coffee-bonus "
                "doughnut-bonus"
            ),
        ),
        Edition(
            "wonderland",
            cards=_words(
                "alice white-rabbit cheshire-cat mad-hatter march-hare dormouse caterpillar "
                "queen-of-hearts king-of-hearts knave-of-hearts duchess mock-turtle gryphon "
                "humpty-dumpty tweedledum tweedledee walrus carpenter white-knight red-queen tea tarts "
                "looking-glass pocket-watch crown vorpal-sword cake bottle down-the-rabbit-hole "
                "tea-for-two into-the-teapot no-room grin-without-a-cat who-are-you stolen-tarts "
                "royal-couple croquet-ground lobster-quadrille schooldays-in-the-sea agreed-to-a-battle "
                "oysters-come-and-walk i-shall-be-late two-days-wrong through-the-looking-glass "
                "faster-faster queen-alice eat-me-drink-me taller-and-smaller glory-for-you "
                "impenetrability my-own-invention check herald-and-accused important-unimportant "
                "off-with-its-head mirror-writing king-of-beasts snicker-snack rhyme-time crown-bonus "
                "royal-tax one-place-on unbirthday-presents thats-mine veto stop-that canceled-plans "
                "jabberwock draw-2 draw-3 draw-4 draw-5 play-2 play-3 play-4 play-all hand-limit-0 "
                "hand-limit-1 hand-limit-2 keeper-limit-2 keeper-limit-3 keeper-limit-4 double-agenda "
                "no-hand-bonus mystery-play get-on-with-it steal-a-keeper trade-hands lets-simplify "
                "use-what-you-take draw-2-and-use-em draw-3-play-2-of-them exchange-keepers "
                "trash-a-new-rule rules-reset discard-and-draw everybody-gets-1 lets-do-that-again "
                "jackpot"
            ),
            switches=("simplify-at-least-1",),
        ),
        Edition(
            "anatomy",
            cards=_words(
                "adrenals appendix bladder blood-vessels bones brain eyes gallbladder heart intestines "
                "kidneys liver lungs muscles nerves ovaries pancreas pituitary-gland prostate skin "
                "spleen stomach testes thyroid uterus appetite respiratory-system filters "
                "female-reproductive-system menses semen puberty circulation out-of-breath digestion "
                "bile blood-sugar nervous-system eyesight on-the-move reflexes sense-of-touch "
                "urinary-tract adrenaline metabolism stress skin-and-bones blood-cells blood-pressure "
                "enzymes master-gland blushing growing-up cancer sepsis organ-failure virus bacteria "
                "mutation toxin learning-mode name-that-organ knowledge-bonus alternate-factlets "
                "heartbeat draw-2 draw-3 draw-4 draw-5 play-2 play-3 play-4 play-all hand-limit-0 "
                "hand-limit-1 hand-limit-2 keeper-limit-2 keeper-limit-3 keeper-limit-4 double-agenda "
                "no-hand-bonus poor-bonus steal-a-keeper trade-hands draw-2-and-use-em "
                "draw-3-play-2-of-them zap-a-card mix-it-all-up antibiotics antivirals surgery "
                "exchange-keepers trash-a-new-rule rules-reset lets-simplify discard-and-draw "
                "everybody-gets-1 use-what-you-take rotate-hands"
            ),
            start=(
                "learning-mode",
                "name-that-organ",
            ),
            optional=("heartbeat",),
        ),
        Edition(
            "board",
            cards=_words(
                "bread-toaster bread-chocolate bread-milk brain-eye brain-coffee brain-rocket "
                "cookies-chocolate chocolate-love cookies-milk cookies-television dreams-sleep "
                "dreams-money dreams-cosmos eye-television eye-sun love-peace love-music milk-doughnuts "
                "money-time money-party moon-sun moon-rocket moon-sleep music-party music-sleep "
                "party-doughnuts peace-cosmos peace-time rocket-cosmos sun-toaster television-toaster "
                "time-coffee coffee-doughnuts leap-to-brain leap-to-bread leap-to-chocolate "
                "leap-to-coffee leap-to-cookies leap-to-cosmos leap-to-doughnuts leap-to-dreams "
                "leap-to-eye leap-to-love leap-to-milk leap-to-money leap-to-moon leap-to-music "
                "leap-to-party leap-to-peace leap-to-rocket leap-to-sleep leap-to-sun "
                "leap-to-television leap-to-time leap-to-toaster leap-to-octagon leap-to-portal "
                "draw-more draw-more draw-shift draw-shift play-more play-more play-shift play-shift "
                "move-more move-more move-shift move-shift tighter-grip grip-shift grip-shift "
                "rotate-switch rotate-switch uproot-switch uproot-switch wrap-switch wrap-switch "
                "finish-line-shift finish-line-shift swap-colours swap-colours pass-colours "
                "draw-two-play-both draw-three-play-two three-more trade-hands one-for-everyone "
                "spin-two spin-two transplant transplant switch-tiles back-to-start reset-pegs "
                "goal-to-bottom"
            ),
            game="board",
        ),
    )
}


def deck_of_format_1(name: str) -> Deck:
    """The deck that had this name in format 1.

    Raises ``UnknownCard`` for cards that this code doesn't have, and ``ValueError`` for an unknown edition.
    """
    try:
        return build_deck(list_deck(name, FORMAT_1, rulings=0))
    except KeyError:
        raise ValueError(f"There is no edition called {name!r}.") from None
