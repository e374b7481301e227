"""All of a small world: every deal, every line of play, every invariant in every state.

- `deals`: all deals of a world, each class of piles that a deal cannot tell apart once.
- `world`: what a world is, and where its lines of play are followed to.
- `family`: the worlds.
- `explore`: visits one world, breadth first.
- `run`: visits many, in parts that are kept, on several processes; `python -m properties.worlds`.
- `tricks`, `rows`: everything about one trick, and about one row, at full size.
"""
