"""A hand of cards: its melds, its meldings, its evaluation and closing with it."""
