"""``tidetable dicetray``: the tray's firmware on this computer or a Pico."""

from __future__ import annotations

import signal
import sys
import threading

import click

RING = click.IntRange(2, 255)
LONGEST_WAIT_S = 1.0


@click.group()
def dicetray() -> None:
    """The dice tray and wheel: a Raspberry Pi Pico on USB."""


@dicetray.command()
@click.option("--ring", type=RING, metavar="N", help="How many LEDs the wheel's ring has; 33 if not given.")
def emulate(ring: int | None) -> None:
    """Run the tray's firmware on this computer.

    Prints READY and its port. Ctrl-C ends it.

    It takes Node and the official MicroPython for it. A table uses it when its settings name that port.
    """
    from companion.cli.shared.options import Failed
    from firmware_host.bench.emulator import Emulator, NoEmulator

    over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())
    try:
        emulator = Emulator(ring_leds=ring)
    except NoEmulator as error:
        raise Failed(str(error)) from error
    try:
        click.echo(f"READY {emulator.path}")
        sys.stdout.flush()
        click.echo(f'In the settings of a table:\n[dicetray]\nport = "{emulator.path}"', err=True)
        while emulator.alive and not over.wait(LONGEST_WAIT_S):
            pass
        if not over.is_set():
            raise Failed("the emulated dice tray ended by itself; Node says above why")
    finally:
        emulator.close()


@dicetray.command()
@click.option("--port", metavar="PATH", help="The Pico's port, such as /dev/ttyACM0; looked for if not given.")
@click.option("--ring", type=RING, metavar="N", help="How many LEDs its wheel's ring has; kept as it is if not given.")
@click.option("--replaces", is_flag=True, help="Replace a main.py that isn't the dice tray's without asking.")
def flash(port: str | None, ring: int | None, replaces: bool) -> None:
    """Flash a Pico with MicroPython, and read its version back."""
    from companion.cli.shared.options import Failed
    from firmware_host.flash import NotFlashed
    from firmware_host.flash import flash as put

    try:
        put(port, ring, lambda line: click.echo(line, err=True), lambda: replaces or _may_replace())
    except NotFlashed as error:
        raise Failed(str(error)) from error
    click.echo("The dice tray is ready.")


def _may_replace() -> bool:
    """Ask on a terminal; without one the answer is no."""
    question = "Its main.py isn't the dice tray's, and would be lost. Replace it?"
    return sys.stdin.isatty() and click.confirm(question, err=True)
