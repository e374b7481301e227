"""`lexludi play`: a game against simple opponents, in a terminal."""
