"""Switching off: what the screen, the pages and the helper hear, in which order, and what stays on the glass."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

import companion.app
from companion.app import Daemon
from companion.cli.run import Switch
from companion.health.helper import Helper
from companion.runtime.service_manager import ServiceManager
from hardware.cues import MessageCue
from tests.support.helpers import Pretended, helper_at
from tests.support.oleds import pixels
from tests.support.sse import Reader
from tests.support.tables import FIRESHIP, Phone, Process, picture, running, say, settings
from tests.support.waiting import TIMEOUT_S, eventually

SWITCHING = MessageCue(title=say("stage.switching-off"), lines=(say("stage.leave-plug"),))
STAYS_ON = MessageCue(title=say("stage.off"), lines=(say("stage.computer-on"),))


@pytest.fixture
def pi(tmp_path: Path) -> Pretended:
    return Pretended(tmp_path / "root")
