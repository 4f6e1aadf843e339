"""Fetch Debian's kernel and build what it lacks, once for each version of its package.

Nothing of it is installed. The stock kernel is what the Pi's is but for the devices; gpio-sim, which Debian leaves out,
is built from its own source against its own headers.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

META_PACKAGE = "linux-image-amd64"
MODULES = (
    *("virtio_pci", "virtio_console", "9pnet_virtio", "9p", "overlay", "configfs"),
    *("i2c-dev", "vhci-hcd", "i2c-tiny-usb"),
    *("dummy_hcd", "libcomposite", "usb_f_acm", "cdc-acm"),
    *("usb_f_mass_storage", "usb-storage", "sd_mod", "vfat", "nls_cp437", "nls_ascii"),
    *("virtio_blk", "crc32c_generic", "ext4"),
)
"""What the guest loads of the kernel's own; what each depends on comes with it."""

FROM_SOURCE = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c", "scripts/extract-vmlinux")
UNEXPORTED = "handle_simple_irq(irq_to_desc(irqnum));"
EXPORTED = "generic_handle_irq_safe(irqnum);"
"""Debian's kernel has no CONFIG_IRQ_SIM, and a module may not call what irq_sim.c does there; this one it may."""

MAKEFILE = "obj-m := gpio-sim.o pi_model.o pi_pwm.o pi_glass.o\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n"
OWN_MODULES = ("gpio-sim.ko", "pi_model.ko", "pi_pwm.ko", "pi_glass.ko")
HERE = Path(__file__).parent


class NotPrepared(OSError):  # noqa: N818  # as people say it
    """The kernel can't be fetched or built; the message says what failed."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """What the guest boots: an uncompressed *image*, and the *modules*' files in the order to load them."""

    image: Path
    modules: tuple[Path, ...]

    @property
    def release(self) -> str:
        """What the kernel calls itself, as in ``/lib/modules``."""
        return self.image.parent.name.partition("_")[0].removeprefix("linux-image-")


def cache_folder() -> Path:
    """Return where prepared kernels are kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tidetable-kernel"


def prepare() -> Kernel:
    """Return the kernel of this Debian, fetched and built unless an earlier run has.

    :raises NotPrepared: something is missing.
    """
    package, version = _newest() or _after_update()
    kept = cache_folder() / f"{package}_{version}_{_recipe()}".replace(":", "-")
    if not (kept / "order").is_file():
        # Half a kernel must never be taken for a whole one.
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent, prefix="preparing-") as work:
            ready = _build(Path(work), *_after_update())
            shutil.rmtree(kept, ignore_errors=True)
            ready.rename(kept)
    return Kernel(kept / "vmlinux", tuple(kept / name for name in (kept / "order").read_text().split()))


def _recipe() -> str:
    """Return what tells a kernel that was prepared in another way from ours."""
    sources = (Path(__file__), *sorted((HERE / "modules").glob("*.c")))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:8]


def _after_update() -> tuple[str, str]:
    """Fetch apt's lists, as far as we may; return the newest kernel's package and version."""
    if os.geteuid() == 0:
        run_program("apt-get", "update", "-qq")
    found = _newest()
    if found is None:
        raise NotPrepared(f"apt doesn't know {META_PACKAGE}. Run: sudo apt-get update")
    return found


def _newest() -> tuple[str, str] | None:
    """Return the package of the newest kernel that apt knows, and its version."""
    package = next(_dependencies(META_PACKAGE, "linux-image-"), None)
    found = re.search(r"Candidate: (\S+)", run_program("apt-cache", "policy", package)) if package else None
    return (package, found[1]) if package and found else None


def _dependencies(package: str, prefix: str = "linux-") -> Iterator[str]:
    depends = run_program("apt-cache", "depends", "--no-recommends", "--no-suggests", package, check=False)
    return (name for name in re.findall(r"^ +Depends: (\S+)$", depends, re.MULTILINE) if name.startswith(prefix))


def _build(work: Path, package: str, version: str) -> Path:
    """Make all that is kept of the kernel *package*, in *work*; return its folder."""
    release = package.removeprefix("linux-image-")
    headers = f"linux-headers-{release}"
    source = f"linux-source-{release.partition('.')[0]}.{release.split('.')[1]}"
    run_program("apt-get", "download", "-qq", package, headers, *_dependencies(headers), source, at=work)
    debs = {name: path for path in sorted(work.glob("*.deb")) for name in [path.name.partition("_")[0]]}
    for name in (package, headers, *_dependencies(headers)):
        run_program("dpkg", "-x", str(debs[name]), str(work / ("image" if name == package else "headers")))
    _unpack_source(debs[source], work / "source")
    ready = work / "ready"
    ready.mkdir()
    own = _build_modules(work, release)
    stock = _stock_modules(work / "image", release)
    for module in (*stock, *own):
        shutil.copy(module, ready)
    (ready / "vmlinux").write_bytes(_uncompressed(work, release))
    (ready / "order").write_text("\n".join(path.name for path in (*stock, *own)))
    return ready


def _unpack_source(deb: Path, where: Path) -> None:
    """Unpack into *where* the few files that are needed of the kernel's source."""
    where.mkdir()
    top = deb.name.partition("_")[0]
    wanted = " ".join(f"{top}/{name}" for name in FROM_SOURCE)
    _shell(
        f"dpkg --fsys-tarfile {shlex.quote(str(deb))} | tar -xO ./usr/src/{top}.tar.xz | xz -T0 -dc"
        f" | tar -x -C {shlex.quote(str(where))} --strip-components=1 {wanted}"
    )


