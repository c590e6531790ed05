"""How people call the cards: one file for each style of pack and language."""
