# Everything is installed into .venv; nothing but Python 3.11 or newer and make is needed before.
# A second run finds its work done (the stamp files .venv/.*) and starts at once.

VENV   := .venv
BIN    := $(VENV)/bin
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
            $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PIP    := $(BIN)/python -m pip --disable-pip-version-check -qq
JOBS   ?= 2
PORT   ?= 8000
PICTURES ?= build/pictures

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint bench pictures serve compile build clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.installed ## Adjudicate the sample hands of examples/ under several rulesets
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: $(VENV)/.tests ## Run all tests: some twenty minutes on two processors, after a first setting up of about one
	@$(BIN)/python -m pytest -n $(JOBS)

lint: $(VENV)/.tests $(VENV)/.lint ## Check style, types, imports, spelling and the documentation
	@failed=; for check in 'ruff check .' 'ruff format --check .' mypy lint-imports codespell 'python -m pytest tests/test_docs.py -k lead_somewhere'; do \
	    echo "$$check"; $(BIN)/$$check || failed=1; done; test -z "$$failed"

bench: $(VENV)/.tests ## Measure speed, as ratios, in one run
	$(BIN)/python -m bench

pictures: $(VENV)/.tests ## Take pictures of the main pages into build/pictures (or PICTURES=…)
	@$(BIN)/python -m tests.browser.pictures $(PICTURES)

serve: $(VENV)/.installed ## Serve the pages and the API on port 8000 (or PORT=…)
	$(BIN)/bummerl serve --port $(PORT)

compile: $(VENV)/.installed ## Build the core with Cython (needs a C compiler); every install tries it too
	$(PIP) install --no-deps --force-reinstall --editable .
	$(BIN)/bummerl --version

build: $(VENV)/.tests ## Build sdist and wheel into dist/
	$(BIN)/python -m build --quiet
	@ls dist

clean: ## Remove what has been built and installed
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .bench
	rm -f interpreter/*.so interpreter/*.c
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- stamps

$(VENV)/.python:
	@test -n "$(PYTHON)" || { echo "Bummerl needs Python 3.11 or newer, and found none. Name one: make PYTHON=/path/to/python3"; exit 1; }
	@echo "Setting up $(VENV) with $$($(PYTHON) --version) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { \
	    rm -rf $(VENV); echo "Python's venv module is missing; on Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
	@$(PIP) install --upgrade 'pip>=25.1'
	@touch $@

# The core is in the list because an installed extension is compiled from it.
$(VENV)/.installed: $(VENV)/.python pyproject.toml interpreter/core.py $(wildcard interpreter/types/bummerl/interpreter/_core.pxd)
	@echo "Installing Bummerl ..."
	@$(PIP) install --editable '.[serve,cli]'
	@touch $@

$(VENV)/.tests: $(VENV)/.installed
	@echo "Installing what the tests need ..."
	@$(PIP) install --group test
	@touch $@

$(VENV)/.lint: $(VENV)/.installed
	@$(PIP) install --group lint
	@touch $@
