"""Record the calls by which a program changes a folder: ``recorder NAME FOLDER`` prints those of a writer as JSON.

The writer runs in a child process that its parent traces with ptrace(2). That needs no other program and no right:
anybody may trace a child.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tests.support.paths import ROOT
from tests.whole.crash.disk import SIDE_FILE, Call
from tests.whole.crash.tracing import ACKS, inside
from tests.whole.crash.writers import WRITERS

TIMEOUT_S = 120.0
TRACEME, SYSCALL, SETOPTIONS, GET_SYSCALL_INFO = 0, 24, 0x4200, 0x420E
"""Requests of ptrace(2)."""
MARK_SYSCALLS, KILL_WITH_TRACER = 0x1, 0x100000
SYSCALL_STOP = signal.SIGTRAP | 0x80
ENTRY, EXIT = 1, 2
REMOVE_FOLDER = 0x200
CURRENT_FOLDER = 0xFFFFFF9C
"""In place of an open folder: the one the process is in."""
PROT_WRITE, MAP_SHARED = 2, 1

NUMBERS: Mapping[str, Mapping[str, int]] = {
    "x86_64": {
        "open": 2, "creat": 85, "openat": 257, "openat2": 437, "write": 1, "pwrite64": 18, "writev": 20,
        "pwritev": 296, "pwritev2": 328, "fsync": 74, "fdatasync": 75, "sync_file_range": 277, "ftruncate": 77,
        "truncate": 76, "fallocate": 285, "rename": 82, "renameat": 264, "renameat2": 316, "unlink": 87,
        "unlinkat": 263, "link": 86, "linkat": 265, "symlink": 88, "symlinkat": 266, "mkdir": 83, "mkdirat": 258,
        "rmdir": 84, "mmap": 9, "copy_file_range": 326, "sendfile": 40, "splice": 275, "clone": 56, "fork": 57,
        "vfork": 58, "clone3": 435, "io_uring_setup": 425,
    },
    "aarch64": {
        "openat": 56, "openat2": 437, "write": 64, "pwrite64": 68, "writev": 66, "pwritev": 70, "pwritev2": 287,
        "fsync": 82, "fdatasync": 83, "sync_file_range": 84, "ftruncate": 46, "truncate": 45, "fallocate": 47,
        "renameat": 38, "renameat2": 276, "unlinkat": 35, "linkat": 37, "symlinkat": 36, "mkdirat": 34, "mmap": 222,
        "copy_file_range": 285, "sendfile": 71, "splice": 76, "clone": 220, "clone3": 435, "io_uring_setup": 425,
    },
}  # fmt: skip
"""The kernel's numbers of the calls that write, name or could hide either, by the machine."""
NAMING: Mapping[str, tuple[tuple[int, int | None], ...]] = {
    "mkdir": ((0, None),),
    "mkdirat": ((1, 0),),
    "rmdir": ((0, None),),
    "truncate": ((0, None),),
    "unlink": ((0, None),),
    "unlinkat": ((1, 0),),
    "rename": ((0, None), (1, None)),
    "renameat": ((1, 0), (3, 2)),
    "renameat2": ((1, 0), (3, 2)),
    "link": ((0, None), (1, None)),
    "linkat": ((1, 0), (3, 2)),
    "symlink": ((1, None),),
    "symlinkat": ((2, 1),),
}
"""Where each call has its paths, and the folder that each of them starts from."""
WRITTEN = {"copy_file_range": 2, "splice": 2}
"""Where a call has the file that it writes, other than first."""
HIDING = frozenset({"clone", "clone3", "fork", "vfork", "io_uring_setup"})


class _Info(ctypes.Structure):
    """The kernel's ``ptrace_syscall_info``: at entry a number and six arguments, at exit the result."""

    _fields_ = (
        ("op", ctypes.c_uint8),
        ("_pad", ctypes.c_uint8 * 3),
        ("arch", ctypes.c_uint32),
        ("instruction_pointer", ctypes.c_uint64),
        ("stack_pointer", ctypes.c_uint64),
        ("value", ctypes.c_uint64 * 7),
    )


_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
_libc.ptrace.restype = ctypes.c_long


def _ptrace(request: int, pid: int, address: int = 0, data: int = 0) -> None:
    if _libc.ptrace(request, pid, address, data) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"ptrace: {os.strerror(number)}")


@dataclass(frozen=True)
class _Entered:
    """A call that has begun: its name, its arguments, and the data that it writes."""

    name: str
    arguments: tuple[int, ...]
    data: bytes


