"""`tilora new-game` writes a package, or says why not; it never writes over anything."""

import tomllib
from pathlib import Path

import pytest

from tilora.kernel import BadSetup
from tilora.tools.new_game.write_package import write_package
from tilora.tools.pip_command import pip_command


def test_a_package_has_its_own_name_everywhere(tmp_path: Path) -> None:
    folder = write_package("paper-boats", tmp_path / "boats")
    files = {file.relative_to(folder).as_posix(): file.read_text() for file in folder.rglob("*") if file.is_file()}
    assert 'paper-boats = "tilora_paper_boats:PAPER_BOATS"' in files["pyproject.toml"]
    assert 'name="paper-boats"' in files["src/tilora_paper_boats/__init__.py"]
    assert {"src/tilora_paper_boats/rules.py", "src/tilora_paper_boats/words.py", "README.md"} <= files.keys()
    assert "tests/test_tilora_paper_boats.py" in files
    assert not any("{{" in text for text in files.values())


def test_a_package_goes_into_a_folder_of_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert write_package("boats") == Path("tilora-boats")
    assert (tmp_path / "tilora-boats/pyproject.toml").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Paper Boats", "How about paper-boats"),
        ("7-seas", "How about seas"),
        ("boats_2", "How about boats-2"),
        ("-", "beginning with a letter"),
        ("", "beginning with a letter"),
        ("../up", "How about up"),
        ("x" * 41, "at most 40 characters"),
        ("pebbles", "already installed"),
    ],
)
def test_a_bad_name_is_refused_with_a_better_one(name: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=words):
        write_package(name, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_the_command_to_install_it_uses_the_pip_of_this_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another pip installs it where nobody finds it, which is what happened to whoever had used pipx."""
    monkeypatch.setattr("sys.executable", str(tmp_path / "ours/python"))
    monkeypatch.setattr("shutil.which", lambda name: str(tmp_path / "ours" / name))
    assert pip_command() == "pip install -e ."
    monkeypatch.setattr("shutil.which", lambda name: str(tmp_path / "theirs" / name))
    assert pip_command() == f"{tmp_path}/ours/python -m pip install -e ."
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert pip_command().endswith("/ours/python -m pip install -e .")


def test_a_package_depends_on_nothing_that_pip_would_fetch_by_our_name(tmp_path: Path) -> None:
    folder = write_package("boats", tmp_path / "boats")
    assert "dependencies" not in tomllib.loads((folder / "pyproject.toml").read_text())["project"]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(BadSetup, match="is not overwritten"):
        write_package("boats", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]
    with pytest.raises(BadSetup, match="is not overwritten"):
        write_package("boats", tmp_path / "notes.txt")
