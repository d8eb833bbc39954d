"""Hostile and broken folders: links, pipes, odd names, files of absurd size, ids that collide."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hostile.making import RECORD, SYSTEM, clean

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RECORDS = "reports/demo/records"
BYTE_NAMES = (
    b"a\n::error file=x::injected.md",
    b"bad\xff.md",
    b"<img src=x onerror=alert(1)>.md",
    b"--config=x.md",
    b"alpha\xe2\x80\xae-0008.md",
    b"a%0A::notice::x.md",
    b"a,b:c.md",
    b"##[error]x.md",
    b"::stop-commands::x.md",
    b"x" * 200 + b".md",
    b".hidden.md",
    b"MEM-OBJ-odd.md.",
    b"con.md",
)


@dataclass(frozen=True)
class Tree:
    """One scenario."""

    make: Callable[[Path], None]
    """Changes the collection below a root."""
    findings: tuple[str, ...] = ()
    """Everything that may be reported, as ``code path:line:column``, in order."""
    seconds: float = 2
    """How long a check may compute."""
    canary: bool = True
    """Whether the rest of the collection can still be read."""


def put(root: Path, name: str, content: str) -> None:
    """Write a file and the folders above it."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")


def record(identifier: str, lines: str = "") -> str:
    """A complete record of an object."""
    return clean().replace("id: MEM-OBJ-note\n", f"id: {identifier}\n{lines}")


def id_case(root: Path) -> None:
    """Two files that are one on macOS and Windows."""
    put(root, f"{RECORDS}/mem-obj-note.md", record("MEM-OBJ-note"))


def id_cross_system(root: Path) -> None:
    """A second system that declares the same id, and cites one that only the first declares."""
    put(root, "reports/other/system.yml", clean(SYSTEM).partition("unpublished:")[0])
    put(root, "reports/other/records/MEM-OBJ-note.md", record("MEM-OBJ-note", "part_of: MEM-CMP-notebook\n"))
    put(root, "reports/other/records/MEM-OBJ-page.md", record("MEM-OBJ-page", "part_of: MEM-OBJ-note\n"))


def id_dup(root: Path) -> None:
    """The same id as Markdown and as YAML."""
    put(root, f"{RECORDS}/MEM-OBJ-note.yml", clean().replace("---\n", ""))


def id_name(root: Path) -> None:
    """A record in the file of another."""
    (root / RECORD).rename(root / RECORDS / "MEM-OBJ-other.md")


def id_shadow(root: Path) -> None:
    """A folder whose index would be the page of a record."""
    put(root, f"{RECORDS}/MEM-OBJ-note/index.md", record("MEM-OBJ-note"))


def id_windows(root: Path) -> None:
    """A system that cannot be checked out on Windows."""
    put(root, "reports/aux/system.yml", clean(SYSTEM))


def ref_cycle(root: Path) -> None:
    """Three records, each part of the next."""
    names = ("MEM-OBJ-one", "MEM-OBJ-two", "MEM-OBJ-three")
    for name, whole in zip(names, (*names[1:], names[0]), strict=True):
        put(root, f"{RECORDS}/{name}.md", record(name, f"part_of: {whole}\n"))


def ref_one_bad_of_two(root: Path) -> None:
    """A broken record that an intact one refers to."""
    put(root, f"{RECORDS}/MEM-OBJ-bad.md", "---\nid: MEM-OBJ-bad\n")
    put(root, RECORD, record("MEM-OBJ-note", "part_of: MEM-OBJ-bad\n"))


def symlink_record(root: Path) -> None:
    """Records that are links: to a secret, to what never ends, to nothing."""
    for name, target in (("passwd", "/etc/passwd"), ("zero", "/dev/zero"), ("nowhere", "nowhere")):
        (root / RECORDS / f"MEM-OBJ-{name}.md").symlink_to(target)


def symlink_system(root: Path) -> None:
    """A system's head that is a link."""
    (root / SYSTEM).unlink()
    (root / SYSTEM).symlink_to("/etc/passwd")


def symlink_dir(root: Path) -> None:
    """Folders that lead out of the collection and back into themselves."""
    outside = root.parent / "outside"
    put(outside, "MEM-OBJ-outside.md", record("MEM-OBJ-outside"))
    (root / "reports/demo/more").symlink_to(outside)
    (root / "reports/demo/loop").symlink_to(".")
    (root / "reports/stolen").symlink_to(outside)


def symlink_reports(root: Path) -> None:
    """All reports behind a link."""
    (root / "reports").rename(root.parent / "elsewhere")
    (root / "reports").symlink_to("../elsewhere")


def symlink_settings(root: Path) -> None:
    """Settings and the list of published ids behind links."""
    (root / ".recordbook/settings.yml").unlink()
    (root / ".recordbook/settings.yml").symlink_to("nowhere")
    (root / ".recordbook/ids.lock.yml").symlink_to("/etc/passwd")


def fifo(root: Path) -> None:
    """A pipe, which blocks whoever opens it."""
    os.mkfifo(root / RECORDS / "MEM-OBJ-pipe.md")


def names(root: Path) -> None:
    """Names that drive a terminal or a build log, or are no text."""
    for name in BYTE_NAMES:
        (root / RECORDS / os.fsdecode(name)).write_text(record("MEM-OBJ-odd"), "utf-8")


def odd_files(root: Path) -> None:
    """Files that are no records, beside records."""
    for name in ("evil.html", "evil.svg", "extra.js", "MEM-OBJ-a.MD", "MEM-OBJ-b.markdown", "README.md"):
        put(root, f"{RECORDS}/{name}", "<script>alert(1)</script>\n")
    (root / RECORDS / "empty").mkdir()


