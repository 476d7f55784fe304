"""Positions with whatever the other editions lay on a table: windows, Creepers, backs, trivia, rhymes."""

from engine.scenario import Scene, deal

__all__ = [
    "afflicted",
    "all_have_lost",
    "answered",
    "asked_beside",
    "covered_up",
    "objected",
    "rhyming",
    "told_a_fact",
    "window",
]


def window(**given) -> Scene:
    """Ann has just played the goal that Bob would win by: Bob and Cid may answer."""
    scene = deal(
        **{
            "edition": "wonderland",
            "ann": ["down-the-rabbit-hole", "tea", "stop-that"],
            "bob": ["canceled-plans", "veto", "tarts"],
            "cid": ["thats-mine", "walrus", "draw-3"],
            "keepers": {"ann": ["crown", "vorpal-sword"], "bob": ["alice", "white-rabbit"], "cid": ["cake"]},
            "creepers": {"ann": ["jabberwock"]},
            "rules": ["play-2"],
            "discard": ["trade-hands", "play-3"],
            "turn": "ann",
            "played": 0,
        }
        | given
    )
    scene.seats[0].plays("down-the-rabbit-hole")
    return scene


def fatal_ungoal(edition: str = "anatomy", *, plays: bool = False) -> Scene:
    """Ann holds, or plays, an Ungoal that holds: Bob's liver has both Creepers."""
    scene = deal(
        edition=edition,
        ann=["sepsis", "lungs"],
        bob=1,
        cid=1,
        turn="ann",
        drawn=1,
        keepers={"bob": ["liver"]},
        creepers={"bob": ["virus", "bacteria"]},
        attached={"virus": "liver", "bacteria": "liver"},
    )
    if plays:
        scene.seats[0].plays("sepsis")
    return scene


def objected() -> Scene:
    """Cid has cancelled what Ann plays: she and Bob may answer the Surprise with another."""
    scene = window(bob=["veto", "walrus", "tarts"], cid=["canceled-plans", "thats-mine", "draw-3"])
    scene.seats[2].answers("canceled-plans")
    return scene


def answered() -> Scene:
    """Ann has answered the Surprise of Cid: her goal stands again, as long as nobody objects."""
    scene = objected()
    scene.seats[0].answers("stop-that")
    return scene


def rhyming() -> Scene:
    """Ann uses Rhyme Time: she may say something in her own words."""
    scene = deal(
        edition="wonderland",
        ann=["tea", "tarts"],
        bob=3,
        keepers={"ann": ["vorpal-sword", "cake", "bottle"]},
        creepers={"ann": ["jabberwock"]},
        rules=["rhyme-time"],
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("use:rhyme-time")
    return scene


def afflicted(**given) -> Scene:
    """An Anatomy table with Creepers that cling, one that is loose, an Ungoal in play and a meta rule."""
    return deal(
        **{
            "edition": "anatomy",
            "ann": ["liver", "surgery", "draw-3"],
            "bob": ["kidneys", "multiple-organ-failure", "prostate"],
            "cid": ["stomach", "ovaries", "hand-limit-1"],
            "keepers": {"ann": ["brain", "heart"], "bob": ["lungs"], "cid": []},
            "creepers": {"ann": ["virus", "bacteria"], "bob": ["mutation"], "cid": ["toxin"]},
            "attached": {"virus": "heart", "bacteria": "heart", "mutation": "lungs"},
            "rules": ["name-that-organ", "double-agenda"],
            "goals": ["cancer", "appetite"],
            "turn": "ann",
            "played": 0,
        }
        | given
    )


def asked_beside() -> Scene:
    """Ann has played two organs: Bob is asked about one beside the play, Cid about the other."""
    scene = afflicted(
        ann=["liver", "spleen", "draw-3"],
        rules=["name-that-organ", "alternate-factlets", "play-2", "double-agenda"],
        creepers={"bob": ["mutation"], "cid": ["toxin"]},
        attached={"mutation": "lungs"},
        goals=["cancer", "appetite"],
    )
    scene.seats[0].plays("liver")
    return scene


def told_a_fact(words: str) -> Scene:
    """Bob has told a fact in his own words: Ann and Cid may challenge it."""
    scene = asked_beside()
    ann, bob, _cid = scene.seats
    (question,) = [each for each in bob.beside if each.words]
    scene.game.answer(bob.seat, [words], question.number)
    ann.plays("spleen")
    return scene


def all_have_lost() -> Scene:
    """Ann has just met an Ungoal."""
    scene = afflicted(
        ann=["sepsis", "bones", "eyes"],
        creepers={"ann": ["virus", "bacteria"]},
        attached={"virus": "heart", "bacteria": "heart"},
        rules=["name-that-organ"],
        goals=["appetite"],
    )
    scene.seats[0].plays("sepsis")
    return scene


def covered_up() -> Scene:
    """An ICE table on which keepers of Ann and Bob lie face down."""
    return deal(
        edition="ice",
        ann=["milk", "peace"],
        bob=["bread", "time"],
        keepers={"ann": ["war", "the-brain"], "bob": ["taxes", "coffee"]},
        face_down={"ann": ["war"], "bob": ["taxes"]},
        rules=["secret-data"],
        turn="ann",
        played=0,
    )