class _Child:
    """A stopped child, seen through /proc."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._memory = os.open(f"/proc/{pid}/mem", os.O_RDONLY | os.O_CLOEXEC)

    def close(self) -> None:
        os.close(self._memory)

    def data(self, at: int, size: int) -> bytes:
        found = os.pread(self._memory, size, at)
        assert len(found) == size
        return found

    def text(self, at: int) -> str:
        found = b""
        while b"\0" not in found:
            # A read that crosses into a page that isn't there would fail.
            found += self.data(at + len(found), min(256, 4096 - (at + len(found)) % 4096))
        return found.split(b"\0")[0].decode()

    def opened(self, number: int) -> str:
        return str(Path(f"/proc/{self._pid}/fd/{number & 0xFFFFFFFF}").readlink())

    def named(self, at: int, start: int | None) -> str:
        """Return the path whose text lies *at*; a relative one starts from the open folder *start*."""
        path = self.text(at)
        if path.startswith("/"):
            return os.path.normpath(path)
        is_from_here = start is None or start & 0xFFFFFFFF == CURRENT_FOLDER
        folder = str(Path(f"/proc/{self._pid}/cwd").readlink()) if is_from_here else self.opened(start or 0)
        return os.path.normpath(f"{folder}/{path}")


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


class Recording:
    """Reads the calls of one child below *folder* as they end.

    :raises AssertionError: a call that changes something there isn't known here.
    """

    def __init__(self, child: _Child, folder: Path) -> None:
        self._child, self._folder = child, folder
        self._names = {number: name for name, number in NUMBERS[platform.machine()].items()}
        self._entered: _Entered | None = None
        self.calls: list[Call] = []

    def see(self, info: _Info) -> None:
        """Take in one stop, at the entry or the exit of a call."""
        if info.op == ENTRY:
            number, *arguments = info.value
            self._entered = self._enter(self._names[number], tuple(arguments)) if number in self._names else None
        elif info.op == EXIT and self._entered is not None:
            result = _signed(info.value[0])
            if result >= 0:
                self.calls += self._left(self._entered, result)
            self._entered = None

    def _enter(self, name: str, arguments: tuple[int, ...]) -> _Entered:
        assert name not in HIDING, f"{name} would hide what is written"
        data = b""
        if name in ("write", "pwrite64"):
            data = self._child.data(arguments[1], arguments[2])
        return _Entered(name, arguments, data)

    def _left(self, entered: _Entered, result: int) -> Iterator[Call]:
        name, arguments = entered.name, entered.arguments
        if name in ("open", "openat", "openat2", "creat"):
            yield from self._opened(entered, result)
        elif name in NAMING:
            yield from self._named(name, arguments)
        elif name == "mmap":
            if arguments[2] & PROT_WRITE and arguments[3] & MAP_SHARED and _signed(arguments[4]) >= 0:
                path = self._inside(self._child.opened(arguments[4]))
                assert path is None, f"{path} is written by memory, unseen"
        else:
            path = self._inside(self._child.opened(arguments[WRITTEN.get(name, 0)]))
            if path is not None:
                yield self._by_fd(path, entered)

    def _opened(self, entered: _Entered, result: int) -> Iterator[Call]:
        path = self._inside(self._child.opened(result))
        if path is None:
            return
        assert entered.name in ("open", "openat"), f"{entered.name} of {path} isn't known here"
        flags = entered.arguments[1 if entered.name == "open" else 2]
        if flags & os.O_CREAT and not path.endswith(ACKS):
            assert not flags & os.O_TRUNC, f"{path} is opened and emptied"
            yield Call("create", path)

    def _by_fd(self, path: str, entered: _Entered) -> Call:
        name, arguments = entered.name, entered.arguments
        if path.endswith(ACKS):
            assert name == "write"
            return Call("ack", path, data=entered.data)
        if name in ("fsync", "fdatasync"):
            return Call("sync", path)
        if name == "ftruncate":
            return Call("cut", path, at=arguments[1])
        assert name == "pwrite64", f"{name} of {path} isn't known here"
        return Call("write", path, at=arguments[3], data=entered.data)

    def _named(self, name: str, arguments: tuple[int, ...]) -> Iterator[Call]:
        places = NAMING[name]
        paths = [
            self._inside(self._child.named(arguments[at], None if start is None else arguments[start]))
            for at, start in places
        ]
        if paths == [None] * len(paths):
            return
        first, kind = paths[0], name.removesuffix("2").removesuffix("at")
        is_known = kind in ("mkdir", "unlink", "rename") and not (name == "unlinkat" and arguments[2] & REMOVE_FOLDER)
        assert is_known and first is not None, f"{name} of {paths} isn't known here"
        if kind == "rename":
            assert paths[1] is not None, f"{first} is renamed to where it isn't seen"
            yield Call("rename", first, to=paths[1])
        else:
            yield Call("mkdir" if kind == "mkdir" else "unlink", first)

    def _inside(self, path: str) -> str | None:
        found = inside(path, self._folder)
        return None if found is None or found.endswith(SIDE_FILE) else found


def record(play: Callable[[Path], None], folder: Path) -> list[Call]:
    """Run *play* in a child; return the calls it made below *folder*, acknowledgements among them.

    :raises OSError: this machine lets nobody trace a child.
    """
    pid = os.fork()
    if pid == 0:
        _play_traced(play, folder)
    os.waitpid(pid, 0)
    _ptrace(SETOPTIONS, pid, 0, MARK_SYSCALLS | KILL_WITH_TRACER)
    child = _Child(pid)
    recording, info = Recording(child, folder), _Info()
    passed_on = 0
    while True:
        _ptrace(SYSCALL, pid, 0, passed_on)
        _, status = os.waitpid(pid, 0)
        if not os.WIFSTOPPED(status):
            break
        stop = os.WSTOPSIG(status)
        passed_on = 0 if stop == SYSCALL_STOP else stop
        if stop == SYSCALL_STOP:
            _ptrace(GET_SYSCALL_INFO, pid, ctypes.sizeof(info), ctypes.addressof(info))
            recording.see(info)
    child.close()
    assert status == 0, f"the writer ended with status {status}"
    return recording.calls


def _play_traced(play: Callable[[Path], None], folder: Path) -> None:
    try:
        _ptrace(TRACEME, 0)
        os.kill(os.getpid(), signal.SIGSTOP)
        play(folder)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def recorded(name: str, folder: Path) -> list[Call]:
    """Have the writer called *name* play in *folder*, in a process of its own; return its calls."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.whole.crash.recorder", name, str(folder)],
        cwd=ROOT,
        capture_output=True,
        timeout=TIMEOUT_S,
    )
    assert done.returncode == 0, done.stderr.decode()
    return msgspec.json.decode(done.stdout, type=list[Call])


def main(name: str, folder: Path) -> None:
    """Print the calls of the writer called *name* in *folder*."""
    sys.stdout.buffer.write(msgspec.json.encode(record(WRITERS[name].play, folder)))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