def record_100mb(root: Path) -> None:
    """A sparse file of 100 MB."""
    with (root / RECORDS / "MEM-OBJ-big.md").open("wb") as file:
        file.truncate(100_000_000)


def line_1mb(root: Path) -> None:
    """A body of one line."""
    put(root, f"{RECORDS}/MEM-OBJ-long.md", record("MEM-OBJ-long") + "x" * 1_000_000)


def many_ids(root: Path) -> None:
    """200,000 references in one field."""
    ids = "".join(f"  - MEM-OBJ-n{number:07}\n" for number in range(200_000))
    put(root, f"{RECORDS}/MEM-OBJ-many.md", record("MEM-OBJ-many", f"relations:\n{ids}"))


def many_values(root: Path) -> None:
    """As many values as fit a file's size."""
    values = "".join(f"  - r{number}\n" for number in range(20_000))
    put(root, f"{RECORDS}/MEM-OBJ-many.md", record("MEM-OBJ-many", f"relations:\n{values}"))


def embedded_bare(root: Path) -> None:
    """What git would take for a repository, with a configuration that runs a program."""
    inside = f"{RECORDS}/evidence"
    put(root, f"{inside}/HEAD", "ref: refs/heads/main\n")
    put(root, f"{inside}/config", f"[core]\n\tbare = false\n\tfsmonitor = touch {root / 'PWNED'}\n")
    (root / inside / "objects").mkdir()
    (root / inside / "refs").mkdir()


def long_chain(root: Path) -> None:
    """1,100 records, each part of the next: more than Python may recurse."""
    content = clean()
    for number in range(1, 1_100):
        lines = f"id: MEM-OBJ-n{number}\npart_of: MEM-OBJ-n{number + 1}\n"
        (root / RECORDS / f"MEM-OBJ-n{number}.md").write_text(content.replace("id: MEM-OBJ-note\n", lines), "utf-8")
    put(root, f"{RECORDS}/MEM-OBJ-n1100.md", record("MEM-OBJ-n1100"))


def at(code: str, *names: str, place: str = "1:1") -> tuple[str, ...]:
    """A finding for each of these files, below the folder of records where the name has no folder."""
    return tuple(f"{code} {name if '/' in name else f'{RECORDS}/{name}'}:{place}" for name in names)


TREES = {
    "id-case": Tree(id_case, at("id-shadows-page", "mem-obj-note.md")),
    "id-cross-system": Tree(
        id_cross_system,
        at("dangling-reference", "reports/other/records/MEM-OBJ-note.md", place="3:10")
        + at("orphan-record", "reports/other/records/MEM-OBJ-page.md", place="2:5"),
    ),
    "id-dup": Tree(id_dup, at("duplicate-id", "MEM-OBJ-note.yml", place="1:5")),
    "id-name": Tree(id_name, at("file-is-not-id", "MEM-OBJ-other.md", place="2:5")),
    "id-shadow": Tree(id_shadow, at("unexpected-file", "MEM-OBJ-note")),
    "id-windows": Tree(id_windows, at("id-shadows-page", "reports/aux")),
    "ref-cycle": Tree(ref_cycle, at("part-of-cycle", "MEM-OBJ-one.md", place="3:10")),
    "ref-one-bad-of-two": Tree(ref_one_bad_of_two, at("unclosed-front-matter", "MEM-OBJ-bad.md")),
    "symlink-record": Tree(
        symlink_record, at("not-a-regular-file", "MEM-OBJ-nowhere.md", "MEM-OBJ-passwd.md", "MEM-OBJ-zero.md")
    ),
    "symlink-system": Tree(symlink_system, at("not-a-regular-file", SYSTEM)),
    "symlink-dir": Tree(
        symlink_dir, at("not-a-regular-file", "reports/demo/loop", "reports/demo/more", "reports/stolen")
    ),
    "symlink-reports": Tree(
        symlink_reports, ("not-a-regular-file reports:1:1", "nothing-checked reports/:1:1"), canary=False
    ),
    "symlink-settings": Tree(
        symlink_settings, at("not-a-regular-file", ".recordbook/ids.lock.yml", ".recordbook/settings.yml")
    ),
    "fifo": Tree(fifo, at("not-a-regular-file", "MEM-OBJ-pipe.md")),
    "names": Tree(
        names,
        at(
            "unexpected-file",
            "##[error]x.md",
            "--config=x.md",
            ".hidden.md",
            "::stop-commands::x.md",
            "<img src=x onerror=alert(1)>.md",
            "MEM-OBJ-odd.md.",
            "a%0A::notice::x.md",
            "a,b:c.md",
            r"a\n::error file=x::injected.md",
            r"alpha\u202e-0008.md",
            r"bad\udcff.md",
        )
        + at("file-is-not-id", "con.md", place="2:5")
        + at("orphan-record", "con.md", place="2:5")
        + at("unexpected-file", "x" * 80 + "…"),
    ),
    "odd-files": Tree(
        odd_files,
        at("unexpected-file", "MEM-OBJ-a.MD", "MEM-OBJ-b.markdown")
        + at("no-front-matter", "README.md", place="1:1")
        + at("unexpected-file", "empty", "evil.html", "evil.svg", "extra.js"),
    ),
    "record-100mb": Tree(record_100mb, at("over-limit", "MEM-OBJ-big.md")),
    "line-1mb": Tree(line_1mb, at("over-limit", "MEM-OBJ-long.md")),
    "many-ids": Tree(many_ids, at("over-limit", "MEM-OBJ-many.md")),
    "many-values": Tree(many_values, at("over-limit", "MEM-OBJ-many.md", place="4999:5")),
    "embedded-bare": Tree(embedded_bare, at("unexpected-file", "evidence")),
    "long-chain": Tree(long_chain, at("orphan-record", "MEM-OBJ-n1.md", place="2:5"), seconds=10),
}
