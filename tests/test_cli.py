"""The command line: what it prints where, how it exits, and how it helps."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner, Result

from recordbook import __version__, explained
from recordbook.cli import COMMANDS, cli
from recordbook.commands.collection import is_below
from recordbook.rules import RULES
from sample import CLEAN

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORD = "reports/demo/records/MEM-OBJ-note.md"
ROUTE = "reports/demo/records/MEM-RTE-note-reading.yml"


def recordbook(*args: str) -> Result:
    return CliRunner().invoke(cli, args, prog_name="recordbook")


def run_outside(*args: str, code: str = "from recordbook.cli import main; main()", **environment: str) -> Result:
    """Run in a process of its own; what it wrote and how it exited."""
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )
    return Result(CliRunner(), done.stdout, done.stderr, b"", None, done.returncode, None)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the clean collection, which is also the current folder."""
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    content = path.read_text(encoding="utf-8")
    assert content.count(old) == 1
    path.write_text(content.replace(old, new), encoding="utf-8")


@pytest.fixture
def broken(root: Path) -> Path:
    """The collection with one error in a record and one warning in another."""
    change(root / RECORD, "---\nid", "---\ntags: x\nid")
    change(root / ROUTE, "label: Note reading", "label: Note reading #1")
    return root


ERROR = f"{RECORD}:2:1: error[unknown-field] "
WARNING = f"{ROUTE}:2:21: warning[comment-cuts-value] "


class TestHelp:
    def test_the_version_is_the_package_s(self) -> None:
        assert recordbook("--version").output == f"recordbook {__version__}\n"

    def test_help_has_one_line_a_command_and_an_example(self) -> None:
        output = recordbook("--help").output
        for name in COMMANDS:
            assert sum(line.startswith(f"  {name} ") for line in output.splitlines()) == 1
        assert output.endswith("Example:\n    recordbook check reports/demo\n")
        assert max(map(len, output.splitlines())) <= 100

    @pytest.mark.parametrize("name", COMMANDS)
    def test_a_command_s_help_ends_with_an_example(self, name: str) -> None:
        for flag in ("--help", "-h"):
            heading, *examples = re.split(r"\n  (Examples?:)\n", recordbook(name, flag).output)[1:]
            lines = examples[0].splitlines()
            assert heading == ("Example:" if len(lines) == 1 else "Examples:")
            assert all(line.startswith(f"    recordbook {name} ") for line in lines)

    @pytest.mark.parametrize("name", COMMANDS)
    def test_a_command_s_line_fits(self, name: str) -> None:
        assert isinstance(cli, click.Group)
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        assert command.name == name
        line = command.get_short_help_str(limit=100)
        assert line.endswith(".")
        assert not line.endswith("...")

    def test_an_unknown_command_says_what_was_meant(self) -> None:
        result = recordbook("chek")
        assert result.exit_code == 2
        assert "no command is called `chek`; did you mean `check`?" in result.stderr
        assert recordbook("frobnicate").exit_code == 2

    def test_help_imports_nothing_heavy(self) -> None:
        modules = loaded_by("--help")
        assert "recordbook.cli" in modules
        assert not modules & {"pydantic", "yaml", "markdown", "mkdocs", "git", "jinja2", "recordbook.pipeline"}


