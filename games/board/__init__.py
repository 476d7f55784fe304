"""The picture of the board: as plain values (`drawing`), as SVG, as PNG (`png`), and in words (`words`).

``names`` maps seats to what their players are called; ``moved`` are outcomes that went through ``seen_by``.
"""
