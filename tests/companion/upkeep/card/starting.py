"""A start of a card's computer by cloud-init's own code, as far as it is about the card; run by Debian's own Python.

``starting.py CARD FILES [CUT]``: the card's small partition, a folder that stands for the computer's files, and the
module in which the power is cut once cloud-init has marked it as done.
"""

from __future__ import annotations

import getpass
import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

STAGES = {
    "cloud_init_modules": ["bootcmd", "write-files"],
    "cloud_final_modules": ["scripts-per-boot", "power-state-change"],
}
"""What a first start is about, in the order of Debian's ``/etc/cloud/cloud.cfg``."""


def start(card: Path, files: Path, cut: str) -> None:
    """Go through a start with *card* in the computer of *files*; with *cut*, until that module."""
    modules: Any = importlib.import_module("cloudinit.config.modules")
    stages: Any = importlib.import_module("cloudinit.stages")
    distros: Any = importlib.import_module("cloudinit.distros")
    writing: Any = importlib.import_module("cloudinit.config.cc_write_files")
    ending: Any = importlib.import_module("cloudinit.config.cc_power_state_change")
    # Whose the files are: Debian 12's cloud-init has it in the module, Debian 13's in the distribution.
    writing.DEFAULT_OWNER = getpass.getuser()
    distros.Distro.default_owner = getpass.getuser()
    ending.load_power_state = lambda cfg: (None, None, None)  # nothing here is started anew
    if cut:
        importlib.import_module(f"cloudinit.config.cc_{cut}").handle = lambda *given: os._exit(9)  # type: ignore[attr-defined]
    config = {
        "datasource_list": ["NoCloud"],
        "datasource": {"NoCloud": {"seedfrom": f"{card}/", "fs_label": None}},
        "def_log_file": str(files / "cloud-init.log"),
        "system_info": {
            "distro": "debian",
            "paths": {"cloud_dir": str(files / "var/lib/cloud"), "run_dir": str(files / "run/cloud-init")},
        },
        **STAGES,
    }
    (files / "cloud.cfg").write_text(json.dumps(config), "utf-8")
    os.environ["CLOUD_CFG"] = str(files / "cloud.cfg")
    init = stages.Init(ds_deps=["FILESYSTEM"])
    init.initialize()
    init.fetch(existing="check")
    init.instancify()
    init.update()
    init.consume_data("always")
    for stage in STAGES:
        modules.Modules(init, cfg_files=[]).run_section(stage)


if __name__ == "__main__":
    start(Path(sys.argv[1]), Path(sys.argv[2]), "".join(sys.argv[3:]))