def _build_modules(work: Path, release: str) -> list[Path]:
    """Build gpio-sim, and what makes the computer a pretended Pi, against the kernel's headers."""
    built, source = work / "modules", work / "source"
    built.mkdir()
    headers = work / "headers/usr/src" / f"linux-headers-{release}"
    for name in ("Makefile", ".kernelvariables"):
        text = (headers / name).read_text()
        (headers / name).write_text(re.sub(r"([ =])/usr/src/", rf"\1{work}/headers/usr/src/", text))
    shutil.copy(source / "drivers/gpio/gpio-sim.c", built / "gpio-sim-main.c")
    shutil.copy(source / "drivers/gpio/gpiolib.h", built)
    simulated = (source / "kernel/irq/irq_sim.c").read_text()
    (built / "irq_sim.c").write_text(simulated.replace(UNEXPORTED, EXPORTED))
    for source_of_ours in (HERE / "modules").glob("*.c"):
        shutil.copy(source_of_ours, built)
    (built / "Makefile").write_text(MAKEFILE)
    run_program("make", "-s", "-C", str(headers), f"M={built}", "modules")
    own = [built / name for name in OWN_MODULES]
    run_program("strip", "--strip-debug", *map(str, own))
    return own


def _stock_modules(image: Path, release: str) -> list[Path]:
    """Return the files of `MODULES` and of what they depend on, each after what it depends on."""
    files = {path.stem: path for path in (image / "lib/modules" / release).rglob("*.ko")}
    by_name = {name.replace("-", "_"): path for name, path in files.items()}
    order: dict[Path, None] = {}

    def add(name: str) -> None:
        path = by_name.get(name.replace("-", "_"))
        if path is None or path in order:
            return  # what is no file is built into the kernel
        found = re.search(rb"\0depends=([^\0]*)\0", b"\0" + path.read_bytes())
        for needed in found[1].decode().split(",") if found and found[1] else ():
            add(needed)
        order[path] = None

    for name in MODULES:
        add(name)
    return list(order)


def _uncompressed(work: Path, release: str) -> bytes:
    """Return the kernel without its compression, which would take seconds to undo at each boot."""
    script = work / "source/scripts/extract-vmlinux"
    image = work / "image/boot" / f"vmlinuz-{release}"
    return subprocess.run(["sh", str(script), str(image)], capture_output=True, check=True).stdout


def _shell(line: str) -> None:
    run_program("bash", "-c", f"set -o pipefail; {line}")


def run_program(*command: str, at: Path | None = None, check: bool = True) -> str:
    """Run *command* in the folder *at*; return what it printed.

    :raises NotPrepared: it failed, and *check* says that it mustn't.
    """
    own = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(command, cwd=at, env=own, capture_output=True, text=True, check=False)
    if check and done.returncode:
        said = "\n".join(_last_lines(done.stdout + done.stderr))
        raise NotPrepared(f"{shlex.join(command)} failed:\n{said}")
    return done.stdout


def _last_lines(text: str, count: int = 20) -> Sequence[str]:
    return text.strip().splitlines()[-count:]
