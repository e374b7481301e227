"""The page of the benchmarks says what they do today; and an unusable call ends before anything is measured."""

import re
import runpy
import sys
from pathlib import Path

import pytest
from benchmarks import peers

FOLDER = Path(peers.__file__).parent
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
SCRIPTS = sorted(FOLDER.glob("*.py"))


def test_the_rows_that_the_page_names_are_rows() -> None:
    names = {contender.name for contender in peers.CONTENDERS}
    told = set(re.findall(r"\b(?:openspiel|rlcard|jass-kit)-[a-z_-]+", PAGE.replace("`-", "")))
    assert told
    assert told <= names
    assert set(re.findall(r"--only (\S+)", PAGE)) <= names


def test_the_page_names_every_kind_of_row() -> None:
    """The ones that stand beside another row of the same game."""
    kinds = {name.rpartition("-")[2] for contender in peers.CONTENDERS if (name := contender.name) != peers.SUBJECT}
    beside = kinds & {"lean", "numpy"}
    assert beside == {"lean", "numpy"}
    assert all(f"`-{kind}`" in PAGE for kind in beside)


def test_the_page_installs_what_the_rows_are_pinned_to() -> None:
    pins = {f"{contender.distribution}=={contender.pin}" for contender in peers.CONTENDERS if contender.pin}
    assert pins == set(re.findall(r"\S+==[\d.]+", PAGE))


def refused(script: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line with which a script ends; its exit status is 2."""
    with pytest.raises(SystemExit) as caught:
        runpy.run_path(str(script), run_name="__main__")
    told = capsys.readouterr()
    assert (caught.value.code, told.out, told.err.count("\n")) == (2, "", 1)
    return told.err


@pytest.mark.parametrize("script", [one for one in SCRIPTS if one.stem != "shares"], ids=lambda path: path.stem)
@pytest.mark.parametrize("name", ["/nonexistent/x", "/", "", "-"])
def test_figures_that_cannot_be_written_are_refused_before_anything_is_measured(
    script: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(script), "--json", name])
    assert f"{script.name}: --json: {name!r}, expected a file that can be written: " in refused(script, capsys)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_missing_extra_is_told(
    script: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(script)])
    monkeypatch.setitem(sys.modules, "rich", None)
    monkeypatch.delitem(sys.modules, "rich.console", raising=False)
    assert re.search(r"needs the extra '(cli|bench)': pip install 'lexludi\[\1\]'$", refused(script, capsys))


def test_the_figures_are_written_where_they_can_be(tmp_path: Path) -> None:
    words = ["--only", "lexludi", "--rounds", "1", "--slice", "0.01", "--json", str(tmp_path / "figures")]
    assert peers.main(words) == 0
    assert '"subject": "lexludi"' in (tmp_path / "figures").read_text(encoding="utf-8")
