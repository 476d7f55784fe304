"""Titles and texts of the Anatomy edition."""

from engine.cards.words.mark import Words
from engine.translation import gettext_noop

ORGAN = gettext_noop("A keeper, and an organ: play it in front of you. Goals ask for keepers.")

WORDS: Words = {
    # Keepers
    "adrenals": (gettext_noop("Adrenals"), ORGAN),
    "appendix": (gettext_noop("Appendix"), ORGAN),
    "bladder": (gettext_noop("Bladder"), ORGAN),
    "blood-vessels": (gettext_noop("Blood Vessels"), ORGAN),
    "bones": (gettext_noop("Bones"), ORGAN),
    "brain": (gettext_noop("Brain"), ORGAN),
    "eyes": (gettext_noop("Eyes"), ORGAN),
    "gallbladder": (gettext_noop("Gallbladder"), ORGAN),
    "heart": (gettext_noop("Heart"), ORGAN),
    "intestines": (gettext_noop("Intestines"), ORGAN),
    "kidneys": (gettext_noop("Kidneys"), ORGAN),
    "liver": (gettext_noop("Liver"), ORGAN),
    "lungs": (gettext_noop("Lungs"), ORGAN),
    "muscles": (gettext_noop("Muscles"), ORGAN),
    "nerves": (gettext_noop("Nerves"), ORGAN),
    "ovaries": (gettext_noop("Ovaries"), ORGAN),
    "pancreas": (gettext_noop("Pancreas"), ORGAN),
    "pituitary-gland": (gettext_noop("Pituitary Gland"), ORGAN),
    "prostate": (gettext_noop("Prostate"), ORGAN),
    "skin": (gettext_noop("Skin"), ORGAN),
    "spleen": (gettext_noop("Spleen"), ORGAN),
    "stomach": (gettext_noop("Stomach"), ORGAN),
    "testes": (gettext_noop("Testes"), ORGAN),
    "thyroid": (gettext_noop("Thyroid"), ORGAN),
    "uterus": (gettext_noop("Uterus"), ORGAN),
    # Goals
    "appetite": (gettext_noop("Appetite"), gettext_noop("Win with Brain and Stomach.")),
    "respiratory-system": (
        gettext_noop("Respiratory System"),
        gettext_noop("Win with Lungs and Blood Vessels."),
    ),
    "filters": (gettext_noop("Filters"), gettext_noop("Win with any two of Liver, Kidneys and Spleen.")),
    "female-reproductive-system": (
        gettext_noop("Female Reproductive System"),
        gettext_noop("Win with Ovaries and Uterus."),
    ),
    "menses": (gettext_noop("Menses"), gettext_noop("Win with Uterus and Blood Vessels.")),
    "semen": (gettext_noop("Semen"), gettext_noop("Win with Testes and Prostate.")),
    "puberty": (
        gettext_noop("Puberty"),
        gettext_noop("Win with Pituitary Gland and either Ovaries or Testes."),
    ),
    "circulation": (gettext_noop("Circulation"), gettext_noop("Win with Heart and Blood Vessels.")),
    "out-of-breath": (gettext_noop("Out of Breath"), gettext_noop("Win with Heart and Lungs.")),
    "digestion": (gettext_noop("Digestion"), gettext_noop("Win with Stomach and Intestines.")),
    "bile": (gettext_noop("Bile"), gettext_noop("Win with Liver and Gallbladder.")),
    "blood-sugar": (gettext_noop("Blood Sugar"), gettext_noop("Win with Pancreas and Liver.")),
    "nervous-system": (gettext_noop("Nervous System"), gettext_noop("Win with Brain and Nerves.")),
    "eyesight": (gettext_noop("Eyesight"), gettext_noop("Win with Eyes and Brain.")),
    "on-the-move": (gettext_noop("On the Move"), gettext_noop("Win with Bones and Muscles.")),
    "reflexes": (gettext_noop("Reflexes"), gettext_noop("Win with Nerves and Muscles.")),
    "sense-of-touch": (gettext_noop("Sense of Touch"), gettext_noop("Win with Skin and Nerves.")),
    "urinary-tract": (gettext_noop("Urinary Tract"), gettext_noop("Win with Kidneys and Bladder.")),
    "adrenaline": (gettext_noop("Adrenaline"), gettext_noop("Win with Adrenals and Heart.")),
    "metabolism": (gettext_noop("Metabolism"), gettext_noop("Win with Thyroid and Pituitary Gland.")),
    "stress": (gettext_noop("Stress"), gettext_noop("Win with Pituitary Gland and Adrenals.")),
    "skin-and-bones": (gettext_noop("Skin and Bones"), gettext_noop("Win with Skin and Bones.")),
    "blood-cells": (gettext_noop("Blood Cells"), gettext_noop("Win with Bones and Spleen.")),
    "blood-pressure": (gettext_noop("Blood Pressure"), gettext_noop("Win with Kidneys and Adrenals.")),
    "enzymes": (gettext_noop("Enzymes"), gettext_noop("Win with Pancreas and Intestines.")),
    "master-gland": (gettext_noop("Master Gland"), gettext_noop("Win with Pituitary Gland and Brain.")),
    "blushing": (gettext_noop("Blushing"), gettext_noop("Win with Skin and Blood Vessels.")),
    "growing-up": (gettext_noop("Growing Up"), gettext_noop("Win with Pituitary Gland and Bones.")),
    # Ungoals
    "cancer": (
        gettext_noop("Cancer"),
        gettext_noop("Everyone loses once Mutation and Toxin cling to the same keeper."),
    ),
    "sepsis": (
        gettext_noop("Sepsis"),
        gettext_noop("Everyone loses once Virus and Bacteria cling to the same keeper."),
    ),
    "organ-failure": (
        gettext_noop("Organ Failure"),
        gettext_noop(
            "Everyone loses once a player has 2 or more keepers and a Creeper clings to each of them."
        ),
    ),
    "multiple-organ-failure": (
        gettext_noop("Multiple Organ Failure"),
        gettext_noop(
            "Everyone loses once Creepers cling to 4 keepers in play. With two players, everyone "
            "also loses once a Creeper clings to a player’s only keeper."
        ),
    ),
    # Creepers
    "virus": (
        gettext_noop("Virus"),
        gettext_noop("It comes into play when drawn, clings to one of your keepers, and you can’t win."),
    ),
    "bacteria": (
        gettext_noop("Bacteria"),
        gettext_noop("It comes into play when drawn, clings to one of your keepers, and you can’t win."),
    ),
    "mutation": (
        gettext_noop("Mutation"),
        gettext_noop("It comes into play when drawn, clings to one of your keepers, and you can’t win."),
    ),
    "toxin": (
        gettext_noop("Toxin"),
        gettext_noop("It comes into play when drawn, clings to one of your keepers, and you can’t win."),
    ),
    # Rules
    "learning-mode": (
        gettext_noop("Learning Mode"),
        gettext_noop(
            "One of Name That Organ! and Knowledge Bonus is always in play. When one has to "
            "leave, the other replaces it; if someone is holding the other, the first stays."
        ),
    ),
    "name-that-organ": (
        gettext_noop("Name That Organ!"),
        gettext_noop(
            "When an organ is played, the next player in line hears a fact about another organ "
            "and picks that organ out of four; a right answer draws 1 card."
        ),
    ),
    "knowledge-bonus": (
        gettext_noop("Knowledge Bonus"),
        gettext_noop(
            "When an organ is played, the next player in line picks the one of four facts that is about it: "
            "draw 1 if it is right."
        ),
    ),
    "alternate-factlets": (
        gettext_noop("Alternate Factlets"),
        gettext_noop(
            "When an organ is played, the next player in line may write another true fact about it: draw 1, "
            "unless most of those who vote challenge it."
        ),
    ),
    "heartbeat": (
        gettext_noop("Heartbeat"),
        gettext_noop(
            "Free action, once a turn: keep the beat, and draw 1. By mail nobody hears a rhythm, so it is "
            "kept by not forgetting it."
        ),
    ),
    # Actions
    "antibiotics": (
        gettext_noop("Antibiotics"),
        gettext_noop(
            "Take Bacteria off a keeper, yours or another player’s, and out of the game. The keeper stays."
        ),
    ),
    "antivirals": (
        gettext_noop("Antivirals"),
        gettext_noop(
            "Take Virus off a keeper, yours or another player’s, and out of the game. The keeper stays."
        ),
    ),
    "surgery": (
        gettext_noop("Surgery"),
        gettext_noop(
            "Take any Creeper off a keeper, yours or another player’s, and out of the game. The keeper stays."
        ),
    ),
    "mix-it-all-up": (
        gettext_noop("Mix It All Up"),
        gettext_noop(
            "Shuffle all keepers and Creepers in play, parted from each other, and deal them out one by one, "
            "starting with yourself."
        ),
    ),
}
