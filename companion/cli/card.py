"""``tidetable card``: a Raspberry Pi OS card that installs the table.

It does so at its first start.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from companion.cli.shared.options import Failed
from companion.upkeep.card.answers import LOCALES, BadAnswer, CardAnswers, Wifi, hostname, ssh_key, wifi
from companion.upkeep.card.partition import NoCard, check_folder, check_package, newest_package, write

COUNTRIES = {"en": "GB", "fr": "FR"}
"""The proposed country, by the table's language."""


@click.command()
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FOLDER", help="The mounted card.")
@click.option("--deb", type=click.Path(path_type=Path), metavar="FILE", help="The package; else that of `make deb`.")
@click.option("--wifi", "wifi_name", metavar="NAME", help="The Wi-Fi's name; asked for unless --cable.")
@click.option("--cable", is_flag=True, help="No Wi-Fi.")
@click.option(
    "--wifi-password-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where the Wi-Fi's password stands; asked if not given. It is never written as it is.",
)
@click.option("--country", metavar="CODE", help="Whose rules the Wi-Fi keeps: two letters, such as GB.")
@click.option("--hostname", "host", default="tidetable", show_default=True, help="The table is at NAME.local.")
@click.option("--lang", type=click.Choice(list(LOCALES)), default="en", show_default=True, help="The table's language.")
@click.option(
    "--ssh-key",
    "key_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Let the owner of this public key log in as pi by SSH. Without it nobody can log in at all.",
)
@click.option(
    "--kit",
    "kits",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="A kit, cover or language for the table; may be repeated.",
)
@click.option(
    "--settings",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Settings for a table that has none yet; erased from the card once the table has them.",
)
@click.option(
    "--any-folder", is_flag=True, help="Write into a folder that is no card: for a card made otherwise, or a PC."
)
def card(
    out: Path,
    deb: Path | None,
    wifi_name: str | None,
    cable: bool,
    *,
    wifi_password_file: Path | None,
    country: str | None,
    host: str,
    lang: str,
    key_file: Path | None,
    kits: tuple[Path, ...],
    settings: Path | None,
    any_folder: bool,
) -> None:
    """Prepare a card that installs the table by itself.

    It must have a 64-bit Raspberry Pi OS, Trixie or newer. FOLDER is where the card's small partition, bootfs, is
    mounted. Missing values are asked for.
    """
    if cable and (wifi_name or wifi_password_file or country):
        raise click.UsageError("--cable is for a table without Wi-Fi: choose that or the Wi-Fi")
    package = deb or newest_package(Path("dist"))
    try:
        check_folder(out, any_folder)
        check_package(package, any_folder)
        own = _own(out, kits, settings, lang)
        answers = CardAnswers(
            hostname(host),
            lang,
            None if cable else _wifi(wifi_name, wifi_password_file, country, lang),
            ssh_key(key_file.read_text("utf-8", "replace")) if key_file else "",
        )
        write(out, package, answers, own)
    except (NoCard, BadAnswer) as why:
        raise Failed(str(why)) from why
    except OSError as error:
        raise Failed(f"{error.filename or out}: {error.strerror}. The card isn't ready: call it again.") from error
    _tell(out, answers)


def _own(out: Path, kits: tuple[Path, ...], settings: Path | None, lang: str) -> Mapping[str, bytes]:
    """Return the card's games and settings, by their names on it."""
    if not kits and settings is None:
        return {}
    from companion.cli.shared.card_contents import card_contents

    return card_contents(out, kits, settings, lang)


def _wifi(name: str | None, password_file: Path | None, country: str | None, lang: str) -> Wifi | None:
    """Return the given Wi-Fi, or ask for one; None for none."""
    if name is None:
        name = _ask("The Wi-Fi's name (nothing for a cable)", "--wifi or --cable", default="")
    if not name:
        return None
    country = country or _ask("Its country, two letters", "--country", default=COUNTRIES[lang])
    if password_file:
        password = password_file.read_text("utf-8", "replace").removesuffix("\n").removesuffix("\r")
    else:
        password = _ask("Its password", "--wifi-password-file", is_hidden=True)
    return wifi(name, password, country.upper())


def _ask(question: str, option: str, default: str | None = None, is_hidden: bool = False) -> str:
    """Ask at the terminal.

    :raises click.UsageError: there is no terminal.
    """
    if not sys.stdin.isatty():
        raise click.UsageError(f"nobody can be asked here: give {option}")
    answer = click.prompt(question, default=default, hide_input=is_hidden, show_default=bool(default), err=True)
    return str(answer)


def _tell(out: Path, answers: CardAnswers) -> None:
    click.echo(f"{out}: the card is ready. Eject it, put it into the Raspberry Pi and switch on.")
    click.echo(f"After some minutes its screen shows the table, and so does http://{answers.hostname}.local")
    if not answers.ssh_key:
        click.echo("Nobody can log in to it: a card made with --ssh-key lets you in.")
