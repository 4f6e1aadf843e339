"""Run the bench: ``python -m tests.bench [--json FILE] [--idle SECONDS] [--presses N] [PART ...]``."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tests.bench import (
    chess_pace,
    club,
    engine,
    evening,
    kits,
    oled,
    page,
    peer,
    press,
    press_brokers,
    process,
    push,
    scenes,
    siege,
    small,
    start,
    steps_pace,
    stream,
    tap,
    tray,
)
from tests.bench.figures import NotMeasured, Section, as_json, as_text
from tests.bench.sizes import USUAL, Sizes
from tests.support.cases import module_of
from tests.support.referees import REFEREES

Part = Callable[[Sizes, Path], Iterator[Section]]


def own_parts() -> dict[str, Part]:
    """Return what the games' own tests measure, ``PARTS`` of ``tests/companion/games/GAME/bench.py``."""
    modules = (module_of(game, "bench") for game in REFEREES)
    return {name: part for module in modules if module is not None for name, part in module.PARTS.items()}


PARTS: Mapping[str, Part] = {
    "press": press.sections,
    "brokers": press_brokers.sections,
    "oled": oled.sections,
    "tray": tray.sections,
    "start": start.sections,
    "process": process.sections,
    "small": small.sections,
    "evening": evening.sections,
    "push": push.sections,
    "tap": tap.sections,
    "stream": stream.sections,
    "siege": siege.sections,
    "club": club.sections,
    "page": page.sections,
    "scenes": scenes.sections,
    "peer": peer.sections,
    "engine": engine.sections,
    "kits": kits.sections,
    "chess": chess_pace.sections,
    "fireship": steps_pace.fireship,
    "battle": steps_pace.battle,
    "fireball": steps_pace.fireball,
    **own_parts(),
}


def machine() -> str:
    """Say in a line what the figures were measured on."""
    load = ", ".join(f"{share:.1f}" for share in os.getloadavg())
    kind = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return f"{kind}, Python {platform.python_version()}, load {load}"


def main(arguments: Sequence[str] | None = None, usual: Sizes = USUAL) -> None:
    """Measure what is asked for and print it; what can't be measured here is said, and left out.

    :raises SystemExit: there is no such part, or nothing could be measured.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure the table; nothing is judged.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; without any, all of them")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    parser.add_argument("--idle", type=float, default=usual.idle_s, metavar="S", help="idle seconds (%(default)s)")
    parser.add_argument("--presses", type=int, default=usual.presses, metavar="N", help="presses of ROLL (%(default)s)")
    asked = parser.parse_args(arguments)
    if unknown := [part for part in asked.parts if part not in PARTS]:
        parser.error(f"there is no part {', '.join(unknown)}; there are: {', '.join(PARTS)}")
    sizes = replace(usual, idle_s=asked.idle, presses=asked.presses)
    print(f"{machine()}\n")
    found: list[Section] = []
    missing: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="tidetable-bench-") as folder:
        for name in asked.parts or PARTS:
            place = Path(folder) / name
            place.mkdir()
            try:
                for section in PARTS[name](sizes, place):
                    print(as_text(section), flush=True)
                    found.append(section)
            except NotMeasured as why:
                missing[name] = str(why)
                print(f"{name}: not measured. {why}\n", flush=True)
    if asked.json:
        report = {"machine": machine(), "sections": [as_json(section) for section in found], "missing": missing}
        asked.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    if not found:
        sys.exit("nothing was measured")


if __name__ == "__main__":
    main()
