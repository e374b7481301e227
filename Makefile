# Two commands on a fresh machine: `make run` and `make test`. Needs Python >= 3.11, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
GAMES ?= 70
VERIFY_GAMES ?= 20000
WORKERS ?= 2

.PHONY: help setup run test lint types tests properties verify bench docs clean

help:
	@echo "make run     set up, play whole games under all invariants, audit, replay the vectors"
	@echo "make test    set up, then lint, types, doctests, tests, a quick slice of the properties"
	@echo "make verify  the deep run: many games, every clause reached, long machines"
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
	@echo "== whole games of both kinds of table, every step under every invariant"
	$(BIN)/lexludi simulate druids --all --check --games $(GAMES) --workers $(WORKERS) --part-size 5
	@echo "== one game recorded, then audited"
	$(BIN)/lexludi simulate druids --players 4 --games 1 --seed 7 --out out/druids.json
	$(BIN)/lexludi audit out/druids.json
	@echo "== the vectors, put to a program through the protocol (here: our own server)"
	$(BIN)/lexludi vectors --check -- $(BIN)/lexludi serve
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

clean:
	rm -rf $(VENV) out site build dist
