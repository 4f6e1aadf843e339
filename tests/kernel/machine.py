"""The pretended computer: QEMU with the host's files as its disk, never written to, and what it brings back."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.kernel.prepare import Kernel
from tests.support.paths import ROOT

QEMU = "qemu-system-x86_64"
BUSYBOX = Path("/bin/busybox")
HERE = Path(__file__).parent
LINES, CODE, CONSOLE = "lines.txt", "code", "console.txt"
MEMORY_MB = 1024
POLL_S = 0.5
ENDS_S = 30.0
LAST_OF_CONSOLE = 60
# Without the first of these a loaded host makes the kernel panic: it takes its slow timer for none.
ALWAYS = "no_timer_check console=ttyS0 quiet loglevel=4 mitigations=off panic=-1 random.trust_cpu=on"


OVERLAY = "tmpfs:recurse=0"
"""In memory, and over the root alone: the card's page has it."""


class Failed(Exception):  # noqa: N818  # as people say it
    """The suite didn't pass; the message says why."""


@dataclass(frozen=True, slots=True)
class Boot:
    """One start of the guest: which *suite* it runs, *only* which of its tests, and how long that may take."""

    suite: str
    only: str
    limit_s: float
    pico: str = ""
    """The host's end of the line to the emulated tray, if there is one."""
    drives: tuple[Path, ...] = ()
    """The computer's own drives, its root the first. Without any it has the host's files."""
    is_overlay: bool = False
    """Whether its root is never written, and what is written over it is gone with the power."""
    ending: str = "off"
    """How a guest with drives ends once its suite has: ``off``, by a ``cut`` of the power, or by buttons ``held``."""
    patience: int = 1
    """So many times as long as usual its checks wait, and its systemd."""


def run(kernel: Kernel, boot: Boot, results: Path, tell: Callable[[str], None] = print, qemu: str = QEMU) -> None:
    """Boot once and run a suite; *tell* each test's line as it comes. *results* is an empty folder for what it brings.

    :raises Failed: a test has failed, or the guest ended, or stayed, without its results.
    """
    told = 0
    with tempfile.TemporaryDirectory(prefix="tidetable-kernel-") as work, (results / CONSOLE).open("wb") as console:
        command = _command(kernel, boot, results, _initramfs(kernel, Path(work)), qemu)
        end_s = time.monotonic() + boot.limit_s
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT) as machine:
            try:
                while machine.poll() is None and time.monotonic() < end_s:
                    time.sleep(POLL_S)
                    told = _tell_new(results, told, tell)
                is_late = machine.poll() is None
            finally:
                machine.kill()
                machine.wait(ENDS_S)
    _tell_new(results, told, tell)
    if fault := judged(results, boot, is_late):
        raise Failed(f"{fault}\nThe end of the console:\n{_end_of(results / CONSOLE)}")


def judged(results: Path, boot: Boot, is_late: bool) -> str:
    """Return what is wrong with what the guest brought, empty if nothing is."""
    if is_late:
        return f"{boot.suite or 'no suite'}: the guest wasn't finished after {boot.limit_s:.0f} s"
    if not boot.suite:
        return ""  # it has ended by itself
    lines = (results / LINES).read_text("utf-8").splitlines() if (results / LINES).is_file() else []
    tests = [line for line in lines if not line.startswith(" ")]  # below a failed one stands why
    if not (results / CODE).is_file():
        return f"{boot.suite}: the guest ended without its results, after {len(tests)} tests"
    code = (results / CODE).read_text("utf-8").strip()
    failed = [line for line in tests if not line.startswith("passed")]
    if code != "0" or failed or not tests:
        return f"{boot.suite}: {len(failed)} of {len(tests)} failed; pytest ended with {code or 'nothing'}"
    return ""


def _tell_new(results: Path, told: int, tell: Callable[[str], None]) -> int:
    """Tell the whole lines that are new since *told* of them; return how many there are."""
    path = results / LINES
    whole = path.read_text("utf-8", "replace").rpartition("\n")[0] if path.is_file() else ""
    lines = whole.splitlines()
    for line in lines[told:]:
        tell(line)
    return len(lines)


def _end_of(console: Path) -> str:
    return "\n".join(console.read_text("utf-8", "replace").splitlines()[-LAST_OF_CONSOLE:])


def _initramfs(kernel: Kernel, work: Path) -> Path:
    """Pack busybox, the modules and the first program; return the archive."""
    tree = work / "initramfs"
    for folder in ("bin", "modules", "proc", "sys", "dev"):
        (tree / folder).mkdir(parents=True)
    for source, name in ((BUSYBOX, "bin/busybox"), (HERE / "guest/init.sh", "init")):
        (tree / name).write_bytes(source.read_bytes())
        (tree / name).chmod(0o755)
    for module in kernel.modules:
        (tree / "modules" / module.name).write_bytes(module.read_bytes())
    (tree / "modules/order").write_text("\n".join(module.name for module in kernel.modules))
    names = "\n".join(str(path.relative_to(tree)) for path in sorted(tree.rglob("*")))
    packed = work / "initramfs.cpio"
    with packed.open("wb") as archive:
        subprocess.run(
            ["cpio", "-o", "-H", "newc", "--quiet"], cwd=tree, input=names.encode(), stdout=archive, check=True
        )
    return packed


def _command(kernel: Kernel, boot: Boot, results: Path, initramfs: Path, qemu: str) -> Sequence[str]:
    told = {"ROOT": ROOT, "PYTHON": sys.executable, "SUITE": boot.suite, "ONLY": f"-k{boot.only}" if boot.only else ""}
    if boot.drives:
        told |= {"DRIVE": "overlay" if boot.is_overlay else "plain", "ENDING": boot.ending, "PATIENCE": boot.patience}
    if boot.is_overlay:
        told |= {"overlayroot": OVERLAY}
    words = " ".join(f"{name}={value}" for name, value in told.items() if str(value))
    shares = []
    for tag, path, more in (("root", Path("/"), ",readonly=on"), ("results", results, "")):
        share = f"local,id={tag},path={path},security_model=none,multidevs=remap{more}"
        shares += ["-fsdev", share, "-device", f"virtio-9p-pci,fsdev={tag},mount_tag={tag}"]
    drives = []
    for number, drive in enumerate(boot.drives):
        # What the guest has flushed must outlive its power, not the host's.
        drives += ["-drive", f"file={drive},format=raw,if=none,id=drive{number},cache=unsafe"]
        drives += ["-device", f"virtio-blk-pci,drive=drive{number}"]
    pico = ["-device", "virtio-serial-pci", "-chardev", f"serial,id=pico,path={boot.pico}"]
    pico += ["-device", "virtserialport,chardev=pico,name=pico"]
    # Emulated to the last instruction: a host in the cloud has no /dev/kvm, or one that boots no stock kernel.
    computer = ["-accel", "tcg,thread=multi,tb-size=512", "-cpu", "max", "-M", "q35", "-smp", "1"]
    bare = ["-m", str(MEMORY_MB), "-nodefaults", "-nographic", "-no-reboot", "-monitor", "none", "-net", "none"]
    booted = ["-kernel", str(kernel.image), "-initrd", str(initramfs), "-append", f"{ALWAYS} {words}"]
    return [qemu, *computer, *bare, "-serial", "stdio", *shares, *drives, *(pico if boot.pico else []), *booted]
