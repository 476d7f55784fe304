"""The catalogues of translations: made from the sources, checked, written as .po and .mo."""
