"""The workflows, their scripts, the lock, the Makefile and the wheel keep their promises."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from guide import fences

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
ACTIONS = sorted((ROOT / ".github/actions").glob("*/action.yml"))
SCRIPTS = sorted(path for path in (ROOT / ".ci").iterdir() if path.suffix == "")
STEPS = sorted(path for action in ACTIONS for path in action.parent.iterdir() if path.is_file() and path.suffix == "")
"""The programs of the actions; each is also run by a test of its own."""
LOCK = ROOT / ".ci/requirements.txt"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
HOST = re.compile(r"://|--(?:extra-)?index-url|--find-links|--trusted-host|\b[a-z0-9-]+\.(?:com|dev|io|net|org)\b")
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
OURS = {f"$/{action.parent.relative_to(ROOT).as_posix()}" for action in ACTIONS}
"""How a workflow names an action of this repository, at the commit of the workflow itself."""
MAKE = re.compile(r"`make ([a-z]+)|^ *(?:\$ )?make ([a-z]+)(?= *(?:#|$))", re.MULTILINE)


class Pin(NamedTuple):
    """One entry of the lock: `name==version ; marker` and its hash options."""

    requirement: Requirement
    hashes: list[str]


def jobs(workflow: str) -> dict[str, dict[str, Any]]:
    """Return the jobs of a workflow's text by name."""
    found: dict[str, dict[str, Any]] = yaml.safe_load(workflow)["jobs"]
    return found


def steps(workflow: str) -> list[dict[str, Any]]:
    """Return every step of every job of a workflow's text."""
    return [step for job in jobs(workflow).values() for step in job["steps"]]


def inline_commands(workflow: str) -> list[str]:
    """Return each `run:` that is anything but the name of one script below `.ci/`."""
    names = {f".ci/{path.name}" for path in SCRIPTS}
    return [step["run"] for step in steps(workflow) if "run" in step and step["run"] not in names]


def loose_actions(workflow: str) -> list[str]:
    """Return each `uses:` that is not a full commit with its version as a comment."""
    used = re.findall(r"^[ -]*uses:[ ]*(.*?)[ ]*$", workflow, re.MULTILINE)
    return [action for action in used if not PINNED.fullmatch(action) and action not in OURS]


def kept_credentials(workflow: str) -> int:
    """Count the check-outs that leave their token behind."""
    checkouts = [step for step in steps(workflow) if step.get("uses", "").startswith("actions/checkout@")]
    return sum(step.get("with", {}).get("persist-credentials") is not False for step in checkouts)


def writers(workflow: str) -> list[str]:
    """Return the names of the jobs that hold a write permission."""
    return [name for name, job in jobs(workflow).items() if "write" in str(job.get("permissions", "write"))]


def pins(lock: str) -> list[Pin]:
    """Return the entries of a lock's text."""
    lines = [line for line in lock.splitlines() if line and not line.lstrip().startswith("#")]
    entries = re.split(r"\n(?! )", "\n".join(lines))
    heads = [(entry.split("\\\n")[0].strip(), entry) for entry in entries]
    return [Pin(Requirement(head), HASH.findall(entry)) for head, entry in heads]


def missing_pins(lock: str, wanted: list[str]) -> list[str]:
    """Return each wanted requirement that the lock has no fitting version of."""
    locked: dict[str, list[str]] = {}
    for pin in pins(lock):
        version = str(pin.requirement.specifier).removeprefix("==")
        locked.setdefault(canonicalize_name(pin.requirement.name), []).append(version)
    needs = [Requirement(text) for text in wanted]
    return [
        str(need)
        for need in needs
        if not (versions := locked.get(canonicalize_name(need.name)))
        or not all(need.specifier.contains(version) for version in versions)
    ]


def make_targets(text: str) -> set[str]:
    """Return the targets that `make TARGET` names in code spans and on lines of their own."""
    return {span or line for span, line in MAKE.findall(text)}


def declared_requirements() -> list[str]:
    """Return every requirement of the project file: build, runtime and extras."""
    extras = PROJECT["project"]["optional-dependencies"].values()
    return [
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *(requirement for extra in extras for requirement in extra),
    ]


