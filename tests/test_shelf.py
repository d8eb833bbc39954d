"""What is kept of files that were read before: nobody can tell, but by the time it takes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from changed import NOTE, NOTEBOOK, REPORT, changed
from hostile.cases import CASES as HOSTILE
from recordbook import parsing, shelf
from recordbook.pipeline import Result, run
from recordbook.settings import Limits, Settings
from recordbook.settings_file import load_settings
from recordbook.shelf import Shelf, own_shelf
from sample import CASES, CLEAN, SOURCE, lay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recordbook.reading import File, Reading

ROOT = Path(__file__).parents[1]
FOREIGN = ("pydantic", "pydantic_core", "yaml", "markdown", "pymdownx", "pygments", "nh3", "jinja2", "mkdocs", "git")
MUTATIONS = int(os.environ.get("FUZZ", "40"))


def plain(value: Any) -> Any:
    """A value as nested tuples, so that all of two values can be compared."""
    if is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in fields(value)]
        return (type(value).__name__, *((name, plain(getattr(value, name))) for name in names))
    if hasattr(value, "items"):
        return tuple((key, plain(one)) for key, one in value.items())
    return tuple(map(plain, value)) if isinstance(value, tuple | list) else value


def seen(result: Result) -> tuple[Any, ...]:
    """Everything that a run gives."""
    return plain(result.diagnostics), plain(result.book), plain(result.texts)


def checked(root: Path, folder: Path | None) -> Result:
    kept = Shelf(root, folder)
    settings, problems, _ = load_settings(root, shelf=kept)
    result = run(root, settings, problems, kept)
    kept.save()
    return result


def assert_unseen(root: Path, folder: Path) -> None:
    """A run without a shelf, one that fills it, and one that reads from it give the same."""
    bare = seen(checked(root, None))
    assert seen(checked(root, folder)) == bare
    assert seen(checked(root, folder)) == bare


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "cache"
    path.mkdir(mode=0o700)
    return path


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every file that is parsed from now on, but the contract."""
    uris: list[str] = []
    parse = parsing.parse

    def noted(file: File, data: bytes) -> Reading:
        uris.append(file.uri)
        return parse(file, data)

    monkeypatch.setattr(parsing, "parse", noted)
    return uris


# Nobody can tell


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir()))
def test_a_case_gives_the_same_from_the_shelf(case: str, tmp_path: Path, folder: Path) -> None:
    root = tmp_path / "site"
    lay(root, CLEAN)
    lay(root / "source", SOURCE)
    lay(root, CASES / case)
    assert_unseen(root, folder)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_gives_the_same_from_the_shelf(name: str, tmp_path: Path, folder: Path) -> None:
    root = changed(tmp_path / "site")
    (root / HOSTILE[name].file).parent.mkdir(parents=True, exist_ok=True)
    (root / HOSTILE[name].file).write_bytes(HOSTILE[name].data)
    assert_unseen(root, folder)


def test_this_collection_gives_the_same_from_the_shelf(folder: Path) -> None:
    assert_unseen(ROOT, folder)


def test_a_changed_file_gives_what_it_would_give_alone(tmp_path: Path, folder: Path) -> None:
    """One shelf through a long row of random changes: nothing of an earlier state stays."""
    root, chance = changed(tmp_path / "site"), random.Random(7)  # noqa: S311 - no secret
    written = {path: path.read_bytes() for path in sorted(root.glob("reports/demo/**/*.*"))}
    pieces = (b"", b"\n", b"---\n", b": ", b"MEM-OBJ-note", b"<b>", b"\xff", b"\x00", b"- ", b"`", "é".encode(), b"'")
    for _ in range(MUTATIONS):
        path = chance.choice(list(written))
        data = written[path]
        at = chance.randrange(len(data))
        path.write_bytes(data[:at] + chance.choice(pieces) + data[at + chance.randrange(8) :])
        assert seen(checked(root, folder)) == seen(checked(root, None))
        if chance.random() < 0.5:
            path.write_bytes(data)


# What is parsed again


def forget() -> None:
    """Let the next run look anew at what the code and the packages are."""
    shelf.stamp.cache_clear()
    shelf._about.cache_clear()  # noqa: SLF001


