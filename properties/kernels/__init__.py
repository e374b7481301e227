"""Kernels: the heart of the rules in small functions of integers, proved by CrossHair.

- `druids`, `birdie`: the kernels, each with a contract. They are mirrors: no rule calls them.
- `words`: how cards are numbered, and what the contracts say about them.
- `contracts`: the contract of a kernel, read from its docstring.
- `druids_mirrors`, `birdie_mirrors`: for each kernel the rule that it mirrors, and the cases that
  compare both; `mirror`: how.
- `listed`: all of them: what must be proved.

`properties.proofs` has CrossHair prove the contracts; `properties/test_kernels.py` counts out that each kernel gives
what its rule gives.
"""
