"""``tidetable doctor``: the state of each part of the table, and remedies."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from companion.cli.shared.library import library_of, terminal_language
from companion.cli.shared.options import config_option, data_option, json_option, print_json
from companion.model.reports.findings import LEVELS

if TYPE_CHECKING:
    from companion.doctor.checks import Doctor
    from companion.health.settings import Usable
    from companion.library.games import Library

FAULTY = 1
Said = Mapping[str, Any]
"""A check with translated texts."""


class AskedDoctor(Protocol):
    """An examiner: the running table, or this very process."""

    def examine(self) -> Sequence[Said] | None:
        """Return the checks, None if nobody answers."""

    def fix(self, line: str) -> str:
        """Apply the fix *line*; return the reason of a failure, else ""."""


@click.command()
@config_option
@data_option
@click.argument("part", required=False)
@click.option("--fix", is_flag=True, help="Put right what is safe to put right.")
@json_option
def doctor(config: Path | None, data: Path | None, part: str | None, fix: bool, *, as_json: bool) -> None:
    """Show the state of each part of the table, the worst first.

    It names a remedy for each fault; the exit code is 1 if there is any. With a PART, such as network, it shows that
    alone.

    A running table is asked, since it holds its devices itself. The output is in the language of this terminal, if the
    table has it, else in the table's.
    """
    from companion.health.settings import usable

    found = usable(config, os.environ, Path.cwd(), data)
    home = data or found.settings.table.data
    library = library_of(found.settings, logs_faults=False)
    lang = terminal_language(library, found.settings.table.language, os.environ)
    _must_be_a_part(part)
    asked, checks = _asked(found, home, library, lang, at_usual_port=data is None)
    is_running = not isinstance(asked, Here)
    told = list(_fixed(asked, _only(part, checks), library, lang)) if fix else []
    if told:
        checks = asked.examine() or checks
    checks = _only(part, checks)
    if as_json:
        print_json({"running": is_running, "fixed": told, "checks": checks})
    else:
        click.echo(library.texts.say(lang, "doctor.asked" if is_running else "doctor.here"))
        for line in (*told, *_lines(checks, library, lang)):
            click.echo(line)
    if any(check["level"] == "fault" for check in checks):
        raise click.exceptions.Exit(FAULTY)


def _only(part: str | None, checks: Sequence[Said]) -> Sequence[Said]:
    return [check for check in checks if part in (None, check["key"])]


def _must_be_a_part(part: str | None) -> None:
    """Check that *part* is one.

    :raises click.BadParameter: it isn't.
    """
    from companion.doctor.checks import CHECKS

    known = [check.key for check in CHECKS]
    if part is not None and part not in known:
        raise click.BadParameter(f"{part!r} is none of {', '.join(known)}.", param_hint="'PART'")


class Here:
    """This process as the examiner, if no table runs."""

    def __init__(self, own: Doctor, library: Library, lang: str) -> None:
        self._own, self._library, self._lang = own, library, lang

    def examine(self) -> Sequence[Said]:
        """Return the checks."""
        import msgspec

        found = self._library.texts.localize(self._lang, self._own.examine())
        said: list[Said] = msgspec.to_builtins(found)["checks"]
        return said

    def fix(self, line: str) -> str:
        """Apply the fix *line*; return the reason of a failure, else ""."""
        from companion.model.reports.findings import CannotFix

        try:
            self._own.fix(line)
        except CannotFix as error:
            return self._library.texts.say(self._lang, error.why.key, **error.why.values)
        return ""


def _asked(
    found: Usable, home: Path, library: Library, lang: str, *, at_usual_port: bool
) -> tuple[AskedDoctor, Sequence[Said]]:
    """Return the running table, or this process, and its checks.

    :raises click.ClickException: a table runs but can't be asked; its devices aren't touched then.
    """
    from companion.doctor.client import RunningTable, Unasked
    from companion.health.served_note import ServedNote

    usual = [f"http://127.0.0.1:{found.settings.web.port}/"] if at_usual_port else []
    for address in (*ServedNote(home, os.environ).addresses(), *usual):
        table = RunningTable(address, lang)
        try:
            checks = table.examine()
        except Unasked as error:
            raise click.ClickException(library.texts.say(lang, "doctor.not-told", address=address)) from error
        if checks is not None:
            return table, checks
    here = Here(_doctor_here(found, home, library), library, lang)
    return here, here.examine()


def _doctor_here(found: Usable, home: Path, library: Library) -> Doctor:
    from companion.doctor.checks import Doctor
    from companion.doctor.fixes import FIXES
    from companion.doctor.place import SystemPlace
    from companion.health.settings import playable
    from companion.runtime.clock import SystemClock

    settings, unknown = playable(found.settings, library)
    faults = (*found.faults, *unknown)
    return Doctor(SystemPlace(settings, home, SystemClock(), faults=faults, library=library), FIXES)


def _fixed(asked: AskedDoctor, checks: Sequence[Said], library: Library, lang: str) -> Iterator[str]:
    """Apply the fixes that are offered; yield the result of each."""
    for check in checks:
        fix = check.get("fix")
        if fix:
            why = asked.fix(fix["line"])
            key, values = ("doctor.not-fixed", {"why": why}) if why else ("doctor.fixed", {"what": fix["label"]})
            yield library.texts.say(lang, key, **values)


def _lines(checks: Sequence[Said], library: Library, lang: str) -> Iterator[str]:
    signs = {level: library.texts.say(lang, f"doctor.level-{level}") for level in LEVELS if level != "none"}
    first, second = max(map(len, signs.values())), max(len(check["title"]) for check in checks)
    for check in checks:
        yield f"{signs.get(check['level'], '-'):<{first}}  {check['title']:<{second}}  {check['reason']}"
        if check.get("remedy"):
            yield f"{'':<{first + 2 + second}}  {library.texts.say(lang, 'doctor.remedy', remedy=check['remedy'])}"
