"""Every command teaches: by an example, by what it says of a slip, and by what a shell completes."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest

from pinned import recordbook
from recordbook.cli import cli
from recordbook.rules import RULE
from sample import CLEAN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def walk(group: click.Group, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with its names, groups before what is in them."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*names, name), command
        if isinstance(command, click.Group):
            yield from walk(command, *names, name)


assert isinstance(cli, click.Group)
ALL = dict(walk(cli))
each = pytest.mark.parametrize("names", ALL, ids=" ".join)


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The clean collection, which is also the current folder."""
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Help


@each
def test_help_says_what_a_command_does_and_ends_with_an_example(names: tuple[str, ...]) -> None:
    result = recordbook(*names, "--help")
    assert result.exit_code == 0
    about, _, examples = re.split(r"\n  (Examples?:)\n", result.output)
    assert re.search(r"\n\n  [A-Z]", about)
    assert all(line.startswith(f"    recordbook {names[0]} ") for line in examples.splitlines())


@each
def test_every_option_and_value_of_an_example_is_one(names: tuple[str, ...]) -> None:
    for line in re.split(r"\n  Examples?:\n", recordbook(*names, "--help").output)[1].splitlines():
        words = shlex.split(re.split(r" [>|] ", line.strip())[0])
        found = max((known for known in ALL if tuple(words[1 : len(known) + 1]) == known), key=len)
        ALL[found].make_context(found[-1], words[len(found) + 1 :], resilient_parsing="--settings" in words)


# Slips


def options(command: click.Command) -> list[click.Option]:
    return [one for one in command.params if isinstance(one, click.Option)]


@each
def test_a_misspelled_option_is_answered_with_the_right_one(names: tuple[str, ...]) -> None:
    for option in options(ALL[names]):
        (name, *_) = [one for one in option.opts if one.startswith("--")]
        result = recordbook(*names, f"{name}x")
        assert result.exit_code == 2
        assert name in result.stderr.split("Did you mean", 1)[1]


@each
def test_a_wrong_value_is_answered_with_the_right_ones(names: tuple[str, ...]) -> None:
    for option in options(ALL[names]):
        if isinstance(option.type, click.Choice):
            result = recordbook(*names, option.opts[0], "nonsense")
            assert result.exit_code == 2
            assert all(f"'{choice}'" in result.stderr for choice in option.type.choices)


@each
def test_a_missing_argument_is_named_with_a_way_to_help(names: tuple[str, ...]) -> None:
    needed = [one for one in ALL[names].params if isinstance(one, click.Argument) and one.required]
    if needed:
        result = recordbook(*names)
        assert result.exit_code == 2
        assert f"Missing argument '{needed[0].make_metavar(click.Context(ALL[names]))}'" in result.stderr
        assert f"Try 'recordbook {' '.join(names)} --help' for help." in result.stderr


@each
def test_a_misspelled_command_is_answered_with_the_right_one(names: tuple[str, ...]) -> None:
    *groups, name = names
    result = recordbook(*groups, f"{name}x")
    assert result.exit_code == 2
    assert re.search(rf"did you mean .*['`]{name}['`]", result.stderr.lower())


@pytest.mark.parametrize("names", [("verify",), ("fix",), ("sources", "fetch"), ("new", "report")], ids=" ".join)
def test_an_unknown_system_is_answered_with_those_there_are(names: tuple[str, ...]) -> None:
    more = ("MEM",) if names[0] == "new" else ()
    assert "no system is called `dmo`; did you mean `demo`?" in recordbook(*names, "dmo", *more).stderr
    assert "no system is called `x`; the collection has `demo`" in recordbook(*names, "x", *more).stderr


# Completion

IDS = sorted(path.stem for path in (CLEAN / "reports" / "demo" / "records").iterdir())
COMPLETED: tuple[tuple[str, list[str]], ...] = (
    ("exp", ["explain"]),
    ("new rec", ["record"]),
    ("verify ", ["demo"]),
    ("verify demo ", []),
    ("fix d", ["demo"]),
    ("drift ", ["demo"]),
    ("sources fetch ", ["demo"]),
    ("rename ", IDS),
    ("rename MEM-OBJ", ["MEM-OBJ-note"]),
    ("new record demo MEM-C", [name for name in IDS if name.startswith("MEM-C")]),
    ("new record other MEM-C", []),
    ("new report demo E", ["EPI"]),
    ("new annotation demo RT-RTE-turn --by M", ["MEM"]),
    ("explain not-", [code for code in RULE if code.startswith("not-")]),
    ("check --fail-on w", ["warning"]),
    ("check --form", ["--format"]),
    ("schema a", ["annotation"]),
)
"""What is typed after `recordbook`, and what a shell then offers."""


def offered(shell: str, typed: str) -> list[str]:
    """What the program answers to the script that it made for a shell, in that shell's own protocol."""
    words = ["recordbook", *typed.split(" ")]
    place = words[-1] if shell == "fish" else str(len(words) - 1)
    told = {
        "_RECORDBOOK_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(words[:-1] if shell == "fish" else words),
        "COMP_CWORD": place,
    }
    lines = program(told).splitlines()
    if shell == "zsh":
        return [name for kind, name, _ in zip(*[iter(lines)] * 3, strict=False) if kind == "plain"]
    return [re.split("[\t]", line.partition(",")[2])[0] for line in lines if line]


def program(environment: dict[str, str]) -> str:
    """What the command line prints in a process of its own."""
    code = "from recordbook.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, text=True, env={**os.environ, **environment}
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_what_can_come_next(shell: str) -> None:
    for typed, wanted in COMPLETED:
        assert (typed, offered(shell, typed)) == (typed, wanted)


def test_outside_a_collection_nothing_is_offered(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.chdir(tmp_path_factory.mktemp("empty"))
    assert offered("bash", "rename ") == offered("bash", "verify ") == offered("bash", "new report demo ") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_runs_there(shell: str, tmp_path: Path) -> None:
    script = program({"_RECORDBOOK_COMPLETE": f"{shell}_source"})
    assert f"_RECORDBOOK_COMPLETE={shell}_complete" in script
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(script)
    subprocess.run([found, "-n", "script"], check=True)


def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    assert bash
    (tmp_path / "bin").mkdir()
    start = tmp_path / "bin" / "recordbook"
    start.write_text(f"#!{sys.executable}\nfrom recordbook.cli import main\nmain()\n")
    start.chmod(0o755)
    lines = (
        'eval "$(_RECORDBOOK_COMPLETE=bash_source recordbook)"',
        "COMP_WORDS=(recordbook rename MEM-O) COMP_CWORD=2",
        "_recordbook_completion recordbook",
        'echo "${COMPREPLY[@]}"',
    )
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [bash, "-c", "\n".join(lines)], capture_output=True, text=True, check=True, env={**os.environ, "PATH": path}
    )
    assert done.stdout == "MEM-OBJ-note\n"
