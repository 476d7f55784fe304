"""A corpus of rows: games played with fixed seeds and a fixed clock, and what each leaves in the database.

A change that moves code and changes nothing leaves every row as it was. `plans` says which games there are,
`players` plays one, `acts` is what people do in it, `rows` writes down what is stored, `kept` compares that
with what the repository keeps. `python -m tests.site.rows_corpus` shows and accepts differences.
"""
