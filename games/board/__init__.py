"""The board in pictures and words.

`drawing.build_drawing` returns it as plain values, which pages show as SVG by templates/games/_board.html.
`mail_picture` makes the PNG of mails from the same values, `words` a text.

``names`` maps seats to what their players are called; ``moved`` are outcomes that went through ``seen_by``.
"""
