"""Two small games that prove the engine: a duel of hidden cards, and dice with a wheel. No player ever sees them."""
