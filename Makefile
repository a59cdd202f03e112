# Two commands: `make run` sets up and shows what Kibitz can do, `make test` sets up and checks everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run test check-format lint types layers site tests tests-uncompiled docs man coverage format clean benchmark fuzz kernels dist

run: $(VENV)/installed
	$(BIN)/kibitz demo
	@echo
	@echo 'In a browser: $(BIN)/kibitz web --open'

# What reads the sources has one core to itself, so two of those run at once; tests use two cores.
test: $(VENV)/installed-dev
	$(MAKE) --jobs 2 types site layers lint check-format
	$(MAKE) tests
	$(MAKE) tests-uncompiled

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Kibitz needs Python 3.11 or newer; set PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) install --constraint constraints.txt --editable '.[web]'
	touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) install --constraint constraints.txt --editable '.[dev,docs]'
	touch $@ $(VENV)/installed

check-format: $(VENV)/installed-dev
	$(BIN)/ruff format --check .

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

layers: $(VENV)/installed-dev
	$(BIN)/lint-imports

# The cache of compiled kernels is shared, so each worker compiles what the other has not.
# Where PostgreSQL is installed, a server is started for the tests; what was skipped is listed.
tests: $(VENV)/installed-dev
	$(BIN)/python -m tests.postgres $(BIN)/pytest -n 2 --dist worksteal --durations 12 -rs

# What computes, once more as plain Python; what only calls it would be the same test again.
COMPUTING := $(addprefix tests/,arena coach conformance contract core drawing estimate games lab search stats)
tests-uncompiled: $(VENV)/installed-dev
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --dist worksteal -m 'not compiled' -rs $(COMPUTING)

# The pages of docs/ as a site in build/site; a broken link or a page that no index names fails.
site: $(VENV)/installed-dev
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --doctree-dir build/pages -b html docs build/site

# The site, and every example in it; `make test` has both.
docs: site
	$(BIN)/pytest -n 0 tests/docs
	@echo 'Open build/site/index.html'

man: $(VENV)/installed-dev
	$(BIN)/sphinx-build --quiet --fail-on-warning --doctree-dir build/pages -b man docs build/man
	@echo 'Read it: man build/man/kibitz.1'

# About an hour of one core; a failure is told with the command that had it.
fuzz: $(VENV)/installed-dev
	$(BIN)/python -m tests.fuzz --commands 20000 --files 10000 --edges
	KIBITZ_EXAMPLES=200 $(BIN)/pytest -n 0 tests/contract/test_garbage.py

# Machine code for the common processor, to come with the package; made anew for a release.
kernels: $(VENV)/installed-dev
	$(BIN)/python -m kibitz.cli.packing

# The wheel and the sources as they are published, with the packs of `make kernels`, the man
# page and the completions of three shells.
SHARE := build/share
dist: man
	rm -rf dist $(SHARE)
	mkdir -p $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
		$(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	cp build/man/kibitz.1 $(SHARE)/man/man1/
	$(BIN)/kibitz --completion bash > $(SHARE)/bash-completion/completions/kibitz
	$(BIN)/kibitz --completion zsh > $(SHARE)/zsh/site-functions/_kibitz
	$(BIN)/kibitz --completion fish > $(SHARE)/fish/vendor_completions.d/kibitz.fish
	$(BIN)/python -m hatchling build

coverage: $(VENV)/installed-dev
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -m 'not compiled'
	$(BIN)/coverage combine
	$(BIN)/coverage report

format: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

benchmark: $(VENV)/installed-dev
	$(PIP) install --constraint constraints.txt --editable '.[benchmark]'
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage* build