def run(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command and return what it printed, whatever its exit code."""
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def invalid(schema: str, path: Path) -> str:
    """Return what is wrong with a file, by a schema that the checker carries; no network is used."""
    done = run(sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path))
    return done.stdout if done.returncode else ""


def name_of(path: Path) -> str:
    """Return a file's name, the id of its test."""
    return path.name


@pytest.mark.parametrize("path", WORKFLOWS, ids=name_of)
class TestWorkflow:
    def test_each_command_is_one_script(self, path: Path) -> None:
        assert inline_commands(path.read_text("utf-8")) == []

    def test_each_action_is_pinned_to_a_commit(self, path: Path) -> None:
        assert loose_actions(path.read_text("utf-8")) == []

    def test_nothing_is_permitted_at_the_top(self, path: Path) -> None:
        assert yaml.safe_load(path.read_text("utf-8"))["permissions"] == {}

    def test_no_checkout_keeps_its_token(self, path: Path) -> None:
        assert kept_credentials(path.read_text("utf-8")) == 0

    def test_each_job_ends_in_time_and_each_older_run_is_canceled(self, path: Path) -> None:
        workflow = path.read_text("utf-8")
        assert yaml.safe_load(workflow)["concurrency"]["cancel-in-progress"] is True
        assert [name for name, job in jobs(workflow).items() if "timeout-minutes" not in job] == []

    def test_only_two_jobs_may_write_and_they_check_nothing_out(self, path: Path) -> None:
        workflow = path.read_text("utf-8")
        allowed = {"publish.yml": {"deploy": "Deploy to Pages"}, "comment.yml": {"comment": "Post the comment"}}
        only = allowed.get(path.name, {})
        assert writers(workflow) == list(only)
        for name, step in only.items():
            assert [one["name"] for one in jobs(workflow)[name]["steps"]] == [step]

    def test_no_code_of_a_pull_request_runs_where_there_are_rights(self, path: Path) -> None:
        triggers = yaml.load(path.read_text("utf-8"), yaml.BaseLoader)["on"]  # noqa: S506 -- builds text alone
        assert "pull_request_target" not in triggers
        assert ("workflow_run" in triggers) == (path.name == "comment.yml")

    def test_it_is_valid(self, path: Path) -> None:
        assert invalid("vendor.github-workflows", path) == ""


def test_there_are_workflows_to_test() -> None:
    assert [path.name for path in WORKFLOWS] == ["check.yml", "comment.yml", "publish.yml", "test.yml"]


@pytest.mark.parametrize("path", ACTIONS, ids=lambda path: path.parent.name)
class TestAction:
    def test_each_action_is_pinned_to_a_commit(self, path: Path) -> None:
        assert loose_actions(path.read_text("utf-8")) == []

    def test_it_is_valid(self, path: Path) -> None:
        assert invalid("vendor.github-actions", path) == ""

    def test_no_program_holds_what_a_stranger_wrote(self, path: Path) -> None:
        steps = yaml.safe_load(path.read_text("utf-8"))["runs"]["steps"]
        assert not any("${{" in step.get("run", "") for step in steps)


TEMPLATES = {
    ".github/workflows/check.yml": "vendor.github-workflows",
    ".github/workflows/comment.yml": "vendor.github-workflows",
    ".gitlab-ci.yml": "vendor.gitlab-ci",
}
"""What the guide gives to copy, by its path, and the schema of it."""


@pytest.mark.parametrize("name", TEMPLATES)
def test_what_the_guide_gives_to_copy_is_valid(name: str, tmp_path: Path) -> None:
    (fence,) = [fence for fence in fences(ROOT / "docs/guide/integration.md") if fence.path == name]
    path = tmp_path / Path(name).name
    path.write_text(fence.content)
    assert invalid(TEMPLATES[name], path) == ""
    assert fence.content.count("recordbook check --") == 1 or "recordbook/recordbook/.github/actions/" in fence.content


def test_an_invalid_workflow_is_seen(tmp_path: Path) -> None:
    (tmp_path / "bad.yml").write_text("jobs: {one: {steps: 1}}")
    assert "Schema validation errors" in invalid("vendor.github-workflows", tmp_path / "bad.yml")


BAD_WORKFLOW = """
permissions: {contents: read}
jobs:
  one:
    steps:
      - uses: actions/checkout@v7
      - uses: actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97
      - run: make test
      - run: .ci/install && echo
      - run: .ci/no-such-script
"""


def test_a_bad_workflow_is_seen_as_bad() -> None:
    assert inline_commands(BAD_WORKFLOW) == ["make test", ".ci/install && echo", ".ci/no-such-script"]
    assert len(loose_actions(BAD_WORKFLOW)) == 2
    assert kept_credentials(BAD_WORKFLOW) == 1
    assert writers(BAD_WORKFLOW) == ["one"]


@pytest.mark.parametrize("path", [*SCRIPTS, *STEPS], ids=name_of)
class TestScript:
    def test_it_is_executable_and_its_syntax_is_right(self, path: Path) -> None:
        assert os.access(path, os.X_OK)
        assert run("bash", "-n", str(path)).stderr == ""

    def test_it_stops_at_the_first_failure(self, path: Path) -> None:
        code = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
        assert code[0] == "set -euo pipefail"

    def test_the_linters_read_it(self, path: Path) -> None:
        assert path.relative_to(ROOT).as_posix() in (ROOT / ".ci/lint").read_text("utf-8").split()


def test_the_published_address_follows_from_the_repository(tmp_path: Path) -> None:
    (tmp_path / "make").write_text('#!/bin/sh\necho "$SITE_URL $REPO_URL"\n', "utf-8")
    (tmp_path / "make").chmod(0o755)

    def addresses(repository: str, **more: str) -> str:
        environment = {"PATH": f"{tmp_path}:{os.defpath}", "GITHUB_REPOSITORY": repository, **more}
        command = ["bash", str(ROOT / ".ci/build")]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    assert addresses("Some/book") == "https://some.github.io/book/ https://github.com/Some/book"
    assert addresses("Some/some.github.io") == "https://some.github.io/ https://github.com/Some/some.github.io"
    assert addresses("a/b", SITE_URL="https://b.test/") == "https://b.test/ https://github.com/a/b"
    assert addresses("") == ""


def test_the_lock_names_no_host() -> None:
    assert HOST.findall(LOCK.read_text("utf-8")) == []


def test_each_package_of_the_lock_has_one_version_and_a_hash() -> None:
    for pin in pins(LOCK.read_text("utf-8")):
        assert re.fullmatch(r"==[^,*]+", str(pin.requirement.specifier)), pin.requirement
        assert pin.hashes, pin.requirement


def test_the_lock_holds_each_requirement_of_the_project() -> None:
    assert missing_pins(LOCK.read_text("utf-8"), declared_requirements()) == []


def test_a_bad_lock_is_seen_as_bad() -> None:
    lock = f"one==1.0 ; python_version < '4' \\\n    --hash=sha256:{'0' * 64}\n    # via x\ntwo==2.0\n"
    assert [(pin.requirement.name, len(pin.hashes)) for pin in pins(lock)] == [("one", 1), ("two", 0)]
    assert missing_pins(lock, ["One>=1", "two>=3", "three"]) == ["two>=3", "three"]
    assert HOST.search("--index-url https://host.example/simple")


def test_this_environment_is_the_locked_one() -> None:
    if not Path(sys.prefix).is_relative_to(ROOT):
        pytest.skip("not run from the environment that `make` prepares")
    listed = run(sys.executable, "-m", "pip", "list", "--format=freeze").stdout.split()
    installed = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in listed)}
    for pin in pins(LOCK.read_text("utf-8")):
        if pin.requirement.marker is None or pin.requirement.marker.evaluate():
            version = Version(installed[canonicalize_name(pin.requirement.name)])
            assert pin.requirement.specifier.contains(version), pin.requirement


