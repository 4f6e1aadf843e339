"""The tables of the settings file: the one declaration of each key.

A field is a key, with its default and its type; `keys` derives the rest. Descriptions are texts,
``settings.TABLE.KEY``. A field without a value is empty in the file, or has the word *none* of its type.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Struct, field

from companion.settings import forms
from companion.settings.hook_body import HOOK_BODY
from hardware.board.wiring import PinChoice, PinNumbers
from hardware.oled.panel.settings import OledSettings


class TableSettings(Struct, frozen=True):
    """The table: its *name*, *language*, and *data* folder with the journal.

    *fallback* is another folder for games, should that one fail, None for none.
    """

    name: Annotated[forms.Name, forms.ON_PAGE] = "Tidetable"
    language: Annotated[forms.Language, forms.ON_PAGE] = "en"
    data: forms.Folder = Path()
    fallback: forms.Folder | None = None


class PagesSettings(Struct, frozen=True):
    """The address of the pages, further host *names*, and *watching*.

    If *watching* is off, only those who have joined see the table. Phones are sent to *join_host*, "" for the address
    that they most likely reach. A proxy with TLS calls at *proxy_port*, 0 for none, from *trusted_proxy*, or at
    *proxy_socket*, "" for none; its *proxy_header* names the caller.
    """

    host: forms.Host = "0.0.0.0"
    join_host: forms.Host = ""
    port: forms.Port = 8080
    names: Annotated[forms.HostNames, forms.ON_PAGE] = ()
    proxy_port: forms.Port = 0
    trusted_proxy: forms.Address = "127.0.0.1"
    proxy_socket: forms.Socket = ""
    proxy_header: Literal["X-Forwarded-For", "X-Real-IP"] = "X-Forwarded-For"
    watching: Annotated[bool, forms.ON_PAGE] = True


class PinSettings(PinNumbers, frozen=True):
    """Real or simulated pins, the *knob*'s steps, and the pins' numbers."""

    choice: PinChoice = "auto"
    knob: Annotated[Literal["full", "half"], forms.ON_PAGE] = "full"

    @property
    def lines(self) -> Mapping[str, int]:
        """The pins' numbers by name."""
        return self.by_name


class DiceTraySettings(Struct, frozen=True):
    """The dice tray's serial *port*.

    It is ``auto`` to look for it, ``emulated`` for one in software, ``none``.
    """

    port: forms.TrayPort = "auto"


class KitSettings(Struct, frozen=True):
    """The family's own kits.

    *folder* is None for ``kits`` in the data folder.
    """

    folder: forms.Folder | None = None


class BackupSettings(Struct, frozen=True):
    """The nightly backups.

    *folder* is None for backups onto memory sticks alone.
    """

    folder: forms.Folder | None = None


class MqttSettings(Struct, frozen=True):
    """The broker for public messages, "" for none, and the table's credentials.

    *names* sends people's names, *home_assistant* lets that find the table, *may_press* lets it press buttons.
    """

    broker: forms.Broker = ""
    user: forms.User = ""
    password_file: forms.SecretFile | None = None
    ca: forms.File | None = None
    names: bool = False
    home_assistant: bool = True
    may_press: bool = False


class ClubSettings(Struct, frozen=True):
    """The table's club: commands to *obey*, and *records* of finished games.

    It sends them if *records* is on. The club's page has a *name*, "" for none of its own. Everybody may watch it if
    *watching* is on, else its keeper alone.
    """

    obey: forms.Commands = ()
    records: bool = False
    name: forms.Name = ""
    watching: bool = False

    @property
    def is_member(self) -> bool:
        """Whether the table is in a club.

        Then its keeper can be called from it.
        """
        return bool(self.obey) or self.records


class WebhookSettings(Struct, frozen=True):
    """An address *url* for results of *kinds*, all if empty.

    *body* is a `string.Template` of media type *type*, sent by *method* with the headers in *headers_file*, a line
    each. *names* sends people's names.
    """

    url: forms.HookAddress
    kinds: forms.ResultKinds = ()
    body: forms.HookBody = HOOK_BODY
    type: forms.MediaType = "application/json"
    method: Literal["POST", "PUT"] = "POST"
    headers_file: forms.SecretFile | None = None
    names: bool = False


class MetricsSettings(Struct, frozen=True):
    """The metrics page: *enabled* for this computer and for a token's holders.

    The token is in *token_file*.
    """

    enabled: bool = False
    token_file: forms.SecretFile | None = None


class Settings(Struct, frozen=True):
    """All settings: the tables of the file, in its order.

    *game* holds each game's options by slug, judged by the game; *source* is the file, if any.
    """

    table: TableSettings = TableSettings()
    web: PagesSettings = PagesSettings()
    pins: PinSettings = PinSettings()
    oled: OledSettings = OledSettings()
    dicetray: DiceTraySettings = DiceTraySettings()
    kits: KitSettings = KitSettings()
    backup: BackupSettings = BackupSettings()
    mqtt: MqttSettings = MqttSettings()
    club: ClubSettings = ClubSettings()
    webhooks: tuple[WebhookSettings, ...] = field(name="webhook", default=())
    metrics: MetricsSettings = MetricsSettings()
    game: Mapping[str, Mapping[str, Any]] = {}  # msgspec takes `object` for a class to convert to
    source: Path | None = None
