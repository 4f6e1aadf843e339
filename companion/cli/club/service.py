"""``tidetable club``: one page over many tables, and its broker's configuration."""

from __future__ import annotations

import logging
import signal
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from companion.cli.club.book import book, forget, own_folder, store_option
from companion.cli.shared.library import library_of, read_settings
from companion.cli.shared.options import Failed, config_option, data_option
from companion.settings.keys import BY_NAME
from companion.settings.tables import MqttSettings, Settings
from companion.settings.wording import in_english

if TYPE_CHECKING:
    from companion.club.book.verification import Games
    from companion.club.service import Club, ClubOptions
    from companion.engine.game import Game, Mode
    from companion.outside.mqtt.client.connection import BrokerAddress
    from web_ui.http.settings import WebSettings

log = logging.getLogger(__name__)

PORT = 8090
LOG_FORMAT = "%(levelname)s %(name)s: %(message)s"
_FILE = click.Path(path_type=Path)


@click.group(invoke_without_command=True)
@config_option
@data_option
@click.option("--broker", metavar="URL", help="The broker that the tables tell, such as mqtts://broker.home.")
@click.option("--user", help="The club's user there.")
@click.option("--password-file", type=_FILE, metavar="F", help="Its password, alone in a file.")
@click.option("--ca", type=_FILE, metavar="F", help="Who signed the broker's key, where the system doesn't know.")
@store_option
@click.option("--forget-after", type=click.IntRange(1, 36500), metavar="DAYS", help="Forget names after so many days.")
@click.option("--name", help="What the club is called.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="The page's language.")
@click.option("--host", default="127.0.0.1", help="The address at which the proxy calls.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port; 0: a free one.")
@click.option("--called", multiple=True, metavar="NAME", help="A further name of this computer; may be repeated.")
@click.option("--trusted-proxy", metavar="ADDRESS", help="From where alone a proxy with TLS calls.")
@click.option("--proxy-port", type=click.IntRange(0, 65535), default=0, help="The port at which it calls.")
@click.option("--proxy-socket", default="", metavar="F", help="Or a socket in a folder, for a proxy of this computer.")
@click.option("--proxy-header", default="X-Forwarded-For", show_default=True, help="Where it says who calls.")
@click.pass_context
def club(context: click.Context, /, config: Path | None, data: Path | None, **given: object) -> None:
    """Run the page over a club's tables.

    Prints READY and the address once it answers; Ctrl-C ends it.

    Without --broker it uses [mqtt] broker of the settings. Everybody may watch only if [club] watching is true; else
    the page shows its tables to the keeper alone.
    """
    if context.invoked_subcommand is not None:
        return
    logging.basicConfig(level=logging.INFO, format=LOG_FORMAT)
    settings = read_settings(config)
    options = _options(settings, data or settings.table.data, given)
    _run(options, settings, _own_folder(data or settings.table.data))


@club.command()
@config_option
@data_option
def keeper(config: Path | None, data: Path | None) -> None:
    """Set the password of the club's keeper.

    It is asked twice and kept as a hash. Everybody who is signed in is signed out.
    """
    from companion.club.keeper import LONGEST, SHORTEST, BadPassword, Keeper

    folder = _own_folder(data or read_settings(config).table.data)
    asked = f"New password, {SHORTEST} to {LONGEST} signs"
    password = click.prompt(asked, hide_input=True, confirmation_prompt="Once more", err=True)
    try:
        Keeper(folder).set_password(password)
    except BadPassword as fault:
        raise Failed(f"{fault}: nothing was changed") from fault
    except OSError as fault:
        raise Failed(f"the password can't be kept in {folder} ({fault.strerror}): choose another by --data") from fault
    click.echo("The keeper's password is set. Sign in with it on the club's page.", err=True)


club.add_command(book)
club.add_command(forget)


@club.command()
@click.option("--club", "club_user", default="club", show_default=True, help="The club's user.")
@click.option("--house", default="homeassistant", show_default=True, help="Home Assistant's user.")
def acl(club_user: str, house: str) -> None:
    """Print the access list for the club's Mosquitto.

    Each table's user is its id.
    """
    from companion.club.acl import access_list

    for name, option in ((club_user, "--club"), (house, "--house")):
        if not name or not name.isprintable() or name != name.strip():
            raise click.BadParameter(f"expected a user's name, got {name!r}", param_hint=option)
    click.echo(access_list(club_user, house), nl=False)


def _options(settings: Settings, data: Path, given: dict[str, object]) -> ClubOptions:
    from companion.club.book.database import store_in
    from companion.club.service import ClubOptions

    web = _web(settings, given)
    store = given["store"] or store_in(_own_folder(data))
    forget_after = None if given["forget_after"] is None else int(str(given["forget_after"]))
    name, lang = given["name"] or settings.club.name, given["lang"] or settings.table.language
    return ClubOptions(
        _broker(settings, given), str(store), web, name=str(name), lang=str(lang), forget_after=forget_after
    )


def _own_folder(data: Path) -> Path:
    """Return the club's private folder in *data*, created if missing."""
    folder = own_folder(data)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise Failed(f"{folder} can't be made ({fault.strerror}): choose another folder by --data") from fault
    return folder


def _broker(settings: Settings, given: dict[str, object]) -> BrokerAddress:
    from companion.outside.mqtt.address import BadAddress, address_of

    key = BY_NAME["mqtt.broker"]
    broker = given["broker"] if given["broker"] is not None else settings.mqtt.broker
    if not broker or not key.accepts(broker):
        raise click.BadParameter(f"expected {in_english(key.expected)}, got {broker!r}", param_hint="'--broker'")
    own = {"user": given["user"], "password_file": given["password_file"], "ca": given["ca"]}
    # A file's user is the table's: another broker's, or another user's, password is nobody's to send.
    kept = settings.mqtt if broker == settings.mqtt.broker and given["user"] is None else MqttSettings()
    chosen = {name: value for name, value in own.items() if value is not None}
    try:
        return address_of(replace(kept, broker=str(broker), **chosen))
    except BadAddress as fault:
        raise Failed(_said(fault.fault.told)) from fault


def _said(message: object) -> str:
    from companion.texts.say import Texts

    return str(Texts.load().tell("en", message))


def _web(settings: Settings, given: dict[str, object]) -> WebSettings:
    """Return the web settings; without TLS only this computer is answered.

    :raises click.UsageError: another host is asked for without TLS, or a proxy that nothing listens to.
    """
    from companion.club.keeper_routes import BODY_BYTES
    from web_ui.http.access.hosts import is_loopback
    from web_ui.http.settings import WebSettings

    host, port, proxy = str(given["host"]), int(str(given["port"])), given["trusted_proxy"]
    proxy_port, socket = int(str(given["proxy_port"])), str(given["proxy_socket"])
    has_proxy = bool(proxy_port or socket)
    if proxy and not has_proxy:
        raise click.UsageError("--trusted-proxy calls at a port of its own: give it with --proxy-port")
    if proxy_port and proxy_port == port:
        raise click.UsageError("--proxy-port has to be another port than --port")
    if not has_proxy and not is_loopback(host):
        raise click.UsageError(
            f"at {host} the page would travel in the clear: put a proxy with TLS in front and name it with "
            "--trusted-proxy and --proxy-port. Without one the page is served on this computer alone, at 127.0.0.1"
        )
    if proxy_port and proxy is not None and not _is_address(str(proxy)):
        raise click.BadParameter(f"expected an IP address, got {proxy!r}", param_hint="'--trusted-proxy'")
    return WebSettings(
        host=host,
        port=port,
        names=tuple(str(name).lower() for name in given["called"]),  # type: ignore[attr-defined]
        watching=settings.club.watching,
        proxy_port=proxy_port,
        trusted_proxy=str(proxy or "127.0.0.1"),
        proxy_header=str(given["proxy_header"]),
        proxy_socket=socket,
        body_bytes=BODY_BYTES,
    )


def _is_address(text: str) -> bool:
    return BY_NAME["web.trusted_proxy"].accepts(text)


def _run(options: ClubOptions, settings: Settings, folder: Path) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from companion.club.book.database import BadStore
    from companion.club.keeper import Keeper
    from companion.club.keeper_routes import create_keepers_routes
    from companion.club.service import Club
    from companion.library.games import Library
    from companion.library.packages import covers

    keeper = Keeper(folder)
    if not keeper.has_password:
        log.warning("the keeper has no password yet: set one by tidetable club keeper")
    over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())
    try:
        running = Club(options, covers(Library(only_shipped=True).games), _games_of(settings), keeper)
    except BadStore as fault:
        raise click.BadParameter(str(fault), param_hint="'--store'") from fault
    except SQLAlchemyError as fault:
        raise Failed(
            f"the book can't be opened ({fault.__class__.__name__}): look at --store, and at its server"
        ) from fault
    try:
        running.app.register_blueprint(create_keepers_routes(running.context, keeper, running.broker))
        _serve(running, over)
    finally:
        running.close()


def _games_of(settings: Settings) -> Games:
    """Return a finder of games' rules; it returns None for missing ones.

    It looks for games and kits on this computer.
    """
    from companion.engine.game import BadGame

    library = library_of(settings)

    @cache
    def find(slug: str, mode: Mode) -> Game | None:
        try:
            return library.find(slug, mode)
        except BadGame:
            return None

    return find


def _serve(running: Club, over: threading.Event) -> None:
    try:
        running.start()
    except OSError as fault:
        raise Failed(str(fault.strerror or fault)) from fault
    click.echo(f"READY {running.address}")
    while not over.wait(3600):
        pass
    click.echo("Closed.", err=True)
