"""What every test gets: an environment of its own, and a check that it leaves no thread behind."""

from __future__ import annotations

import functools
import gc
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from playwright.sync_api import Browser, expect, sync_playwright
from werkzeug.routing import Rule
from xdist.remote import Producer

from companion.journal.journal import Journal
from tests.support import memory
from tests.support.browsing import ARGUMENTS, CHROMIUM
from tests.support.dealing import DealtByScope, Recorder, longest_first
from tests.support.windows import PATIENCE_MS, kept
from web_ui.http.content.assets import Assets
from web_ui.http.content.delivery import Delivery

memory.take()
gc.disable()  # while thousands of tests are collected: they all stay

# A loaded machine is slow, not wrong; and a failure is the same one on every machine.
hypothesis.settings.register_profile("tidetable", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("tidetable")

collect_ignore = ["kernel/guest"]
"""What runs in the computer that QEMU pretends, by `make kernel`."""

SELDOM = (50_000, 20, 100)
"""When Python looks for cycles: by its own count a twentieth of what the tests take is that."""

LEAVING_TIMEOUT_S, LEAVING_POLL_S = 5.0, 0.005
LATE_THREADS = frozenset({"timers", "late"})
"""Started by a table at its first timer or its first quiet moment, in any of the tests that share the table."""
PROGRAMS = frozenset({"mosquitto", "nginx"})
"""Fixtures that are called as the program that they start: a test that uses one needs that program."""
FOREIGN_THREADS = ("asyncio-waitpid-",)
"""asyncio's wait for a browser that a wider fixture of Playwright has started; those of xdist are there before."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of ``make durations``."""
    parser.addoption("--record-durations", action="store_true", help="write how long each module takes")


def pytest_configure(config: pytest.Config) -> None:
    """Record durations in the process that hears of every test."""
    if config.option.record_durations and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder())


@pytest.hookimpl(optionalhook=True)  # `-p no:xdist` runs the tests too
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> DealtByScope:
    """Deal whole modules, whatever ``--dist`` says."""
    return DealtByScope(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by their folders' ``pytestmark`` and by the programs that they use; put the longest modules first."""
    marks = dict(_marks_of_folders(config))
    for path, group in groupby(items, key=lambda item: item.path):
        of_module = [mark for folder in path.parents for mark in marks.get(folder, ())]
        for item in group:
            of_item = [pytest.mark.needs(program) for program in PROGRAMS & {*getattr(item, "fixturenames", ())}]
            for mark in [*of_module, *of_item]:
                item.add_marker(mark)
    turn = longest_first()
    items.sort(key=turn)


def _marks_of_folders(config: pytest.Config) -> Iterator[tuple[Path, Sequence[pytest.MarkDecorator]]]:
    for plugin in config.pluginmanager.get_plugins():
        marks = getattr(plugin, "pytestmark", None)
        if marks is not None:
            yield Path(plugin.__file__).parent, marks if isinstance(marks, list) else [marks]


def pytest_collection_finish() -> None:
    """Spare the tests what Python takes to look again and again through the thousands of things that they are."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    gc.enable()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one browser of this process, started when a test first asks: Playwright runs only once in a thread."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with kept(browser):
            yield browser
        browser.close()


@pytest.fixture(scope="session", autouse=True)
def program_prepared_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let all tables of this process share what is made of the program's files, the same for each of them.

    That is what Jinja makes of the templates, what the pages' files are once read and compressed, and what werkzeug
    makes of the addresses: most of what a first page takes.
    """
    with pytest.MonkeyPatch.context() as patch:
        cache = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
        patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": cache})
        patch.setattr("web_ui.app.Assets", _read_once(Assets))
        patch.setattr("web_ui.application.Delivery", functools.cache(Delivery))
        patch.setattr(Rule, "_compile_builder", _built_once(Rule._compile_builder))
        yield


def _read_once(make: Callable[..., Assets]) -> Callable[..., Assets]:
    made: dict[object, Assets] = {}

    def assets(
        *folders: Path, games: Mapping[str, Path] | None = None, covers: Mapping[str, Path] | None = None
    ) -> Assets:
        key = (folders, frozenset((games or {}).items()), frozenset((covers or {}).items()))
        if key not in made:
            made[key] = make(*folders, games=games, covers=covers)
        return made[key]

    return assets


def _built_once(build: Callable[[Rule, bool], Any]) -> Callable[..., Any]:
    made: dict[object, Any] = {}

    def builder(rule: Rule, append_unknown: bool = True) -> Any:
        key = (rule.subdomain, rule.rule, tuple((rule.defaults or {}).items()), append_unknown)
        if key not in made:
            made[key] = build(rule, append_unknown)
        return made[key]

    return builder


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the settings, data and pins of whoever runs the tests out of them."""
    for name in ("TIDETABLE_CONFIG", "GPIOZERO_PIN_FACTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "xdg-data"))


@pytest.fixture(autouse=True)
def no_journal_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close the journals that a test leaves as a power cut would: from Python 3.13 on, SQLite warns of each."""
    made: list[Journal] = []
    make = Journal.__init__

    def recorded(journal: Journal, folder: Path) -> None:
        made.append(journal)
        make(journal, folder)

    monkeypatch.setattr(Journal, "__init__", recorded)
    yield
    for journal in made:
        journal.close()


@pytest.fixture(scope="module", autouse=True)
def no_late_thread_left() -> Iterator[None]:
    """Fail the last test of a module whose tables leave a thread behind that may start at any test's first need."""
    before = set(threading.enumerate())
    yield
    _must_end(before, lambda thread: thread.name in LATE_THREADS)


@pytest.fixture(autouse=True)
def no_thread_left(own_environment: None) -> Iterator[None]:
    """Fail a test whose threads outlive it; a thread about to end is waited for."""
    before = set(threading.enumerate())
    yield
    _must_end(before, lambda thread: thread.name not in LATE_THREADS and not _is_foreign(thread))


def _must_end(before: set[threading.Thread], is_ours: Callable[[threading.Thread], bool]) -> None:
    """Wait for the threads that are ours and were not there *before*: no ``join``, which one about to start refuses."""
    until = time.monotonic() + LEAVING_TIMEOUT_S
    while left := [thread for thread in threading.enumerate() if thread not in before and is_ours(thread)]:
        if time.monotonic() > until:
            pytest.fail(f"threads left running by this test: {', '.join(sorted(thread.name for thread in left))}")
        time.sleep(LEAVING_POLL_S)


def _is_foreign(thread: threading.Thread) -> bool:
    return thread.name.startswith(FOREIGN_THREADS)