def test_only_what_changed_is_parsed_again(tmp_path: Path, folder: Path, parsed: list[str]) -> None:
    root = changed(tmp_path / "site")
    checked(root, folder)
    assert NOTE in parsed
    parsed.clear()
    checked(root, folder)
    assert parsed == []
    changed(root, (NOTEBOOK, "label: ", "label: My "))
    checked(root, folder)
    assert parsed == [NOTEBOOK]


@pytest.mark.parametrize("what", ["limits", "name", "code", "installed"])
def test_whatever_else_a_reading_depends_on_makes_it_anew(
    what: str, tmp_path: Path, folder: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = changed(tmp_path / "site")
    checked(root, folder)
    parsed.clear()
    again = NOTE
    if what == "limits":
        changed(root, (".recordbook/settings.yml", "", "limits:\n  quote_lines: 100\n"))
    elif what == "name":
        again = NOTE.replace("note.md", "other.md")
        (root / NOTE).rename(root / again)
    else:
        monkeypatch.setattr(shelf, f"_{what}", lambda: ["another"])
        forget()
    checked(root, folder)
    forget()
    assert again in parsed


def test_every_parser_is_part_of_the_stamp() -> None:
    """What the way from bytes to a reading imports from outside is ours, Python's, or stamped."""
    code = "import sys, sysconfig; import recordbook.prose.rendering, recordbook.parsing; "
    code += "files = {m.__file__ for m in sys.modules.values() if getattr(m, '__file__', None)}; "
    code += "ours = [sysconfig.get_path('stdlib'), sys.modules['recordbook'].__path__[0]]; "
    code += "top = {f.split('site-packages')[0] + 'site-packages' for f in files if 'site-packages' in f}; "
    code += "rest = {f for f in files if 'site-packages' not in f and not f.startswith(tuple(ours))}; "
    code += "print(*top, *rest)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    origins = {spec.origin for name in shelf._PARSERS if (spec := find_spec(name)) and spec.origin}  # noqa: SLF001
    folders = {str(Path(origin).parents[1]) for origin in origins}
    assert len(folders) == 1  # what lies there is stamped as a whole
    assert done.stdout.split()
    assert {found for found in done.stdout.split() if found not in folders} == set()


# Damage


def kept_files(folder: Path) -> list[Path]:
    return sorted((folder / "readings").iterdir())


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda data: data[: len(data) // 2],
    "no text": lambda data: b"\xff" + data,
    "a letter": lambda data: data.replace(b"demo", b"dime"),
    "other lines": lambda data: data.replace(b"\t", b"\n"),
    "tabs": lambda data: data.replace(b"\t", b"\t\t"),
    "no JSON": lambda data: b"\n".join(_sealed(line, "[") for line in data.split(b"\n")),
    "other JSON": lambda data: b"\n".join(_sealed(line, "[1]\t[]\t[]") for line in data.split(b"\n")),
    "deep JSON": lambda data: b"\n".join(_sealed(line, "[" * 99_999 + "\t[]\t[]") for line in data.split(b"\n")),
}


def _sealed(line: bytes, packed: str) -> bytes:
    """A line with another content that claims to be whole."""
    key = line.partition(b"\t")[0]
    return b"\t".join((key, shelf._digest(packed).encode(), packed.encode()))  # noqa: SLF001


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_shelf_costs_time_and_nothing_else(
    name: str, tmp_path: Path, folder: Path, parsed: list[str]
) -> None:
    root = changed(tmp_path / "site", (REPORT, "## Core ideas", "## Core idea"))
    before = seen(checked(root, folder))
    parsed.clear()
    for path in kept_files(folder):
        path.write_bytes(DAMAGE[name](path.read_bytes()))
    assert seen(checked(root, folder)) == before
    assert parsed


def test_a_shelf_that_cannot_be_written_is_no_trouble(tmp_path: Path, folder: Path) -> None:
    root = changed(tmp_path / "site")
    (folder / "readings").write_text("a file")
    assert_unseen(root, folder)


def test_a_folder_of_somebody_else_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECORDBOOK_CACHE", str(tmp_path / "cache"))
    assert own_shelf(tmp_path).folder == tmp_path / "cache" / "readings"
    monkeypatch.setattr(os, "getuid", lambda: -1)
    assert own_shelf(tmp_path).folder is None


def test_runs_at_once_do_not_disturb_each_other(tmp_path: Path, folder: Path) -> None:
    root = changed(tmp_path / "site")
    bare = seen(checked(root, None))

    def once(number: int) -> bool:
        (folder / "readings").mkdir(exist_ok=True)
        for path in kept_files(folder) if number % 3 == 0 else ():
            path.write_bytes(b"")
        return seen(checked(root, folder)) == bare

    with ThreadPoolExecutor(1) as pool:
        assert all(pool.map(once, range(6)))
    code = "import sys; sys.path[:0] = sys.argv[1:2]; from test_shelf import checked, Path; "
    code += "[checked(Path(sys.argv[2]), Path(sys.argv[3])) for _ in range(3)]"
    command = [sys.executable, "-c", code, str(Path(__file__).parent), str(root), str(folder)]
    running = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert seen(checked(root, folder)) == bare
    assert not [path for path in kept_files(folder) if path.name.startswith(".")]


# Size


def test_a_file_that_is_gone_leaves_the_shelf_with_the_next_change(tmp_path: Path, folder: Path) -> None:
    root = changed(tmp_path / "site")
    checked(root, folder)
    before = sum(path.stat().st_size for path in kept_files(folder))
    for path in (root / "reports/demo/records").iterdir():
        path.unlink()
    changed(root, (REPORT, "title: ", "title: A "))
    checked(root, folder)
    assert sum(path.stat().st_size for path in kept_files(folder)) < 0.9 * before


def test_what_was_written_longest_ago_goes_first(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b", "c"):
        checked(changed(tmp_path / name), folder)
        for path in kept_files(folder):
            status = path.stat()
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - 10**9))
    sizes = [path.stat().st_size for path in kept_files(folder)]
    monkeypatch.setattr(shelf, "BYTES", sum(sizes) // 3)
    checked(changed(tmp_path / "d"), folder)
    assert sum(path.stat().st_size for path in kept_files(folder)) <= sum(sizes) // 3
    monkeypatch.undo()
    assert own_keys(tmp_path / "d") <= {path.name for path in kept_files(folder)}


def own_keys(root: Path) -> set[str]:
    kept = Shelf(root, root / "none")
    return {kept.bundle(system).path.name for system in ("demo", "")}


# The command


def imported(root: Path, cache: Path, *arguments: str) -> set[str]:
    """The packages from outside that `recordbook check` imports."""
    code = "import sys; from recordbook.cli import cli; cli(['check', *sys.argv[1:]], standalone_mode=False)"
    code = f"try:\n    exec({code!r})\nexcept SystemExit:\n    pass\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}", *arguments],
        cwd=root,
        env={**os.environ, "RECORDBOOK_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "records in 1 system" in done.stdout
    return {name.partition(".")[0] for name in done.stdout.split()} & set(FOREIGN)


def test_a_check_of_what_was_read_before_loads_no_parser(tmp_path: Path) -> None:
    root, cache = changed(tmp_path / "site"), tmp_path / "cache"
    assert {"pydantic", "yaml", "markdown", "nh3"} <= imported(root, cache)
    assert imported(root, cache) == set()
    assert {"pydantic", "yaml", "markdown", "nh3"} <= imported(root, cache, "--no-cache")


def test_without_a_cache_nothing_is_kept(tmp_path: Path) -> None:
    root, cache = changed(tmp_path / "site"), tmp_path / "cache"
    imported(root, cache, "--no-cache")
    assert not cache.exists()


def test_the_limits_are_named_in_the_key_whatever_they_are(tmp_path: Path, folder: Path) -> None:
    root = changed(tmp_path / "site")
    kept = Shelf(root, folder)
    for limits in (Limits(), Limits(yaml_nodes=5)):
        found = run(root, Settings(limits=limits), (), kept).diagnostics
        assert found == run(root, Settings(limits=limits)).diagnostics


def test_the_shelf_is_iterated_like_any_mapping(tmp_path: Path, folder: Path) -> None:
    root = changed(tmp_path / "site")
    checked(root, folder)
    texts: Iterator[Any] = iter(checked(root, folder).book.prose[NOTE].items())
    assert dict(texts) == dict(checked(root, None).book.prose[NOTE].items())
