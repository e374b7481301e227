"""Properties: what must hold in every game, checked by machines that play whole games.

- `subject`, `checks`, `machine`: of any game. They know no game, only what a `Subject` tells them.
- `druids_contract`: what the contract says of Druids, said again without the rules' own functions.
- `druids_games`: the machines of Druids; `druids_events`: what its events must say.
- `druids_kernels`, `druids_setup_kernels`, `druids_tables`: its small functions and its rules, counted out.
- `birdie_contract`, `birdie_games`, `birdie_events`, `birdie_kernels`, `birdie_turn_kernels`, `birdie_tables`: the
  same of Birdie.
- `kernels`: the heart of the rules in integers; `proofs`, `proof_mutants`: proved by CrossHair, and mutated.
- `worlds`: all deals and all lines of play of small worlds; one trick and all rows, counted out.
- `battery`: all checks over a fixed series of games; what planted faults and mutants are put to. What it does
  stands in `druids_stages` and `birdie_stages`.
- `faults`: faults that real card games shipped, planted in a copy of the rules; `birdie_faults`: those of Birdie.
- `fuzz`: every decoder, fed with spoilt files and lines.
- `mutants`: small changes of the rule modules, and which of them nothing notices. `mutators` makes them, `forks` and
  `judges` put them to the battery, the tests and the types; `equivalent.toml` lists those that change nothing.

`pytest properties` runs the quick profile; `LEXLUDI_PROFILE=deep pytest properties` the deep one.
"""
