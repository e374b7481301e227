"""Files: written whole or not at all, to where a name leads; nothing but a plain file is ever replaced."""

import errno
import os
import stat
from pathlib import Path

import pytest

from lexludi.core.writing import check_writable, write_whole


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_whole(path, "first é\n")
    write_whole(path, "second é\n")
    assert path.read_text(encoding="utf-8") == "second é\n"
    assert os.listdir(tmp_path) == ["game.json"]


def test_the_old_file_stays_when_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "x" * 10**6 + "\ud800")
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_the_old_file_stays_when_it_cannot_be_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    write_whole(path, "old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="no space left") as caught:
        write_whole(path, "new")
    assert caught.value.filename == str(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_file_in_a_folder_that_is_not_there_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        write_whole(tmp_path / "none" / "game.json", "new")
    assert os.listdir(tmp_path) == []


def test_a_written_file_may_be_read_by_whoever_may_read_any_new_file(tmp_path: Path) -> None:
    plain, whole = tmp_path / "plain.json", tmp_path / "whole.json"
    plain.write_text("{}", encoding="utf-8")
    write_whole(whole, "{}")
    assert oct(whole.stat().st_mode) == oct(plain.stat().st_mode)


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_the_file_that_it_leads_to_is_written(tmp_path: Path, there: bool) -> None:
    (tmp_path / "far").mkdir()
    target, middle, link = tmp_path / "far" / "target", tmp_path / "far" / "middle", tmp_path / "link"
    if there:
        target.write_text("old", encoding="utf-8")
    middle.symlink_to("target")
    link.symlink_to(Path("far", "middle"))
    check_writable(link)
    write_whole(link, "new")
    assert link.is_symlink()
    assert middle.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert sorted(os.listdir(tmp_path / "far")) == ["middle", "target"]


@pytest.mark.parametrize("linked", [True, False])
def test_a_pipe_is_written_into_and_stays(tmp_path: Path, linked: bool) -> None:
    pipe, name = tmp_path / "pipe", tmp_path / "link" if linked else tmp_path / "pipe"
    os.mkfifo(pipe)
    if linked:
        name.symlink_to("pipe")
    check_writable(name)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(name, "new é")
        assert os.read(reader, 100).decode() == "new é"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(os.stat(pipe).st_mode)


def test_a_reader_that_has_gone_is_told_by_name(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with pytest.raises(BrokenPipeError, match="fd"):
        write_whole(Path(f"/dev/fd/{writer}"), "new")
    os.close(writer)


@pytest.mark.parametrize("folder", ["/dev/fd", "/proc/self/fd"])
def test_a_descriptor_is_written_into_where_it_stands(tmp_path: Path, folder: str) -> None:
    """Not the file that it seems to link to: what is written to the descriptor later would be lost with it."""
    path, link = tmp_path / "file", tmp_path / "link"
    with open(path, "wb", buffering=0) as file:
        link.symlink_to(f"{folder}/{file.fileno()}")
        file.write(b"before ")
        for name in (Path(f"{folder}/{file.fileno()}"), link):
            check_writable(name)
            write_whole(name, "new ")
        file.write(b"after")
    assert path.read_text(encoding="utf-8") == "before new new after"
    assert sorted(os.listdir(tmp_path)) == ["file", "link"]


def unwritable(folder: Path) -> list[Path]:
    """Names that no file can be written at."""
    (folder / "folder").mkdir()
    (folder / "file").write_text("old", encoding="utf-8")
    (folder / "one").symlink_to("two")
    (folder / "two").symlink_to("one")
    (folder / "lost").symlink_to(Path("none", "file"))
    names = ("folder", "file/x", "none/x", "one", "lost", "x" * 300)
    return [*(folder / name for name in names), Path("/"), Path(""), Path(), Path(".."), Path("/dev/fd/987")]


def test_what_cannot_be_written_is_refused_before_and_when_it_is_written(tmp_path: Path) -> None:
    names = unwritable(tmp_path)
    before = sorted(os.listdir(tmp_path))
    for name in names:
        for refuse in (check_writable, lambda path: write_whole(path, "new")):
            with pytest.raises(OSError, match=r"\[Errno") as caught:
                refuse(name)
            assert caught.value.filename == str(name)
            assert caught.value.strerror
    assert sorted(os.listdir(tmp_path)) == before
    assert (tmp_path / "file").read_text(encoding="utf-8") == "old"


def test_a_descriptor_to_read_from_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with open(tmp_path / "file", "rb") as file, pytest.raises(OSError, match="descriptor"):
        check_writable(Path(f"/dev/fd/{file.fileno()}"))


def test_a_check_leaves_all_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old", encoding="utf-8")
    os.mkfifo(tmp_path / "pipe")
    for name in ("file", "pipe", "new"):
        check_writable(tmp_path / name)
    assert sorted(os.listdir(tmp_path)) == ["file", "pipe"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "old"
