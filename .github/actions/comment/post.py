"""Posts one comment on a pull request, or renews it, from the artifact that the check of the pull request left.

Whoever opens a pull request decides what is in that artifact: the check runs their workflow file. So nothing in it is
believed. It must be small and hold two files of known names; its number must be that of an open pull request whose
head is the commit that was checked; of its text only what our own reports are made of stays markup.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "plugins"))

from recordbook.formats.marked import rinsed

ARTIFACT = "recordbook-comment"
FILES = {"pr-comment.md": 100_000, "number": 20}
"""The files of the artifact, and how many bytes each may have."""
ARCHIVE_BYTES = 100_000
BODY_BYTES = 60_000
MARK = "<!-- recordbook -->"
"""Begins the comment, so that the next run finds it."""
OURS = f'.[] | select(.user.login == "github-actions[bot]" and (.body | startswith("{MARK}"))) | .id'
NUMBER = re.compile(r"([1-9][0-9]{0,9})\n?", re.ASCII)


class Refused(Exception):  # noqa: N818 - says why nothing is posted, which need not be an error
    """Nothing is posted, and why."""


def main() -> None:
    """Post, or say why not."""
    repository, run, head = (os.environ[name] for name in ("GITHUB_REPOSITORY", "RUN_ID", "HEAD_SHA"))
    try:
        files = unpacked(archive(repository, run))
        number = pull_request(repository, files["number"], head)
    except Refused as refused:
        print(f"Nothing is posted: {refused}.")
        return
    post(repository, number, files["pr-comment.md"])
    print(f"Posted on pull request {number}.")


def archive(repository: str, run: str) -> bytes:
    """The archive that a run left. Raises ``Refused`` where there is none, or a large one."""
    listed = json.loads(gh(f"repos/{repository}/actions/runs/{run}/artifacts?name={ARTIFACT}"))["artifacts"]
    if not listed:
        raise Refused("the check left no comment")
    if listed[0]["size_in_bytes"] > ARCHIVE_BYTES:
        raise Refused("the artifact is too large")
    return gh(f"repos/{repository}/actions/artifacts/{int(listed[0]['id'])}/zip")


def unpacked(archived: bytes) -> dict[str, str]:
    """The text of each file. Raises ``Refused`` for anything but the files that are expected."""
    try:
        with zipfile.ZipFile(io.BytesIO(archived)) as opened:
            if sorted(opened.namelist()) != sorted(FILES):
                raise Refused("the artifact holds other files")
            contents = {name: read(opened, name, most) for name, most in FILES.items()}
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError):
        raise Refused("the artifact cannot be read") from None
    return {name: content.decode("utf-8", "replace") for name, content in contents.items()}


def read(opened: zipfile.ZipFile, name: str, most: int) -> bytes:
    """The bytes of a file, never more than it may have, whatever the archive says of it."""
    with opened.open(name) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise Refused(f"{name} is too large")
    return content


def pull_request(repository: str, said: str, head: str) -> int:
    """The number that was said. Raises ``Refused`` unless it is the pull request that was checked, and open."""
    match = NUMBER.fullmatch(said)
    if match is None:
        raise Refused("the artifact names no pull request")
    found = json.loads(gh(f"repos/{repository}/pulls/{match[1]}"))
    if found["state"] != "open" or found["head"]["sha"] != head:
        raise Refused("the pull request it names is closed, or has another head than the one that was checked")
    return int(match[1])


def post(repository: str, number: int, text: str) -> None:
    """Renew our comment, or make it where there is none."""
    body = json.dumps({"body": f"{MARK}\n{rinsed(text, BODY_BYTES)}"}).encode()
    comments = f"repos/{repository}/issues/{number}/comments"
    earlier = gh("--paginate", f"{comments}?per_page=100", "--jq", OURS).split()
    if earlier:
        gh("--method", "PATCH", f"repos/{repository}/issues/comments/{int(earlier[0])}", "--input", "-", stdin=body)
    else:
        gh("--method", "POST", comments, "--input", "-", stdin=body)


def gh(*arguments: str, stdin: bytes = b"") -> bytes:
    """What GitHub's program answers. Raises ``CalledProcessError``."""
    return subprocess.run(["gh", "api", *arguments], input=stdin, stdout=subprocess.PIPE, check=True).stdout  # noqa: S607 - the runner's own


if __name__ == "__main__":
    main()
