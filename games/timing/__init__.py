"""Who must answer by when: questions, deadlines, outages that give time back, how quickly people answer."""
