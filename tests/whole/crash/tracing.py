"""The calls that a program made to change what lies in a folder, as strace saw them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.support.paths import ROOT
from tests.whole.crash.disk import SIDE_FILE, Call

ACKS = "told.ack"
"""The file to which a program writes what it acknowledges, a line at a time; it lies on no disk of ours."""
CALLS = (
    "open,openat,creat,write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,sync_file_range,ftruncate,truncate,"
    "fallocate,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,mkdir,mkdirat,rmdir,mmap,"
    "copy_file_range,sendfile,splice"
)
_LINE = re.compile(r"^\d+\s+(\w+)\((.*)\)\s+=\s+(-?\w+)(?:<([^>]*)>)?")
_QUOTED = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_OF_FD = re.compile(r"^(\d+)<([^>]*)>")


def traced(folder: Path, module: str, words: Sequence[str]) -> list[Call]:
    """Run *module* with *words* under strace; return the calls it made below *folder*, acknowledgements among them."""
    trace = folder.with_name(f"{folder.name}.trace")
    command = ["strace", "-f", "-qq", "-y", "-xx", "-s", "4000000", "-e", f"trace={CALLS}", "-o", str(trace)]
    done = subprocess.run(
        [*command, sys.executable, "-m", module, *words], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return list(calls_of(trace.read_text("ascii", "replace"), folder))


def calls_of(trace: str, folder: Path) -> Iterator[Call]:
    """Read *trace*.

    :raises AssertionError: a call that changes something in *folder* isn't known here.
    """
    for line in trace.splitlines():
        matched = _LINE.match(line)
        if matched is None:
            assert "+++" in line or "---" in line, f"not understood: {line[:200]}"
            continue
        name, arguments, result, opened = matched.groups()
        if result.startswith("-"):
            continue
        yield from _calls(name, arguments, opened, folder)


def _calls(name: str, arguments: str, opened: str | None, folder: Path) -> Iterator[Call]:
    of_fd = _OF_FD.match(arguments)
    path = inside(_text(of_fd[2]), folder) if of_fd else None
    if name in ("open", "openat", "creat"):
        path = inside(_text(opened or ""), folder)
        if path and "O_CREAT" in arguments and not path.endswith((SIDE_FILE, ACKS)):
            yield Call("create", path)
            assert "O_TRUNC" not in arguments, f"{path} is opened and emptied"
    elif name in ("mkdir", "unlink", "rename", "rmdir", "link", "symlink", "truncate"):
        yield from _by_name(name, [inside(_text(found), folder) for found in _QUOTED.findall(arguments)])
    elif name == "mmap":
        mapped = re.search(r", \d+<([^>]*)>", arguments)
        path = inside(_text(mapped[1]), folder) if mapped else None
        unseen = path and "PROT_WRITE" in arguments and "MAP_SHARED" in arguments and not path.endswith(SIDE_FILE)
        assert not unseen, f"{path} is written by memory, unseen"
    elif path is not None and not path.endswith(SIDE_FILE):
        yield _by_fd(name, path, arguments)


def _by_fd(name: str, path: str, arguments: str) -> Call:
    if path.endswith(ACKS):
        assert name == "write"
        return Call("ack", path, data=_data(arguments))
    if name in ("fsync", "fdatasync"):
        return Call("sync", path)
    last = arguments.rsplit(",", 1)[1].strip()
    if name == "ftruncate":
        return Call("cut", path, at=int(last, 0))
    assert name == "pwrite64", f"{name} of {path} isn't known here"
    return Call("write", path, at=int(last, 0), data=_data(arguments))


def _by_name(name: str, paths: list[str | None]) -> Iterator[Call]:
    if not any(path and not path.endswith(SIDE_FILE) for path in paths):
        return
    first = paths[0]
    assert name in ("mkdir", "unlink", "rename"), f"{name} of {paths} isn't known here"
    assert first is not None
    if name == "rename":
        assert paths[1] is not None
        yield Call("rename", first, to=paths[1])
    else:
        yield Call("mkdir" if name == "mkdir" else "unlink", first)


def inside(path: str, folder: Path) -> str | None:
    """Return *path* as it is called in *folder*, None if it lies elsewhere."""
    whole = str(folder)
    if not (path == whole or path.startswith(whole + "/")):
        return None
    return os.path.relpath(path, whole)


def _text(quoted: str) -> str:
    return bytes.fromhex(quoted.replace("\\x", "")).decode() if quoted.startswith("\\x") else quoted


def _data(arguments: str) -> bytes:
    found = _QUOTED.search(arguments)
    assert found is not None
    return bytes.fromhex(found[1].replace("\\x", ""))
