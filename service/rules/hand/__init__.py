"""A hand of cards: melds, meldings, closing and evaluation."""
