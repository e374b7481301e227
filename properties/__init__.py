"""Properties: what must hold in every game, checked by machines that play whole games.

- `subject`, `checks`, `machine`: of any game. They know no game, only what a `Subject` tells them.
- `druids_contract`: what the contract says of Druids, said again without the rules' own functions.
- `druids_games`: the machines of Druids; `druids_kernels`: its small functions, counted out.
- `birdie_contract`, `birdie_games`: the same of Birdie.
- `kernels`: the heart of the rules in integers; `proofs`, `proof_mutants`: proved by CrossHair, and mutated.
- `battery`: all checks over a fixed series of games; what planted faults and mutants are put to.
- `faults`: faults that real card games shipped, planted in a copy of the rules; `birdie_faults`: those of Birdie.
- `fuzz`: every decoder, fed with spoilt files and lines.
- `mutants`: small changes of one rule module, and which of them nothing notices.

`pytest properties` runs the quick profile; `LEXLUDI_PROFILE=deep pytest properties` the deep one.
"""
