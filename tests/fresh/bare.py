"""A bare Debian in a folder, made by mmdebstrap from where this computer's apt fetches.

Commands in it run in mount and process namespaces of their own. When a command ends, so do its mounts and processes.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.kernel.prepare import NotPrepared, cache_folder, run_program

PACKAGES = ("python3", "python3-venv", "make", "git")
APT_SETTINGS = tuple(f"Acquire::{name}" for name in ("http", "https", "Retries", "Check-Valid-Until", "Check-Date"))
SETTING_FILES = (
    *("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt"),
    *("/etc/pip.conf", "/etc/npmrc", "/usr/etc/npmrc"),
)
"""Files of this computer that a bare Debian gets, where they exist."""
SETTING_VARIABLES = re.compile(
    r"(PIP|SSL|npm_config)_.+|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GIT_SSL_CAINFO"
    r"|(https?|no|all)_proxy|(HTTPS?|NO|ALL)_PROXY"
)
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ENTER = """\
set -e
root=$1 user=$2
shift 2
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for name in null zero full random urandom tty; do
    touch "$root/dev/$name"
    mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
set +e
chroot --userspec="$user" "$root" "$@"
exit $?
"""
"""The shell stays the first process of its namespace, so that it reaps orphans as init does."""


class BareDebian:
    """An unpacked Debian in the folder *root*."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._settings = carry_settings(root, os.environ)

    def command(self, user: str, folder: str, line: str) -> list[str]:
        """Return the command that runs the shell's *line* as *user* in *folder*."""
        home = "/root" if user == "root" else f"/home/{user}"
        own = {"PATH": PATH, "HOME": home, "USER": user, "LOGNAME": user, "LANG": "C.UTF-8", **self._settings}
        environment = [f"{name}={value}" for name, value in own.items()]
        enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "enter"]
        inside = ["env", "-i", *environment, "sh", "-c", f"cd {shlex.quote(folder)} && {line}"]
        return [*enter, str(self.root), user, *inside]

    def add_user(self, name: str) -> None:
        """Add an ordinary user with a home."""
        run_program("chroot", str(self.root), "useradd", "--create-home", "--shell", "/bin/sh", name)


@contextmanager
def bare_debian(release: str) -> Iterator[BareDebian]:
    """Unpack a bare Debian of *release* into a temporary folder. Make its archive unless an earlier run has.

    :raises NotPrepared: a program failed, or this user isn't root.
    """
    if os.geteuid() != 0:
        raise NotPrepared("Only root can make a Debian. Run: sudo make fresh")
    cache_folder().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache_folder(), prefix="fresh-") as work:
        archive = _archive(release, Path(work))
        root = Path(work) / "root"
        root.mkdir()
        run_program("tar", "-x", "--numeric-owner", "-f", str(archive), "-C", str(root))
        yield BareDebian(root)


def _archive(release: str, work: Path) -> Path:
    """Return the archive of the Debian *release*, made in *work* if the recipe is new."""
    sources, settings = apt_sources(release), _apt_settings()
    recipe = hashlib.sha256("\0".join((*PACKAGES, sources, settings)).encode()).hexdigest()[:8]
    kept = cache_folder() / f"bare-{release}-{recipe}.tar"
    if not kept.is_file():
        (work / "sources.list").write_text(sources, "utf-8")
        (work / "apt.conf").write_text(settings, "utf-8")
        options = ("--mode=root", "--variant=minbase", "--format=tar", f"--include={','.join(PACKAGES)}")
        files = (release, str(work / "made.tar"), str(work / "sources.list"))
        run_program("unshare", "--mount", "mmdebstrap", *options, f"--aptopt={work / 'apt.conf'}", *files)
        for old in cache_folder().glob(f"bare-{release}-*.tar"):
            old.unlink()
        (work / "made.tar").rename(kept)
    return kept


def apt_sources(release: str) -> str:
    """Return the lines of this computer's Debian sources, with *release* in place of its own."""
    line = "deb $(REPO_URI) $(RELEASE) $(COMPONENT)"
    known = run_program("apt-get", "indextargets", "--format", line, "Identifier: Packages", "Origin: Debian")
    if not known:
        raise NotPrepared("apt knows no Debian's packages. Run: sudo apt-get update")
    own = platform.freedesktop_os_release()["VERSION_CODENAME"]
    return re.sub(rf"^(\S+ \S+ ){own}\b", rf"\1{release}", known, flags=re.MULTILINE)


def _apt_settings() -> str:
    return run_program("apt-config", "dump", "--no-empty", "--format", '%f "%v";%n', *APT_SETTINGS)


def carry_settings(root: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Copy settings and certificates into *root*; return the variables that hold there too.

    A variable with the path of a file is carried with the file. One with another path that *root* lacks is left out.
    """
    carried = {name: value for name, value in environment.items() if SETTING_VARIABLES.fullmatch(name)}
    for path in {*SETTING_FILES, *(value for value in carried.values() if value.startswith("/"))}:
        if Path(path).is_file():
            copy = root / path.removeprefix("/")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.unlink(missing_ok=True)
            shutil.copyfile(path, copy)
    return {
        name: value
        for name, value in carried.items()
        if not value.startswith("/") or (root / value.removeprefix("/")).exists()
    }


def copy_repository(repository: Path, debian: BareDebian, user: str) -> None:
    """Give *debian* the newest commit of *repository*, as a bare repository in ``/srv`` that *user* may clone."""
    bare = debian.root / "srv/tidetable.git"
    run_program("git", "clone", "--quiet", "--bare", "--depth", "1", f"file://{repository}", str(bare))
    run_program("chroot", str(debian.root), "chown", "-R", user, "/srv/tidetable.git")