def test_each_make_target_that_people_are_told_exists() -> None:
    pages = [ROOT / "README.md", ROOT / "reports/README.md", ROOT / ".ci/install", *ROOT.glob("docs/guide/*.md")]
    told = {target for page in pages for target in make_targets(page.read_text("utf-8"))}
    known = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert told - known == set()
    assert {"site", "test"} <= told


def test_targets_are_found_in_prose_and_in_code_blocks() -> None:
    assert make_targets("Run `make site`, then make sure.\n\n    make serve  # look\n$ make test\n") == {
        "site",
        "serve",
        "test",
    }


def test_make_alone_explains_every_target() -> None:
    phony = re.findall(r"^\.PHONY: (\w+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    shown = re.findall(r"^  make (\w+) ", run("make").stdout, re.MULTILINE)
    assert shown == phony


def package_files() -> set[str]:
    """Return the path in the wheel of every file that it should hold: all but the modules of the bundled script."""
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    folders = {"plugins/recordbook": "recordbook", **wheel.get("force-include", {})}
    return {
        f"{target}/{path.relative_to(ROOT / source).as_posix()}"
        for source, target in folders.items()
        for path in (ROOT / source).rglob("*")
        if path.is_file() and not {"__pycache__", "script"} & set(path.parts)
    }


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    built = run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path))
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("recordbook/")}
    assert packed == package_files()
