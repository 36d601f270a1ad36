# The two commands that matter: `make play` and `make test`. Everything is installed into .venv.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install --disable-pip-version-check
PLAYABLE := .venv/.playable
READY := .venv/.ready
CHROMIUM := .venv/.chromium
BROWSER := .venv/.browser
PROXY := .venv/.proxy
PAGE := src/tilora/web/index.html
PAGE_SOURCES := $(shell find client/src client/public client/index.html client/package-lock.json -type f)

# The tests start hundreds of processes: each module is compiled to bytecode once, wherever the environment forbids it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test coverage check page compiled docs pictures bench format soak golden lock clean

play: $(PLAYABLE) $(PAGE)  ## set up, start, and open the page in the browser
	@$(BIN)/tilora

page: $(PAGE)  ## build the web page into the package

# Python packages, system packages and Numba's compilation are prepared at the same time.
test:  ## set up, then run every check and every test
	@$(MAKE) --no-print-directory --jobs=3 $(PROXY) compiled $(BROWSER) $(PAGE) check
	$(BIN)/python hatch_build.py test
	$(BIN)/pytest -n auto --dist worksteal

coverage: $(READY) $(PAGE) $(BROWSER) $(PROXY)  ## run the tests with a report of the code they don't reach; slower
	$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=term:skip-covered

check: $(READY)  ## check style, types and layers without running the tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python hatch_build.py check

compiled: $(PLAYABLE)  ## compile rules and searches into the cache for all test processes
	@$(BIN)/python -m tests.compiled

docs: $(READY)  ## build the documentation site into build/site; a broken link stops it
	$(BIN)/python -m tests.docs_site

pictures: $(READY) $(PAGE) $(BROWSER)  ## draw every game and take screenshots of every page, for docs/pictures
	$(BIN)/python -m tests.drawings
	$(BIN)/python -m tests.browser.pictures

bench: $(READY) $(PAGE) $(BROWSER)  ## measure; the figures in docs/performance.md come from here
	$(BIN)/tilora bench
	$(BIN)/tilora bench --part environments
	$(BIN)/python -m tests.on_postgres $(BIN)/tilora bench --part tables --database {}
	$(BIN)/python -m tests.browser.measure

format: $(READY)  ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python hatch_build.py format

soak: $(READY) $(PAGE) $(BROWSER)  ## run conformance, oracles, tables and crashes many times over; takes hours
	TILORA_SOAK=20 TILORA_SEED=$(or $(TILORA_SEED),new) $(BIN)/pytest -n auto tests/conformance tests/oracles tests/table tests/store tests/server tests/histories tests/hostile tests/research tests/browser/test_games.py tests/browser/test_foresight.py tests/browser/test_learning_from_a_match.py

golden: $(READY)  ## rewrite the golden games after an intended change of rules or words
	$(BIN)/python -m tests.golden

# With extras written out: older versions of pip look for `package[extra]` apart from the pinned `package`, and find newer ones.
LOCK := uv pip compile --universal --generate-hashes --no-strip-extras --no-header --quiet pyproject.toml

lock:  ## lock the newest versions of all dependencies (needs uv)
	$(LOCK) --upgrade --group dev -o requirements.lock
	$(LOCK) --constraints requirements.lock --group build -o play.lock
	$(LOCK) --constraints requirements.lock --extra cluster -o image.lock

clean:
	rm -rf .venv .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist client/node_modules src/tilora/web

# Playing needs less than half of what the tests need. Modules are compiled to bytecode when they are first imported.
$(PLAYABLE): play.lock pyproject.toml
	@echo "Setting up .venv; this takes a while only the first time."
	$(PYTHON) -m venv .venv
	$(PIP) --no-compile --require-hashes -r play.lock
	$(PIP) --quiet --no-build-isolation --no-deps --editable .
	@touch $(PLAYABLE)

$(READY): $(PLAYABLE) requirements.lock
	@echo "Fetching what the tests need (a minute the first time) ..."
	$(PIP) --quiet --no-compile --require-hashes -r requirements.lock
	@touch $(READY)

# A Chromium for the tests of the page. Without one they are skipped, with a message that says how to get one.
$(BROWSER): $(READY) $(CHROMIUM)
	$(BIN)/python -m tests.browser.chromium $(BROWSER)

$(CHROMIUM): requirements.lock
	@mkdir -p .venv
	$(PYTHON) -m tests.browser.packages
	@touch $(CHROMIUM)

# A proxy for the tests of deploy/, likewise. It waits for Chromium because both update the system's package lists.
$(PROXY): $(CHROMIUM)
	$(PYTHON) -m tests.proxy $(PROXY)

$(PAGE): $(PLAYABLE) $(PAGE_SOURCES)
	$(BIN)/python hatch_build.py
