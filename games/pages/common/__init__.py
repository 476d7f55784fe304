"""What every family of pages shares: who looks, guards, failures, and the faces of cards."""
