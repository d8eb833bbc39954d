# Needs git, make and Python 3.11 or newer. Everything else is installed into .venv from the lock.
# PYTHON=/path/to/python chooses the interpreter, PYTEST_ARGS passes arguments on to pytest.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?=
PYTEST_ARGS ?=
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

# Material prints a notice about MkDocs 2 on each run; the version bounds already keep it out.
export NO_MKDOCS_2_WARNING := 1
export PYTHON

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(INSTALLED): .ci/requirements.txt pyproject.toml
	@echo "Preparing $(VENV) (once, about a minute)"
	@.ci/install

.PHONY: site
site: $(INSTALLED) ## Build the site into site/
	@$(BIN)/mkdocs build --strict
	@echo "The site is in site/. Read it with: make serve"

.PHONY: serve
serve: $(INSTALLED) ## Serve the site and rebuild it on each change (PORT=8000)
	@$(BIN)/mkdocs serve --dev-addr 127.0.0.1:$(PORT)

.PHONY: check
check: $(INSTALLED) ## Check every record and relation, and every quote whose source is at hand
	@$(BIN)/recordbook check
	@$(BIN)/recordbook verify --offline

.PHONY: bundle
bundle: $(INSTALLED) ## Make the one script of the pages from its modules
	@$(BIN)/python .ci/bundle.py

.PHONY: lint
lint: $(INSTALLED) ## Run the linters and the type checker
	@.ci/lint

.PHONY: test
test: lint ## Run the linters and the whole test suite
	@$(BIN)/pytest $(PYTEST_ARGS)

.PHONY: lock
lock: $(INSTALLED) ## Pin the packages again after a change to pyproject.toml
	@.ci/lock

.PHONY: clean
clean: ## Remove the environment, the site and every cache
	rm -rf $(VENV) site dist .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find plugins tests -name __pycache__ -type d -prune -exec rm -rf {} +
