"""Who must answer by when: deadlines, outages that give time back, and how quickly people answer."""
