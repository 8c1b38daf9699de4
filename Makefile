# Two commands are enough. They need make and Python 3.11 or newer:
#   make serve   installs the packages of the service, and serves on $PORT (8000) until interrupted
#   make test    installs the packages of the tests, and runs all but the long and live ones
# With PYTHON=python3.13 VENV=.venv-3.13 both use another Python, and don't touch .venv.

PYTHON ?= python3
PORT ?= 8000
SECONDS ?= 300
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet --require-hashes

.PHONY: serve test test-all test-clients test-image test-live fuzz check spec conformance conformance-set bench bench-dearest bench-http lock clean

serve: $(VENV)/serve.stamp ## serve until interrupted
	@echo "serving on port $(PORT); try http://127.0.0.1:$(PORT)/healthz"
	exec env PORT=$(PORT) $(BIN)/python -m service

test: $(VENV)/test.stamp ## run all tests but the long ones, and those that start a server or a browser
	$(BIN)/python -m pytest -m "not long and not live and not browser and not clients" -n auto --dist worksteal

test-all: $(VENV)/test.stamp ## run all tests, including the long ones and the live ones
	$(BIN)/python -m pytest -m "not live and not browser and not clients" -n auto --dist worksteal
	$(MAKE) test-live
	$(MAKE) test-clients

test-clients: $(VENV)/clients.stamp ## generate clients in TypeScript and Python, compile them and play with them
	$(BIN)/python -m pytest -m clients -p no:xdist tests/clients

test-image: $(VENV)/bin/python ## build the image without Docker, run it and inspect it (needs root and Debian)
	PYTHON=$(BIN)/python tests/image/prepare.sh
	unshare --mount --pid --net --fork --kill-child --mount-proc tests/image/check.sh

test-live: $(VENV)/test.stamp ## test real servers, alone and behind nginx, and the pages in a browser
	@missing=; \
	for tool in nginx:nginx-light chromium:chromium; do \
		PATH="$$PATH:/usr/sbin" command -v $${tool%:*} >/dev/null || missing="$$missing $${tool#*:}"; \
	done; \
	[ -z "$$missing" ] || if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing$$missing"; \
		apt-get -qq update && \
		DEBIAN_FRONTEND=noninteractive apt-get -qq --no-install-recommends install $$missing >/dev/null \
		|| { echo "can't install$$missing" >&2; exit 1; }; \
	else \
		echo "these packages are missing; to install them takes root on Debian:$$missing" >&2; exit 1; \
	fi
	MUST_RUN=1 $(BIN)/python -m pytest -m "live or browser" -p no:xdist tests/live tests/pages

fuzz: $(VENV)/test.stamp ## send random requests to a real server for SECONDS (300); SEED repeats them
	PYTHONPATH=tests $(BIN)/python -m fuzz --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

check: $(VENV)/test.stamp ## check format, lint, types, layers and the Dockerfile
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hadolint Dockerfile

spec: $(VENV)/serve.stamp ## write openapi.yaml
	$(BIN)/python -m service.api.openapi.document > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

conformance: ## run the conformance set against the server at URL; it needs Python alone
	@[ -n "$(URL)" ] || { echo "say where the server is: make conformance URL=http://127.0.0.1:8000" >&2; exit 1; }
	$(PYTHON) conformance/run.py $(URL) $(if $(ONLY),--only "$(ONLY)")

conformance-set: $(VENV)/test.stamp ## make the files of the conformance set from the rule cases
	PYTHONPATH=.:tests $(BIN)/python -m conformance.make

bench: $(VENV)/bench.stamp ## measure showdowns and melding, and compare melding with other solvers
	PYTHONPATH=. $(BIN)/python bench/melding.py
	PYTHONPATH=. $(BIN)/python bench/showdown.py

bench-dearest: $(VENV)/serve.stamp ## search for the dearest legal questions
	CHINCHON_LOG_LEVEL=error PYTHONPATH=. $(BIN)/python bench/dearest.py

bench-http: $(VENV)/serve.stamp ## measure the server over HTTP, and compare it with a null route
	@command -v wrk >/dev/null \
		|| { [ "$$(id -u)" = 0 ] && apt-get install --yes wrk >&2; } \
		|| echo "wrk is missing; a client in Python replaces it" >&2
	@PYTHONPATH=. $(BIN)/python bench/server.py

lock: $(VENV)/bin/python ## update the pinned version of every package
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile $(LOCK) pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile $(LOCK) pyproject.toml --group test --group check -o requirements-test.lock
	$(BIN)/uv pip compile $(LOCK) pyproject.toml --group test --group check --group clients \
		--constraint requirements-test.lock -o requirements-clients.lock
	$(BIN)/uv pip compile $(LOCK) pyproject.toml --group bench -o requirements-bench.lock

LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-header --upgrade

clean: ## remove the files of the other commands
	rm -rf $(VENV) build

$(VENV)/bin/python:
	@echo "creating $(VENV)"
	$(PYTHON) -m venv $(VENV)

$(VENV)/%.stamp: | $(VENV)/bin/python
	@echo "installing from $<"
	$(PIP) $(addprefix -r ,$(filter %.lock,$^))
	@touch $@

$(VENV)/serve.stamp: requirements.lock
$(VENV)/test.stamp: requirements-test.lock
$(VENV)/clients.stamp: requirements-clients.lock
$(VENV)/bench.stamp: requirements.lock requirements-bench.lock
