"""Writing files: whole or not at all, to where a name leads, and nothing but plain files is ever replaced."""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from pathlib import Path

__all__ = ["check_writable", "write_whole"]

#: The name of a descriptor of this process. It looks like a link to a file, and is no way to replace that file.
_DESCRIPTOR = re.compile(r"(?:/dev|/proc/self)/fd/(\d+)")


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all: to a file beside it, which then takes its place.

    A link stays, and the file that it points to is written. What is no plain file (a pipe, a device, a descriptor
    such as /dev/fd/3) is written into. Raises OSError, with the name, when that fails; a file that was there is
    then as it was.
    """
    data = text.encode()
    try:
        target = _followed(path)
        if _replaceable(target):
            _replace(target, data)
        else:
            number = _DESCRIPTOR.fullmatch(str(target))
            with open(int(number[1]) if number else target, "wb", closefd=number is None) as there:
                there.write(data)
    except OSError as error:
        raise _named(error, path) from None


def check_writable(path: Path) -> None:
    """Raise OSError, with the name, where `write_whole` would fail. Leaves all as it is, and waits for nobody."""
    try:
        target = _followed(path)
        if number := _DESCRIPTOR.fullmatch(str(target)):
            os.write(int(number[1]), b"")
        elif _replaceable(target):
            beside = _beside(target)
            beside.touch()
            beside.unlink()
        elif target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        elif not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise _named(error, path) from None


def _followed(path: Path) -> Path:
    """Where a link leads to, and a link there, whether or not a file is there; a descriptor is left as it is."""
    with suppress(FileNotFoundError):
        os.stat(path)  # raises OSError for links in a circle
    target = path
    while not _DESCRIPTOR.fullmatch(str(target)) and target.is_symlink():
        target = target.parent / target.readlink()
    return target


def _replaceable(target: Path) -> bool:
    """Whether a file may take the place of what is there: of nothing, or of a plain file."""
    if _DESCRIPTOR.fullmatch(str(target)):
        return False
    try:
        return stat.S_ISREG(os.stat(target).st_mode)
    except FileNotFoundError:
        return True


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}")


def _replace(target: Path, data: bytes) -> None:
    beside = _beside(target)
    try:
        beside.write_bytes(data)
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _named(error: OSError, path: Path) -> OSError:
    """The same error, with the name that was asked for: not that of the file beside it, or behind a link."""
    error.filename, error.filename2 = str(path), None
    return error
