"""The actions for GitHub, run as a runner runs them: each step a program, with the same environment and files."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from guide import ROOT
from recordbook.cli import COMMANDS
from recordbook.formats.marked import rinsed
from repositories import ENVIRONMENT, Made, make
from sample import CLEAN, SITE

if TYPE_CHECKING:
    from collections.abc import Callable

CHECK = ROOT / ".github" / "actions" / "check"
COMMENT = ROOT / ".github" / "actions" / "comment"
RECORD = "reports/demo/records/MEM-OBJ-note.md"
HOSTILE = "::error::PWNED ##[error]PWNED"


def program(path: Path, *lines: str) -> None:
    """Write a shell program."""
    path.write_text("\n".join(("#!/bin/sh", *lines, "")))
    path.chmod(0o755)


@dataclass
class Runner:
    """A job: what its steps have written so far, and how to run the next one."""

    folder: Path
    workspace: Path
    event: dict[str, Any]
    action: Path = CHECK
    outputs: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.temporary = self.folder / "temporary"
        self.binaries = self.folder / "bin"
        self.summary = self.folder / "summary.md"
        for folder in (self.temporary, self.binaries):
            folder.mkdir()
        (self.folder / "event.json").write_text(json.dumps(self.event))
        for name in ("output", "path"):
            (self.folder / name).touch()
        main = "from recordbook.cli import main; main()"
        program(self.binaries / "recordbook", f'exec "{sys.executable}" -c "{main}" "$@"')
        site = f'while [ "$1" != --site-dir ]; do shift; done; cp -r "{SITE}/site" "$2"'
        program(self.binaries / "mkdocs", f'echo "{HOSTILE}"', site)

    def step(self, name: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the action; its outputs are kept."""
        environment = {
            **ENVIRONMENT,
            **{name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ},
            "PATH": f"{self.binaries}:{ENVIRONMENT['PATH']}",
            "HOME": str(self.folder),
            "RECORDBOOK_CACHE": str(self.folder / "cache"),
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_EVENT_PATH": str(self.folder / "event.json"),
            "GITHUB_OUTPUT": str(self.folder / "output"),
            "GITHUB_PATH": str(self.folder / "path"),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_TEMP": str(self.temporary),
            **variables,
        }
        command = [str(self.action / name)]
        done = subprocess.run(command, cwd=self.workspace, env=environment, capture_output=True, text=True, check=False)
        for line in (self.folder / "output").read_text().splitlines():
            key, _, value = line.partition("=")
            self.outputs[key] = value
        return done

    def lay(self) -> dict[str, str]:
        """Run the step that lays out the collection; the variables of the steps after it."""
        done = self.step("lay")
        assert done.returncode == 0, done.stderr
        return {"TREE": self.outputs["tree"], "BASE": self.outputs["base"], "NUMBER": self.outputs["number"]}


def test_every_step_is_one_program_of_its_action_and_every_program_a_step() -> None:
    for folder, others in ((CHECK, set()), (COMMENT, {"post.py"})):
        steps = yaml.safe_load((folder / "action.yml").read_text("utf-8"))["runs"]["steps"]
        runs = [step["run"] for step in steps if "run" in step]
        names = {match[1] for run in runs if (match := re.fullmatch(r'"\$GITHUB_ACTION_PATH/([a-z]+)"', run))}
        assert len(runs) == len(names)
        assert {path.name for path in folder.iterdir()} - {"action.yml", "__pycache__"} == names | others
        assert all(step["shell"] == "bash" for step in steps if "run" in step)


def test_installing_puts_the_commands_of_this_version_on_the_path(tmp_path: Path) -> None:
    runner = Runner(tmp_path, ROOT, {})
    runner.action = tmp_path / "package" / ".github" / "actions" / "check"
    shutil.copytree(CHECK, runner.action)
    (tmp_path / "package" / ".ci").mkdir()
    program(tmp_path / "package" / ".ci" / "install", f'echo "$PYTHON" > "{tmp_path}/python"')
    assert runner.step("install").returncode == 0
    assert (tmp_path / "path").read_text() == f"{tmp_path}/package/.venv/bin\n"
    assert (tmp_path / "python").read_text() == "python3\n"


# The check of a pull request


@pytest.fixture
def base(tmp_path: Path) -> Made:
    """A repository with a collection, and a branch of a pull request that is checked out."""
    made = make(tmp_path / "work")
    shutil.copytree(CLEAN, made.path, dirs_exist_ok=True)
    made.commit({"mkdocs.yml": "site_name: Book\n", ".recordbook/settings.yml": "severity:\n  not-nfc: error\n"})
    made.git("checkout", "--quiet", "-b", "change")
    return made


