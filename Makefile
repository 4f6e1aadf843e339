# Every chore of Tidetable. `make` alone lists them.

PYTHON ?= python3
ARGS ?=
PARTS ?=
VENV ?= .venv
BIN := $(VENV)/bin
LOCK := requirements-dev.lock
# No package is ever built from source: installing needs no compiler.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: -c $(LOCK)
# What pytest makes of the tests' files is kept from run to run, also where Python is told to keep no bytecode.
# The gate gives a failed test a second try, alone, and names it; nobody else does.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m $(if $(filter true,$(CI)),tests.gate,pytest)
MICROPYTHON := firmware_host/bench
# Each by its name, with the command that shows it is there where that is called otherwise.
DEBIAN_PACKAGES := chromium-headless-shell nodejs:node npm
SERVICE_PACKAGES := nginx caddy strace systemd:systemd-analyze iproute2:ip cloud-init netplan.io:netplan mosquitto avahi-daemon \
	postgresql:/usr/lib/postgresql/*/bin/initdb
KERNEL_PACKAGES := qemu-system-x86:qemu-system-x86_64 busybox-static:busybox cpio gcc-12 binutils:strip xz-utils:xz \
	systemd:systemd-sysusers udev:udevadm

.DEFAULT_GOAL := help
.PHONY: help run setup test unit check rest fresh kernel guest lint durations bench soak deb size rules \
	pictures packages peers micropython ready

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/installed micropython ## install if needed, then start the table; options by ARGS="--port 0"
	@exec $(BIN)/tidetable run $(ARGS)

setup: $(VENV)/installed-dev $(VENV)/pico-stubs/installed micropython ## everything for development, and no more

test: packages setup ## what a contributor runs: lint, types, unit tests, laws, whole tables, pages
	@# The checks of the types take one core, what the tests need the other.
	@$(MAKE) --no-print-directory -j 2 lint ready
	@# Much of a test is waiting: four at a time keep two cores busy.
	$(PYTEST) -n 4 --no-loadscope-reorder $(ARGS)

unit: setup ## the unit tests alone, for while you work
	$(PYTEST) -n 4 --no-loadscope-reorder -m "not law and not whole and not needs and not long and not pi and not soak" $(ARGS)

check: ## everything: `make test`, then what needs services, another Python, another kernel, a bare Debian
	@# Each installs the packages of its own.
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory rest
	@$(MAKE) --no-print-directory fresh ARGS=--if-changed

# What `make check` adds to `make test`.
rest: DEBIAN_PACKAGES += $(SERVICE_PACKAGES)
rest: packages setup
	@.ci/python-3.13
	$(PYTEST) -n 4 --no-loadscope-reorder -m "(needs or long) and not pi and not soak" $(ARGS)
	@# Alone: an emulated computer that shares its core misses the limits of its services.
	@$(MAKE) --no-print-directory kernel PARTS=unit ARGS=

fresh: DEBIAN_PACKAGES := mmdebstrap
fresh: packages setup ## the README's two commands on a bare Debian 12 and 13; one alone by PARTS="trixie"
	@$(BIN)/python -m tests.fresh $(PARTS) $(ARGS)

durations: packages setup ## record how long each module of `make test` takes, to deal the longest first
	$(PYTEST) -n 4 --no-loadscope-reorder --record-durations $(ARGS)

kernel: DEBIAN_PACKAGES := $(KERNEL_PACKAGES)
kernel: packages setup ## the table on a real kernel in QEMU; one part alone by PARTS="devices"
	@$(BIN)/python -m compileall -q companion hardware firmware_host web_ui tests/kernel tests/support
	@$(BIN)/python -m tests.kernel $(PARTS) $(ARGS)

guest: DEBIAN_PACKAGES := $(KERNEL_PACKAGES) mmdebstrap mtools:mcopy e2fsprogs:mke2fs
guest: packages setup ## from a stock card to a table with its games kept, in QEMU, as root; one part alone by PARTS="card"
	@$(BIN)/python -m compileall -q companion hardware firmware_host web_ui tests/kernel tests/support
	@$(BIN)/python -m tests.kernel.upkeep $(PARTS) $(ARGS)

lint: $(VENV)/installed-dev ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: DEBIAN_PACKAGES := $(if $(filter small,$(PARTS)),qemu-user-static:qemu-aarch64-static)
bench: packages $(VENV)/installed-dev micropython peers ## measure: press to light, bytes, start, memory; some of it by PARTS="press oled"
	$(BIN)/python -m tests.bench $(PARTS) $(ARGS)

soak: DEBIAN_PACKAGES += qemu-user-static:qemu-aarch64-static
soak: packages setup ## the long versions of the tests; fewer commands than a million by MILLIONS=0.1
	TIDETABLE_SOAK=$(or $(MILLIONS),1) $(BIN)/python -m pytest -m soak -o faulthandler_timeout=0 $(ARGS)

deb: $(VENV)/installed-dev ## the Debian package for a Raspberry Pi, in dist/; another computer's by ARGS="--arch amd64"
	@$(BIN)/python -m companion.upkeep.debian.build $(ARGS)

size: $(VENV)/installed-dev micropython ## lines, parameters, imports, circles and one roll's way, beside what is wanted
	@$(BIN)/python -m tests.size $(ARGS)

rules: $(VENV)/installed-dev ## rules proved and rules listed, for each game
	@$(BIN)/python -m tests.rules_report

pictures: packages $(VENV)/installed-dev ## all screenshots
	$(BIN)/python -m tests.pictures $(ARGS)
	$(BIN)/python -m tests.pictures.kits
	$(BIN)/python -m tests.pictures.gallery

# What each of the tests' four processes, and each of the tables that they start, would else translate anew.
ready: $(VENV)/ready

$(VENV)/ready: $(VENV)/installed-dev $(shell find companion hardware firmware_host web_ui tests -name node_modules -prune -o -name '*.py' -print)
	@$(BIN)/python -m compileall -q companion hardware firmware_host web_ui tests -x node_modules
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only -q >/dev/null || true  # what fails here fails below, with its reason
	@$(BIN)/python -c 'from tests.support.packages import packages; packages()'
	@touch $@

# What a bench measures beside us. Without npm the bench says so and measures the table alone.
peers:
	@if ! command -v npm >/dev/null; then echo "npm is missing: nothing is measured beside boardgame.io." >&2; \
	elif ! cmp -s tests/package-lock.json tests/node_modules/.installed-lock; then \
		(cd tests && npm ci --silent --no-audit --no-fund --ignore-scripts) \
			&& cp tests/package-lock.json tests/node_modules/.installed-lock \
			|| echo "npm can't install it: nothing is measured beside boardgame.io." >&2; \
	fi

# What runs the dice tray's firmware where no Pico is. Without npm there is no emulated tray, and the table runs.
micropython: | $(BIN)/python
	@if ! command -v npm >/dev/null; then echo "npm is missing: no dice tray is emulated." >&2; \
	elif ! cmp -s $(MICROPYTHON)/package-lock.json $(VENV)/micropython/.installed-lock; then \
		mkdir -p $(VENV)/micropython && cp $(MICROPYTHON)/package.json $(MICROPYTHON)/package-lock.json $(VENV)/micropython \
			&& (cd $(VENV)/micropython && npm ci --silent --no-audit --no-fund --ignore-scripts) \
			&& cp $(MICROPYTHON)/package-lock.json $(VENV)/micropython/.installed-lock \
			|| echo "npm can't install it: no dice tray is emulated." >&2; \
	fi

packages:
	@missing=; \
	for package in $(DEBIAN_PACKAGES); do \
		command -v $${package##*:} >/dev/null || missing="$$missing $${package%%:*}"; \
	done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ]; then sudo=; else sudo="sudo -n"; fi; \
	if command -v apt-get >/dev/null && $$sudo true 2>/dev/null; then \
		$$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive \
			apt-get install -qq -y --no-install-recommends $$missing >/dev/null; \
	else \
		echo "Missing:$$missing. Run this, then try again:" >&2; \
		echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends$$missing" >&2; \
		exit 1; \
	fi

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Tidetable needs Python 3.11 or newer as $(PYTHON); another: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python's venv is missing. Run: sudo apt-get install -y python3-venv" >&2; rm -rf $(VENV); exit 1; }

$(VENV)/installed: pyproject.toml $(LOCK) | $(BIN)/python
	$(INSTALL) -e .
	@touch $@

$(VENV)/installed-dev: pyproject.toml $(LOCK) | $(BIN)/python
	$(INSTALL) -e '.[dev,bench,firmware,mqtt,club,metrics]'
	@touch $@ $(VENV)/installed

# The Pico's stubs replace the standard library's, so they lie apart, where nothing but their own check finds them.
$(VENV)/pico-stubs/installed: $(LOCK) | $(BIN)/python
	$(INSTALL) --upgrade --target $(VENV)/pico-stubs micropython-rp2-rpi-pico-stubs
	@touch $@
