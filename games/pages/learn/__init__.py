"""Learning to play: six positions, one decision each."""