def pull_request(made: Made, tmp_path: Path) -> Runner:
    """The job of a pull request whose head is checked out."""
    event = {"pull_request": {"number": 7, "base": {"sha": made.git("rev-parse", "main")}, "title": "$(touch pwned)"}}
    (tmp_path / "runner").mkdir()
    return Runner(tmp_path / "runner", made.path, event)


def changed(made: Made, old: str, new: str, **more: str) -> None:
    """Commit another text of a record, and other files."""
    text = (made.path / RECORD).read_text("utf-8")
    assert old in text
    made.commit({RECORD: text.replace(old, new), **more})


def test_only_the_reports_of_a_change_are_laid_over_its_base(base: Made, tmp_path: Path) -> None:
    runner = pull_request(base, tmp_path)
    base.git("rm", "--quiet", "reports/README.md")
    files = {
        "mkdocs.yml": "hooks: [evil.py]\n",
        "evil.py": "",
        ".recordbook/settings.yml": "severity: {}\n",
        ".gitattributes": "* filter=evil\n",
        "reports/.gitattributes": "* filter=evil\n",
    }
    base.git("config", "filter.evil.smudge", f"touch {tmp_path}/pwned; cat")
    changed(base, "A note is", "A note was", **files)
    tree = Path(runner.lay()["TREE"])
    assert "A note was" in (tree / RECORD).read_text()
    assert not (tree / "reports" / "README.md").exists()
    assert (tree / "mkdocs.yml").read_text() == "site_name: Book\n"
    assert "not-nfc" in (tree / ".recordbook" / "settings.yml").read_text()
    assert not (tree / "evil.py").exists()
    assert runner.outputs["number"] == "7"
    assert runner.outputs["base"] == base.git("rev-parse", "main")


def test_the_base_may_have_moved_on(base: Made, tmp_path: Path) -> None:
    before = base.git("rev-parse", "main")
    changed(base, "A note is", "A note was")
    base.git("checkout", "--quiet", "main")
    base.commit({"reports/demo/records/MEM-OBJ-new.md": "theirs\n"})
    base.git("checkout", "--quiet", "change")
    runner = pull_request(base, tmp_path)
    tree = Path(runner.lay()["TREE"])
    assert runner.outputs["base"] == before
    assert not (tree / "reports/demo/records/MEM-OBJ-new.md").exists()


@pytest.mark.parametrize(
    "request_", [{}, {"number": "7\nx=y", "base": {"sha": "a" * 40}}, {"number": 7, "base": {"sha": "main"}}]
)
def test_an_event_that_is_no_pull_request_leaves_the_checkout_as_it_is(
    base: Made, tmp_path: Path, request_: dict[str, Any]
) -> None:
    (tmp_path / "runner").mkdir()
    runner = Runner(tmp_path / "runner", base.path, {"pull_request": request_} if request_ else {})
    assert runner.lay() == {"TREE": str(base.path), "BASE": "", "NUMBER": ""}


def test_findings_are_annotated_and_summed_up_and_the_job_fails_at_its_end(base: Made, tmp_path: Path) -> None:
    runner = pull_request(base, tmp_path)
    changed(base, "label: Note\n", "label: Note\ntags: x\n")
    laid = runner.lay()
    done = runner.step("check", **laid, FAIL_ON="error")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"::error file={RECORD},line=")
    assert runner.outputs["code"] == "1"
    assert "**Found 1 error" in runner.summary.read_text()
    assert json.loads((runner.temporary / "recordbook" / "findings.json").read_text())["summary"]["errors"] == 1
    assert runner.step("finish", CHECK="1", VERIFY="0", SITE="").returncode == 1
    assert runner.step("finish", CHECK="0", VERIFY="0", SITE="").returncode == 0
    assert runner.step("finish", CHECK="0", VERIFY="0", SITE="1").returncode == 1


def test_what_cannot_be_checked_fails_at_once(base: Made, tmp_path: Path) -> None:
    runner = pull_request(base, tmp_path)
    assert runner.step("check", TREE=str(tmp_path), FAIL_ON="error").returncode != 0
    assert runner.step("check", **runner.lay(), FAIL_ON="fatal").returncode != 0