class TestCheck:
    @pytest.mark.usefixtures("root")
    def test_a_clean_collection_exits_with_0(self) -> None:
        result = recordbook("check")
        assert result.exit_code == 0
        assert result.stdout == "All good: 6 records in 1 system, no findings.\n"
        assert result.stderr == ""

    @pytest.mark.usefixtures("broken")
    def test_an_error_exits_with_1_and_goes_to_stdout(self) -> None:
        result = recordbook("check")
        error, warning, closing = result.stdout.splitlines()
        assert result.exit_code == 1
        assert error.startswith(ERROR)
        assert warning.startswith(WARNING)
        assert closing.startswith("Found 1 error, 1 warning in ")
        assert result.stderr == ""

    @pytest.mark.usefixtures("broken")
    @pytest.mark.parametrize(("level", "code"), [("error", 0), ("warning", 1), ("note", 1)])
    def test_fail_on_says_what_fails(self, level: str, code: int) -> None:
        assert recordbook("check", "--fail-on", level, ROUTE).exit_code == code

    @pytest.mark.usefixtures("broken")
    @pytest.mark.parametrize(
        ("paths", "found"),
        [
            ([], [ERROR, WARNING]),
            (["."], [ERROR, WARNING]),
            (["reports"], [ERROR, WARNING]),
            (["reports/demo/records/"], [ERROR, WARNING]),
            ([RECORD], [ERROR]),
            ([ROUTE, RECORD], [ERROR, WARNING]),
            ([f"reports/../{ROUTE}"], [WARNING]),
            (["reports/demo/annotations"], []),
            (["reports/demo/records/MEM-ABS-note-expiry.md"], []),
        ],
    )
    def test_paths_choose_what_is_shown(self, paths: list[str], found: list[str]) -> None:
        *lines, closing = recordbook("check", *paths).stdout.splitlines()
        assert [line[: len(start)] for line, start in zip(lines, found, strict=True)] == found
        hidden = 2 - len(found)
        assert ("elsewhere not shown" in closing) == bool(hidden)
        assert "All good" not in closing

    @pytest.mark.parametrize(
        ("uri", "ancestors", "below"),
        [
            ("reports/demo/a.md", (), True),
            ("reports/demo/a.md", ("",), True),
            ("reports/demo/a.md", ("reports/demo",), True),
            ("reports/demo/a.md", ("reports/demo/a.md",), True),
            ("reports/demo/a.md", ("reports/other", "reports"), True),
            ("reports/demo/a.md", ("reports/dem",), False),
            ("reports/demo/a.md", ("demo",), False),
        ],
    )
    def test_below_a_folder_is_not_beside_it(self, uri: str, ancestors: tuple[str, ...], *, below: bool) -> None:
        assert is_below(uri, ancestors) == below

    def test_paths_are_understood_from_any_folder(self, broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(broken / "reports" / "demo")
        assert recordbook("check", "records/MEM-OBJ-note.md").stdout.startswith(ERROR)
        assert recordbook("check").stdout.startswith(ERROR)
        monkeypatch.chdir("/")
        assert recordbook("check", str(broken / "reports")).stdout.startswith(ERROR)

    def test_paths_are_understood_through_a_link(
        self, broken: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = tmp_path_factory.mktemp("elsewhere") / "link"
        link.symlink_to(broken)
        monkeypatch.chdir("/")
        assert recordbook("check", str(link / RECORD)).stdout.startswith(ERROR)
        assert recordbook("check", str(link)).stdout.startswith(ERROR)

    def test_a_link_inside_the_collection_is_judged_itself(self, root: Path) -> None:
        link = root / "reports" / "demo" / "records" / "MEM-OBJ-link.md"
        link.symlink_to("nowhere.md")
        assert "error[not-a-regular-file]" in recordbook("check", str(link)).stdout

    @pytest.mark.usefixtures("root")
    @pytest.mark.parametrize(
        ("args", "words"),
        [
            (["nowhere.md"], "`nowhere.md` does not exist"),
            (["reports", "nowhere.md"], "`nowhere.md` does not exist"),
            (["reports/demo\n::error::x"], "\\n::error::x` does not exist"),
            (["notes.md"], "`notes.md` is not part of the collection"),
            (["reports", "/"], None),
            (["--format", "xml"], "'xml' is not one of"),
            (["--fail-on", "fatal"], "'fatal' is not one of"),
            (["--settings", "nowhere.yml"], "'nowhere.yml' does not exist"),
        ],
    )
    def test_wrong_usage_exits_with_2(self, args: list[str], words: str | None) -> None:
        Path("notes.md").touch()
        result = recordbook("check", *args)
        assert result.exit_code == (0 if words is None else 2)
        assert (words or "") in result.stderr
        assert not any(line.startswith("::") for line in result.stderr.splitlines())

    def test_outside_a_collection_it_says_what_is_missing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        result = recordbook("check")
        assert result.exit_code == 2
        assert "neither the current folder nor a folder above it holds reports/collection.yml or .recordbook" in (
            " ".join(result.stderr.split())
        )
        assert str(tmp_path) not in result.output

    def test_a_collection_without_records_is_not_all_good(self, root: Path) -> None:
        shutil.rmtree(root / "reports" / "demo")
        for paths in ((), ("reports/collection.yml",)):
            result = recordbook("check", *paths)
            assert result.exit_code == 1
            assert "error[nothing-checked]" in result.stdout
            assert result.stdout.endswith("Found 1 error in 0 records, 0 systems.\n")

    def test_another_settings_file_is_used(self, broken: Path) -> None:
        (broken / "strict.yml").write_text("severity:\n  unknown-field: note\n  comment-cuts-value: error\n")
        result = recordbook("check", "--settings", "strict.yml")
        assert f"{ROUTE}:2:21: error[comment-cuts-value]" in result.stdout
        assert "note[unknown-field]" in result.stdout

    def test_trouble_with_the_settings_is_shown_whatever_the_paths(self, root: Path) -> None:
        (root / ".recordbook" / "settings.yml").write_text("color: red\n")
        result = recordbook("check", RECORD)
        assert result.exit_code == 1
        assert result.stdout.startswith(".recordbook/settings.yml:1:1: error[")

    @pytest.mark.usefixtures("broken")
    def test_json_is_all_of_stdout(self) -> None:
        result = recordbook("check", "--format", "json")
        assert result.exit_code == 1
        assert [found["code"] for found in json.loads(result.stdout)["diagnostics"]] == [
            "unknown-field",
            "comment-cuts-value",
        ]

    @pytest.mark.usefixtures("broken")
    def test_a_terminal_gets_full_color_and_the_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        plain = recordbook("check", "--format", "full").stdout
        assert f"  --> {RECORD}:2:1\n   |\n 2 | tags: x\n   | ^^^^\n" in plain
        assert "\x1b" not in plain
        monkeypatch.delenv("NO_COLOR", raising=False)
        colored = on_terminal("check")
        assert "\x1b[31m\x1b[1merror[unknown-field]\x1b[0m" in colored
        assert " s)." in colored
        monkeypatch.setenv("NO_COLOR", "1")
        assert "\x1b" not in on_terminal("check")

    @pytest.mark.usefixtures("root")
    def test_a_check_imports_no_site_generator_and_no_git(self) -> None:
        modules = loaded_by("check")
        assert "recordbook.pipeline" in modules
        assert not modules & {"mkdocs", "git", "jinja2", "lunr"}

    @pytest.mark.usefixtures("root")
    def test_a_narrow_encoding_is_no_crash(self) -> None:
        change(Path(RECORD), "label: Note", "tags: 漢字\nlabel: Note")
        result = run_outside("check", "--format", "full", PYTHONIOENCODING="latin-1")
        assert result.exit_code == 1
        assert "\\u6f22\\u5b57" in result.stdout

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    @pytest.mark.usefixtures("root")
    def test_a_full_disk_exits_with_3(self) -> None:
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-c", "from recordbook.cli import main; main()", "check"],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 3
        assert done.stderr.splitlines()[0] == "Error: No space left on device"
        assert "Traceback" not in done.stderr


class TestExplain:
    @pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
    def test_every_code_has_a_page(self, rule: object) -> None:
        code = getattr(rule, "code", "")
        result = recordbook("explain", code)
        assert result.exit_code == 0
        assert result.stdout.startswith(f"# {code}\n")

    def test_without_a_code_it_lists_all(self) -> None:
        lines = recordbook("explain").stdout.splitlines()
        assert [line.split(maxsplit=2) for line in lines] == [[r.code, r.severity, r.summary] for r in RULES]

    def test_an_unknown_code_says_what_was_meant(self) -> None:
        result = recordbook("explain", "dangling-refrence")
        assert result.exit_code == 2
        assert "no rule is called `dangling-refrence`; did you mean `dangling-reference`?" in result.stderr
        assert result.stdout == ""

    def test_an_unknown_code_like_no_other_points_to_the_list(self) -> None:
        assert "`recordbook explain` lists all codes" in recordbook("explain", "zzz").stderr

    def test_json_holds_the_page(self) -> None:
        data = json.loads(recordbook("explain", "raw-html", "--json").stdout)
        assert (data["version"], data["code"], data["severity"]) == (1, "raw-html", "error")
        assert data["page"].startswith("# raw-html\n")

    def test_json_lists_all(self) -> None:
        data = json.loads(recordbook("explain", "--json").stdout)
        assert [entry["code"] for entry in data["rules"]] == [rule.code for rule in RULES]

    def test_an_installed_package_has_its_own_pages(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "raw-html.md").write_text("# raw-html\n\nfrom the wheel\n")
        monkeypatch.setattr(explained, "PAGE_FOLDERS", (tmp_path, *explained.PAGE_FOLDERS))
        assert recordbook("explain", "raw-html").stdout == "# raw-html\n\nfrom the wheel\n"

    def test_an_incomplete_installation_is_trouble_of_the_machine(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(explained, "PAGE_FOLDERS", (tmp_path / "none",))
        assert isinstance(recordbook("explain", "raw-html").exception, OSError)


def loaded_by(*args: str) -> set[str]:
    """The modules that a run has imported at its end."""
    code = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
    return set(run_outside(*args, code=code + "from recordbook.cli import main; main()").stderr.split())


def on_terminal(*args: str) -> str:
    """What a run writes to a terminal."""
    ours, theirs = os.openpty()
    with os.fdopen(ours, "rb", buffering=0) as screen:
        done = subprocess.Popen(
            [sys.executable, "-c", "from recordbook.cli import main; main()", *args], stdout=theirs, stderr=theirs
        )
        os.close(theirs)
        written = b"".join(read_all(screen.fileno()))
        done.wait()
    return written.decode()


def read_all(terminal: int) -> Iterator[bytes]:
    """Everything written to a terminal until its other end is closed, which Linux reports as an error."""
    try:
        while data := os.read(terminal, 65536):
            yield data
    except OSError:
        return
