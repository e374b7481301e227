# Two commands on a fresh machine: `make run` and `make test`. Needs Python >= 3.11, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PLAYED := druids birdie
GAMES ?= 70
VERIFY_GAMES ?= 20000
FUZZ_INPUTS ?= 1000000
WORKERS ?= 2

.PHONY: help setup run test lint types tests properties verify games machines leaks planted worlds proofs fuzz mutants faults bench docs clean

help:
	@echo "make run     set up, play whole games under all invariants, validate a second implementation, clause by clause"
	@echo "make test    set up, then lint, types, doctests, tests, a quick slice of the properties"
	@echo "make verify  the deep run, in parts that are also there by name: games machines leaks planted worlds proofs fuzz"
	@echo "make worlds  all deals and all lines of play of small worlds"
	@echo "make faults  planted faults, and what finds them"
	@echo "make fuzz    every decoder, fed with spoilt files and lines"
	@echo "make proofs  the kernels of the rules proved by CrossHair, and their mutants"
	@echo "make mutants every small change of the rules, and which of them nothing notices"
	@echo "make bench   the measurements, beside other libraries"
	@echo "make docs    the documentation as a website, in site/"

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("lexludi needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $(READY)

setup: $(READY)

run: $(READY)
	@mkdir -p out
	@for game in $(PLAYED); do \
	  echo "== $$game: whole games, every step under every invariant" && \
	  $(BIN)/lexludi simulate $$game --all --check --games $(GAMES) --workers $(WORKERS) --part-size 5 && \
	  echo "== $$game: one game recorded, then audited" && \
	  $(BIN)/lexludi simulate $$game --players 4 --games 1 --seed 7 --out out/$$game.json && \
	  $(BIN)/lexludi audit out/$$game.json || exit $$?; \
	done
	@echo "== the vectors, put to a program through the protocol (here: our own server)"
	$(BIN)/lexludi vectors --check -- $(BIN)/lexludi serve
	@if command -v node >/dev/null; then second="node examples/javascript/adapter.js"; \
	  else echo "== Node is not here: the second implementation is the one in Python"; \
	    second="$(BIN)/python examples/python/adapter.py"; fi; \
	for game in $(PLAYED); do \
	  echo "== $$game: a second implementation held to every clause ($$second)" && \
	  $(BIN)/lexludi conform $$game --games 40 -- $$second || exit $$?; \
	done
	@echo "== clause by clause"
	$(BIN)/lexludi spec --matrix

test: lint types tests properties

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

tests: $(READY)
	$(BIN)/pytest

properties: $(READY)
	$(BIN)/pytest properties

# The deep run. Finished parts lie in out/verify: a run that is broken off goes on from there.
verify: games machines leaks planted worlds proofs fuzz

games: $(READY)
	@for game in $(PLAYED); do \
	  echo "== $$game: $(VERIFY_GAMES) random games, every step under every invariant, every clause reached" && \
	  $(BIN)/lexludi simulate $$game --all --check --every-clause --games $(VERIFY_GAMES) --seed 1 \
	    --workers $(WORKERS) --part-size 100 --resume out/verify/$$game || exit $$?; \
	done

machines: $(READY)
	@echo "== long machines"
	LEXLUDI_PROFILE=deep $(BIN)/pytest properties

leaks: $(READY)
	@echo "== nothing leaks: other cards hidden, at every step and for every seat"
	$(BIN)/python -m properties.leaks --games 200

planted: $(READY)
	@echo "== planted faults"
	$(BIN)/python -m properties.faults

# Finished worlds lie in out/verify/worlds.
worlds: $(READY)
	@echo "== small worlds: all deals, all lines of play, every invariant in every state"
	$(BIN)/python -m properties.worlds --workers $(WORKERS) --resume out/verify/worlds --at-least 10000000
	@echo "== one trick, and all rows, counted out"
	$(BIN)/python -m properties.worlds.tricks
	$(BIN)/python -m properties.worlds.rows
	@echo "== perft tables"
	@for game in $(PLAYED); do $(BIN)/lexludi perft $$game --check || exit $$?; done

fuzz: $(READY)
	@echo "== decoders under fire"
	$(BIN)/python -m properties.fuzz --inputs $(FUZZ_INPUTS) --resume out/verify/fuzz

# Every mutant of every rule module: about an hour of one core. Decisions lie in out/mutants: broken off, it goes on.
mutants: $(READY)
	$(BIN)/python -m properties.mutants --workers $(WORKERS)

faults: $(READY)
	$(BIN)/python examples/faults/run.py

# The kernels proved, then each of their mutants found: about two and seven minutes of one core.
proofs: $(VENV)/.proofs
	$(BIN)/python -m properties.proofs
	$(BIN)/python -m properties.proof_mutants

$(VENV)/.proofs: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,proofs]'
	touch $@

bench: $(VENV)/.bench
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/shares.py
	$(BIN)/python benchmarks/costs.py
	$(BIN)/python benchmarks/conform.py

$(VENV)/.bench: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,bench]'
	touch $@

docs: $(VENV)/.docs
	$(BIN)/mkdocs build --strict

$(VENV)/.docs: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,docs]'
	touch $@

clean:
	rm -rf $(VENV) out site build dist