def test_quotes_are_compared(base: Made, tmp_path: Path) -> None:
    runner = pull_request(base, tmp_path)
    laid = runner.lay()
    assert runner.step("check", **laid, FAIL_ON="error").returncode == 0
    done = runner.step("verify", **laid)
    assert done.returncode == 0, done.stderr
    assert "quotes in 1 system" in done.stdout
    assert "quotes in 1 system" in runner.summary.read_text()


def test_the_site_is_built_and_its_links_are_checked(base: Made, tmp_path: Path) -> None:
    runner = pull_request(base, tmp_path)
    done = runner.step("site", **runner.lay())
    assert done.returncode == 0, done.stderr
    first, *lines, last = done.stdout.splitlines()
    assert re.fullmatch("::stop-commands::[0-9a-f]{32}", first)
    assert last == f"::{first.removeprefix('::stop-commands::')}::"
    assert HOSTILE in lines
    assert (Path(runner.outputs["site"]) / "index.html").is_file()
    assert runner.outputs["code"] == "0"


def test_a_broken_link_of_the_site_is_told(base: Made, tmp_path: Path) -> None:
    runner = pull_request(base, tmp_path)
    program(
        runner.binaries / "mkdocs", 'while [ "$1" != --site-dir ]; do shift; done', 'mkdir "$2"; touch "$2/index.html"'
    )
    done = runner.step("site", **runner.lay())
    assert (done.returncode, runner.outputs["code"]) == (0, "1")
    assert "error[missing-manifest]" in done.stdout


def test_a_site_that_cannot_be_built_is_not_kept(base: Made, tmp_path: Path) -> None:
    runner = pull_request(base, tmp_path)
    program(runner.binaries / "mkdocs", "exit 1")
    assert runner.step("site", **runner.lay()).returncode == 0
    assert runner.outputs["code"] == "1"
    assert "site" not in runner.outputs


def test_the_comment_holds_every_part_and_is_not_too_long(base: Made, tmp_path: Path) -> None:
    runner = pull_request(base, tmp_path)
    bad = "".join(f"\n\nSee MEM-OBJ-{letter}{'x' * number}y." for letter in "abcdefghij" for number in range(20))
    changed(base, "label: Note\n", "label: Note 2\n")
    base.commit({RECORD: (base.path / RECORD).read_text() + bad})
    laid = runner.lay()
    runner.step("check", **laid, FAIL_ON="never")
    runner.step("verify", **laid)
    done = runner.step("comment", **laid)
    assert done.returncode == 0, done.stderr
    folder = Path(runner.outputs["comment"])
    assert {path.name: path.stat().st_size < 60_000 for path in folder.iterdir()} == {
        "pr-comment.md": True,
        "number": True,
    }
    assert (folder / "number").read_text() == "7\n"
    text = (folder / "pr-comment.md").read_text()
    assert text.startswith("**Found ")
    assert "The rest does not fit here." in text
    assert "quotes in 1 system" in text
    assert ("Note 2" in text) == ("diff" in COMMANDS)


def test_outside_a_pull_request_there_is_no_comment(base: Made, tmp_path: Path) -> None:
    (tmp_path / "runner").mkdir()
    runner = Runner(tmp_path / "runner", base.path, {})
    assert runner.step("comment", **runner.lay()).returncode == 0
    assert "comment" not in runner.outputs


# The comment

HEAD = "a" * 40
GH = """\
import json, pathlib, sys
here = pathlib.Path(sys.argv[0]).parent
arguments = sys.argv[2:]
path = next(word for word in arguments if word.startswith("repos/"))
with (here / "asked").open("a") as log:
    log.write(json.dumps([arguments, sys.stdin.read() if "--input" in arguments else ""]) + "\\n")
answers = json.loads((here / "answers.json").read_text())
if path.endswith("/zip"):
    sys.stdout.buffer.write((here / "archive.zip").read_bytes())
else:
    print(answers[path])
"""


