# Two commands do everything on a machine with Python 3.11 or newer and make:
#   make serve   installs what the service needs and serves on $PORT (8000) until interrupted
#   make test    installs what the tests need and runs them all but the long ones
# With PYTHON=python3.13 VENV=.venv-3.13 either takes another Python, and leaves .venv alone.

PYTHON ?= python3
PORT ?= 8000
SECONDS ?= 300
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet --require-hashes

.PHONY: serve test test-all test-image test-live fuzz check spec bench bench-http lock clean

serve: $(VENV)/serve.stamp ## serve until interrupted
	@echo "serving on port $(PORT); try http://127.0.0.1:$(PORT)/healthz"
	exec env PORT=$(PORT) $(BIN)/python -m service

test: $(VENV)/test.stamp ## every test but the long ones and those that start servers
	$(BIN)/python -m pytest -m "not long and not live and not browser" -n auto --dist worksteal

test-all: $(VENV)/test.stamp ## every test, the long ones too
	$(BIN)/python -m pytest -m "not live and not browser" -n auto --dist worksteal
	$(MAKE) test-live

test-image: $(VENV)/bin/python ## build the image without Docker, run it and look into it (root, on Debian)
	PYTHON=$(BIN)/python tests/image/prepare.sh
	unshare --mount --pid --net --fork --kill-child --mount-proc tests/image/check.sh

test-live: $(VENV)/test.stamp ## measure the real server, several behind nginx, and the pages in a browser
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
		echo "these are missing, and installing them takes root on Debian:$$missing" >&2; exit 1; \
	fi
	MUST_RUN=1 $(BIN)/python -m pytest -m "live or browser" -p no:xdist tests/live tests/pages

fuzz: $(VENV)/test.stamp ## send the real server odd requests for SECONDS (300), the same ones for the same SEED
	PYTHONPATH=tests $(BIN)/python -m fuzz --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

check: $(VENV)/test.stamp ## lint, types, layers and the Dockerfile
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hadolint Dockerfile

spec: $(VENV)/serve.stamp ## write openapi.yaml
	$(BIN)/python -m service.api.openapi.document > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

bench: $(VENV)/bench.stamp ## measure melding, against other solvers too, and showdowns
	PYTHONPATH=. $(BIN)/python bench/melding.py
	PYTHONPATH=. $(BIN)/python bench/showdown.py

bench-http: $(VENV)/serve.stamp ## measure the server over HTTP, against a null route
	@command -v wrk >/dev/null \
		|| { [ "$$(id -u)" = 0 ] && apt-get install --yes wrk >&2; } \
		|| echo "there is no wrk, so a client in Python does its part" >&2
	@PYTHONPATH=. $(BIN)/python bench/server.py

lock: $(VENV)/bin/python ## pin every package again
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile $(LOCK) pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile $(LOCK) pyproject.toml --group test --group check -o requirements-test.lock
	$(BIN)/uv pip compile $(LOCK) pyproject.toml --group bench -o requirements-bench.lock

LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-header --upgrade

clean: ## remove what the other commands made
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
$(VENV)/bench.stamp: requirements.lock requirements-bench.lock
