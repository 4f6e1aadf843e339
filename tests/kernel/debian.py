"""A Debian on a drive, as a stock card of Raspberry Pi OS has it: systemd, udev, cloud-init, and no table.

Made by the host's apt, from where that fetches, and kept beside the kernel until the recipe changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from tests.kernel.prepare import Kernel, NotPrepared, cache_folder, run_program

PACKAGES = (
    *("systemd-sysv", "udev", "kmod", "dbus", "cloud-init", "netplan.io", "locales", "openssh-server", "rfkill"),
    *("overlayroot", "python3", "python3-venv", "dosfstools"),  # the last checks the card after a cut
)
SIZE_MB = 1200
"""How large the drive is: a quarter of it is free once a table is installed."""
BOOT_LABEL, ROOT_LABEL = "BOOTFS", "rootfs"
FSTAB = f"""\
LABEL={ROOT_LABEL} / ext4 defaults,noatime 0 1
LABEL={BOOT_LABEL} /boot/firmware vfat defaults,x-systemd.device-timeout=600 0 2
"""
SEED = """\
datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    fs_label: bootfs
"""
"""Cloud-init reads the card's small partition, as in Raspberry Pi OS of Trixie, whose newer one is told its folder."""
FILES = {
    "etc/fstab": FSTAB,
    "etc/hostname": "raspberrypi\n",
    "etc/machine-id": "uninitialized\n",  # so its first start switches on all that systemd's presets do
    "etc/locale.gen": "en_GB.UTF-8 UTF-8\n",
    "etc/netplan/00-network-manager-all.yaml": "network:\n  version: 2\n  renderer: NetworkManager\n",
    "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg": SEED,
    "etc/systemd/system/cloud-init-local.service.d/boot.conf": "[Unit]\nRequiresMountsFor=/boot/firmware\n",
}


def prepare_drive(kernel: Kernel) -> Path:
    """Return the file of a drive with a Debian for *kernel*, made unless an earlier run has. It must not be written.

    :raises NotPrepared: it can't be made; the message says which program failed.
    """
    kept = cache_folder() / f"debian-{_recipe(kernel)}.ext4"
    if not kept.is_file():
        if os.geteuid() != 0:
            raise NotPrepared("Only root can make the guest's Debian: call `sudo make guest`.")
        with tempfile.TemporaryDirectory(dir=cache_folder(), prefix="preparing-") as work:
            made = _make(kernel, Path(work))
            for old in cache_folder().glob("debian-*.ext4"):
                old.unlink()
            made.rename(kept)
    return kept


def _recipe(kernel: Kernel) -> str:
    return hashlib.sha256(kernel.image.parent.name.encode() + Path(__file__).read_bytes()).hexdigest()[:8]


def _make(kernel: Kernel, work: Path) -> Path:
    """Make the drive in *work*; return its file."""
    sources, root, drive = work / "sources", work / "root", work / "drive"
    line = "deb $(REPO_URI) $(RELEASE) $(COMPONENT)"
    known = run_program("apt-get", "indextargets", "--format", line, "Identifier: Packages", "Origin: Debian")
    if not known:
        raise NotPrepared("apt knows no Debian's packages. Run: sudo apt-get update")
    sources.write_text(known, "utf-8")
    made = ("--mode=root", "--variant=minbase", "--format=directory", f"--include={','.join(PACKAGES)}")
    # In a room of its own for mounts: one that is stopped half way leaves none of the host's behind in its folder.
    run_program("unshare", "--mount", "mmdebstrap", *made, "", str(root), str(sources))
    for name, text in FILES.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    (root / "boot/firmware").mkdir()
    modules = root / "lib/modules" / kernel.release
    modules.mkdir(parents=True)
    for module in kernel.modules:
        shutil.copy(module, modules)
    run_program("chroot", str(root), "depmod", kernel.release)
    run_program("chroot", str(root), "locale-gen")
    make_partition(drive, ROOT_LABEL, SIZE_MB, root)
    return drive


def make_partition(drive: Path, label: str, size_mb: int, content: Path | None = None) -> None:
    """Make *drive* a partition of ext4 called *label*, with the files of the folder *content*, or none."""
    with drive.open("wb") as file:
        file.truncate(size_mb << 20)
    run_program("mke2fs", "-q", "-t", "ext4", "-L", label, *(("-d", str(content)) if content else ()), str(drive))