@dataclass
class Poster:
    """What GitHub answers, and what it was asked."""

    runner: Runner

    def run(self, files: dict[str, bytes], head: str = HEAD, state: str = "open", earlier: str = "") -> str:
        """Post what an artifact holds; what is said about it."""
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
            for name, content in files.items():
                written.writestr(name, content)
        return self.answer(archive.getvalue(), head, state, earlier)

    def answer(self, archive: bytes, head: str = HEAD, state: str = "open", earlier: str = "") -> str:
        """The same for the bytes of an artifact."""
        here = self.runner.binaries
        (here / "archive.zip").write_bytes(archive)
        listed = {"artifacts": [{"id": 5, "size_in_bytes": len(archive)}] if archive else []}
        answers = {
            "repos/a/b/actions/runs/9/artifacts?name=recordbook-comment": json.dumps(listed),
            "repos/a/b/pulls/7": json.dumps({"state": state, "head": {"sha": head}}),
            "repos/a/b/issues/7/comments?per_page=100": earlier,
            "repos/a/b/issues/7/comments": "{}",
            "repos/a/b/issues/comments/41": "{}",
        }
        (here / "answers.json").write_text(json.dumps(answers))
        (here / "asked").write_text("")
        done = self.runner.step("post", GITHUB_REPOSITORY="a/b", RUN_ID="9", HEAD_SHA=HEAD, GH_TOKEN="x")  # noqa: S106 -- nobody's
        assert done.returncode == 0, done.stderr
        return done.stdout

    def posted(self) -> list[tuple[str, str, str]]:
        """Method, path and body of each request that writes."""
        asked = [json.loads(line) for line in (self.runner.binaries / "asked").read_text().splitlines()]
        return [(words[1], words[2], json.loads(body)["body"]) for words, body in asked if "--method" in words]


@pytest.fixture
def poster(tmp_path: Path) -> Poster:
    runner = Runner(tmp_path, tmp_path, {}, COMMENT)
    (runner.binaries / "gh.py").write_text(GH)
    program(runner.binaries / "gh", f'exec "{sys.executable}" "{runner.binaries}/gh.py" "$@"')
    return Poster(runner)


def test_a_comment_is_made_once_and_then_renewed(poster: Poster) -> None:
    files = {"pr-comment.md": b"**Found 1 error**\n", "number": b"7\n"}
    assert poster.run(files) == "Posted on pull request 7.\n"
    assert poster.posted() == [("POST", "repos/a/b/issues/7/comments", "<!-- recordbook -->\n**Found 1 error**\n")]
    poster.run(files, earlier="41\n52\n")
    assert [request[:2] for request in poster.posted()] == [("PATCH", "repos/a/b/issues/comments/41")]


@pytest.mark.parametrize(
    ("refused", "why"),
    [
        (lambda p: p.answer(b""), "the check left no comment"),
        (lambda p: p.answer(b"x" * 100_001), "the artifact is too large"),
        (lambda p: p.answer(b"not an archive"), "the artifact cannot be read"),
        (lambda p: p.run({"number": b"7"}), "the artifact holds other files"),
        (lambda p: p.run({"../number": b"7", "pr-comment.md": b""}), "the artifact holds other files"),
        (lambda p: p.run({"number": b"7", "pr-comment.md": b"a" * 10_000_000}), "pr-comment.md is too large"),
        (lambda p: p.run({"number": b"7" * 21, "pr-comment.md": b""}), "number is too large"),
        *(
            (lambda p, said=said: p.run({"number": said, "pr-comment.md": b""}), "names no pull request")
            for said in (b"", b"0", b"7/../8", b"7\n8", b"-7", b"7 ", "\u0667".encode())
        ),
        (lambda p: p.run({"number": b"7", "pr-comment.md": b""}, head="b" * 40), "has another head"),
        (lambda p: p.run({"number": b"7", "pr-comment.md": b""}, state="closed"), "is closed, or"),
    ],
)
def test_an_artifact_that_is_not_ours_is_refused(poster: Poster, refused: Callable[[Poster], str], why: str) -> None:
    said = refused(poster)
    assert said.startswith("Nothing is posted: ")
    assert why in said
    assert poster.posted() == []


def test_a_hostile_text_is_posted_as_text(poster: Poster) -> None:
    text = "@everyone <img src=x onerror=y> [a](https://evil.example) ![b](c) &#64;team <!-- x -->\n"
    poster.run({"pr-comment.md": text.encode() * 900, "number": b"7"})
    ((_, _, body),) = poster.posted()
    mark, _, rest = body.partition("\n")
    assert mark == "<!-- recordbook -->"
    assert not re.search(r"[@<>\[\]()!]|&#64;(?!&#8203;)", rest)
    assert len(body.encode()) < 65_000
    assert rest.endswith("The rest does not fit here.")


def test_what_our_own_reports_are_made_of_stays() -> None:
    ours = "### Records\n\n**Found 1 error.**\n\n| | where |\n| --- | --- |\n| error | <code>a&#95;b</code> x<br>y |\n"
    assert rinsed(ours, 10_000) == ours
    assert rinsed("- [ ] `a|b` ``c`d``", 10_000) == "- [ ] <code>a&#124;b</code> <code>c&#96;d</code>"
