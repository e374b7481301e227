"""Fuzz: every decoder fed with real files and lines that were spoilt, by a series that is always the same.

- `mutate`: how a text is spoilt: in its bytes, and in its JSON.
- `material`: the real files and lines.
- `decoders`: what reads them, and what it may raise.
- `sessions`: whole conversations: what `lexludi serve` reads, and what `conform` reads from a program.
- `series`: so many inputs, in parts, added up.

`python -m properties.fuzz --inputs 1000000` feeds them all.
"""
