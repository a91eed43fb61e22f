# Every target sets itself up in .venv from nothing but Python 3.11+, pip and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test lint bench soak package mutants fuzz docs generated golden compiled clean

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $(STAMP)

demo: $(STAMP)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python docs/demo.py

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --num-workers auto
	$(BIN)/lint-imports --no-cache

test: lint
	$(BIN)/python -m pytest -n auto --dist worksteal -rs

# What takes all cores by itself, or makes distributions, comes after the rest; both parts run, whatever fails in one.
SOAK := $(BIN)/python -m pytest -m soak --override-ini addopts= -q
soak: $(STAMP)
	$(SOAK) -n auto --dist worksteal --ignore tests/soak --ignore tests/packaging; rest=$$?; \
	$(SOAK) tests/soak tests/packaging && exit $$rest

# Builds wheel and sdist and tries both in fresh environments, with every Python 3.11 to 3.13 that is here.
package: $(STAMP)
	$(BIN)/python -m pytest -m soak --override-ini addopts= -q -s tests/packaging

# For instance `make mutants GAME=mecha N=200 SEED=2`; OF=abilities changes the data of cards, not the rules
GAME ?= mecha
SEED ?= 1
mutants: $(STAMP)
	PYTHONPATH=tests $(BIN)/python -m mutants $(GAME) --of $(or $(OF),rules) --number $(or $(N),100) --seed $(SEED)

# For instance `make fuzz N=300 SEED=7 KIND=decks`; `make fuzz CASE='decks:7:17'` runs one case again and tells all of it
fuzz: $(STAMP)
	PYTHONPATH=tests $(BIN)/python -m fuzz $(if $(CASE),--case '$(CASE)',--number $(or $(N),3000) --seed $(SEED) --kind '$(KIND)')

bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]'
	$(BIN)/python -m benchmarks

# Schemas, pages and tables that are made from declarations
generated: $(STAMP)
	$(BIN)/python -m cardlib.generated --write

# Compiles the code that plays, runs its tests on that, and measures it beside pure Python: some ten minutes. What is
# made lies under build/ alone, as an extension beside its source would be imported in its place.
COMPILED := build/compiled
compiled: $(STAMP)
	rm -rf $(COMPILED)
	$(PYTHON) -m venv $(COMPILED)
	CARDLIB_COMPILE=1 $(COMPILED)/bin/python -m pip install --quiet --disable-pip-version-check '.[dev]'
	$(COMPILED)/bin/pytest -n auto tests/kernel tests/abilities tests/games tests/bots
	for game in mecha structure tyrants war-rig analog-tactics; do $(COMPILED)/bin/cardlib scenario run --game $$game || exit 1; done
	$(BIN)/python -m benchmarks.bench_compiled $(BIN)/python $(COMPILED)/bin/python

# Says which of the golden cards look different now, and keeps how they look; look at the pictures before you commit.
golden: $(STAMP)
	$(BIN)/python tests/print/golden.py --write

docs: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,docs]'
	$(BIN)/python docs/generate.py

clean:
	rm -rf $(VENV) out build dist
