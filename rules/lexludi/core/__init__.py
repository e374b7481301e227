"""Core: what all games share. It imports no game."""
