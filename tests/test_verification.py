"""Every quote against its source: what is asked, what is found, and what is said of the rest."""

from __future__ import annotations

import hashlib
import random
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import recordbook
from recordbook import book, captures, lock
from recordbook.cache import FILE, Cache
from recordbook.loading import load
from recordbook.quotes import Content, compare, digest, fold
from recordbook.records import Quote
from recordbook.repository import Blob, GitError, Reason, Repository
from recordbook.settings import Settings
from recordbook.sources import Located
from recordbook.verification import run, verify, wanted
from sample import CLEAN, PINNED, SOURCE, code_of, commit, git, lay, reported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from recordbook.book import Book
    from recordbook.verification import Verified

RECORD = "reports/demo/records/MEM-OBJ-note.md"
SYSTEM = "reports/demo/system.yml"
NOTE = "MEM-OBJ-note#write-note"
TODAY = "2026-12-01"
FILES = {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in SOURCE.rglob("*") if path.is_file()}


@dataclass
class Shelf:
    """A repository of some files at one commit, which remembers what it was asked."""

    files: Mapping[str, str | Reason]
    unsound: Reason | None = None
    asked: list[str] = field(default_factory=list)

    def commit(self, revision: str) -> Reason | None:
        assert re.fullmatch(r"[0-9a-f]{40}", revision)
        self.asked.append("commit")
        return self.unsound

    def ids(self, revision: str, paths: Iterable[str]) -> Mapping[str, str | Reason]:
        assert revision
        self.asked.append("ids")
        absent = Reason("path-missing", "the path is not in the commit")
        files = {path: self.files.get(path, absent) for path in paths}
        return {path: value if isinstance(value, Reason) else _id(value) for path, value in files.items()}

    def contents(self, ids: Iterable[str]) -> Mapping[str, Blob | Reason]:
        self.asked.append("contents")
        texts = {_id(text): text for text in self.files.values() if isinstance(text, str)}
        return {one: Blob(one, texts[one]) for one in ids}

    def names(self, revision: str) -> Iterable[str]:
        assert revision
        self.asked.append("names")
        return tuple(self.files)


def _id(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    lay(tmp_path, CLEAN)
    return tmp_path


def book_of(root: Path) -> Book:
    return book.build(load(root, Settings()))


def verified(root: Path, shelf: Shelf, cache: Cache | None = None, systems: Iterable[str] = ()) -> Verified:
    """What a verification finds when SRC-1 of every system is on the shelf."""
    made = book_of(root)
    located = {(slug, "SRC-1"): Located(Path("shelf"), "settings", None) for slug in made.systems}
    held = captures.read(root, made)
    return verify(made, located, lambda _: shelf, systems=systems, captures=held, cache=cache)


def change(path: Path, old: str, new: str) -> None:
    content = path.read_text("utf-8")
    assert content.count(old) == 1
    path.write_text(content.replace(old, new), "utf-8")


def state_of(found: Verified, key: str = NOTE) -> str:
    (state,) = (result.state for result in found.results if result.wanted.key == key)
    return state


# What is wanted and asked


def test_every_quote_is_wanted_once_in_the_order_of_ids(root: Path) -> None:
    keys = [quote.key for quote in wanted(book_of(root))]
    assert keys == sorted(keys)
    assert len(keys) == 6
    assert NOTE in keys


def test_only_the_systems_that_are_named_are_wanted(root: Path) -> None:
    (root / "reports/other/records").mkdir(parents=True)
    (root / "reports/other/records/MEM-OBJ-note.md").write_bytes((root / RECORD).read_bytes())
    (root / "reports/other/system.yml").write_bytes((root / SYSTEM).read_bytes())
    made = book_of(root)
    assert {quote.system.slug for quote in wanted(made)} == {"demo", "other"}
    assert {quote.system.slug for quote in wanted(made, ["other"])} == {"other"}
    assert len(verified(root, Shelf(FILES), systems=["other"]).results) == 1


def test_all_quotes_of_one_commit_are_read_together(root: Path) -> None:
    (root / "reports/other/records").mkdir(parents=True)
    (root / "reports/other/records/MEM-OBJ-note.md").write_bytes((root / RECORD).read_bytes())
    (root / "reports/other/system.yml").write_bytes((root / SYSTEM).read_bytes())
    shelf = Shelf(FILES)
    found = verified(root, shelf)
    assert shelf.asked == ["commit", "ids", "contents"]
    assert dict(found.states) == {"verified": 7}
    assert found.diagnostics == ()
    assert found.troubles == ()


def test_a_quote_of_no_declared_source_does_not_pass_in_silence(root: Path) -> None:
    change(root / RECORD, "- id: write-note\n    source: SRC-1", "- id: write-note\n    source: SRC-9")
    found = verified(root, Shelf(FILES))
    assert [finding.code for finding in found.diagnostics] == ["unknown-source"]
    assert len(found.results) == 5


def test_files_are_read_a_few_at_a_time(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "FILES", 2)
    shelf = Shelf(FILES)
    assert dict(verified(root, shelf).states) == {"verified": 6}
    assert shelf.asked == ["commit", "ids", "contents", "contents"]


# What is found


def test_a_verified_quote_says_where_it_stands(root: Path) -> None:
    found = verified(root, Shelf(FILES))
    (result,) = (result for result in found.results if result.wanted.key == NOTE)
    assert (result.state, result.lines, result.blob) == ("verified", (6, 6), _id(FILES["src/notes.py"]))


UNSOUND = {
    "commit-missing": "not-found",
    "commit-unreachable": "not-found",
    "source-unavailable": "unavailable",
}


@pytest.mark.parametrize("code", UNSOUND)
def test_a_commit_that_proves_nothing_is_one_finding(code: str, root: Path) -> None:
    shelf = Shelf(FILES, Reason(code, "so it is"))
    found = verified(root, shelf)
    assert dict(found.states) == {UNSOUND[code]: 6}
    (finding,) = found.diagnostics
    assert finding.code == code
    assert finding.place.uri == SYSTEM
    assert "so it is" in finding.message
    assert shelf.asked == ["commit"]


UNREADABLE = ("path-missing", "path-not-a-file", "not-text", "over-limit", "commit-missing")


@pytest.mark.parametrize("code", UNREADABLE)
def test_a_path_that_cannot_be_read_is_a_finding_at_the_path(code: str, root: Path) -> None:
    found = verified(root, Shelf({**FILES, "src/notes.py": Reason(code, "so it is")}))
    assert dict(found.states) == {"verified": 4, "not-found": 2}
    assert [finding.code for finding in found.diagnostics] == [code, code]
    assert all(finding.severity == "error" for finding in found.diagnostics)
    assert found.diagnostics[1].place.line == 14
    assert found.diagnostics[1].message == "`src/notes.py` of SRC-1: so it is"


def test_a_file_that_this_copy_does_not_hold_is_one_note(root: Path) -> None:
    missing = Reason("source-unavailable", "this copy does not hold it")
    found = verified(root, Shelf({**FILES, "src/notes.py": missing}))
    assert dict(found.states) == {"verified": 4, "unavailable": 2}
    (finding,) = found.diagnostics
    assert (finding.code, finding.severity) == ("source-unavailable", "note")
    assert finding.message.startswith("2 quotes of `demo:SRC-1` could not be compared: this copy")


def test_a_git_that_fails_spoils_only_its_own_quotes(root: Path) -> None:
    change(root / SYSTEM, "unpublished:", SECOND + "unpublished:")
    change(root / RECORD, "- id: write-note\n    source: SRC-1", "- id: write-note\n    source: SRC-2")

    def opened(path: Path) -> Shelf:
        if path.name == "broken":
            raise GitError("git fell over")
        return Shelf(FILES)

    located = {
        ("demo", "SRC-1"): Located(Path("shelf"), "settings", None),
        ("demo", "SRC-2"): Located(Path("broken"), "settings", None),
    }
    found = verify(book_of(root), located, opened)
    assert found.troubles == ("git fell over",)
    assert dict(found.states) == {"verified": 5, "unavailable": 1}


SECOND = f"""\
  SRC-2:
    kind: git
    repository: https://github.com/example/second
    repository_basis: stated
    revision: {PINNED[::-1]}
"""

HELP: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "not there": (
        "      path.write_text(note)",
        "      path.write_text(Note)",
        "`write-note` does not stand in `src/notes.py` of SRC-1 at 0123456789ab",
        (
            "Nearest, 95 % alike, is line 6: `path.write_text(note)`.",
            "It differs only in upper and lower case.",
        ),
    ),
    "nothing near": (
        "      path.write_text(note)",
        "      The moon is made of cheese.",
        "`write-note` does not stand in `src/notes.py` of SRC-1 at 0123456789ab",
        ("Nothing in the file comes near it.",),
    ),
    "twice": (
        "      path.write_text(note)",
        "      note",
        "`write-note` stands 2 times in `src/notes.py` of SRC-1 at 0123456789ab",
        ('Say which, or quote more: `lines: "4"`, `lines: "6"`.',),
    ),
    "more than ten times": (
        "      path.write_text(note)",
        "      e",
        "`write-note` stands more than 10 times in `src/notes.py` of SRC-1 at 0123456789ab",
        ('Say which, or quote more: `lines: "4"`, `lines: "5"`.',),
    ),
    "twice in the lines": (
        "    text: |\n      path.write_text(note)",
        '    lines: "1-5"\n    text: |\n      ote',
        "`write-note` stands 2 times in `src/notes.py` of SRC-1 at 0123456789ab within lines 1–5",
        ('Say which, or quote more: `lines: "4"`, `lines: "5"`.',),
    ),
    "in other lines": (
        "    text: |\n",
        '    lines: "2"\n    text: |\n',
        "`write-note` does not stand within line 2 of `src/notes.py` of SRC-1 at 0123456789ab",
        ('It stands elsewhere: `lines: "6"`.',),
    ),
}


@pytest.mark.parametrize(("old", "new", "message", "remedies"), HELP.values(), ids=HELP)
def test_a_finding_says_what_to_do(old: str, new: str, message: str, remedies: tuple[str, ...], root: Path) -> None:
    change(root / RECORD, old, new)
    (finding,) = verified(root, Shelf(FILES)).diagnostics
    assert (finding.message, finding.help) == (message, remedies)
    assert finding.place.uri == RECORD


@pytest.mark.parametrize(
    ("path", "remedies"),
    [
        ("src/Notes.py", ("Did you mean `src/notes.py`?",)),
        ("SRC/notes.PY", ("Did you mean `src/notes.py`?",)),
        ("lib/notes.py", ("Did you mean `src/notes.py`?",)),
        ("src/note.py", ("Did you mean `src/notes.py`?",)),
        ("a/b.c", ()),
        ("src/a_long_name.py", ()),
    ],
)
def test_a_missing_path_says_which_was_meant(path: str, remedies: tuple[str, ...], root: Path) -> None:
    change(root / RECORD, "src/notes.py", path)
    shelf = Shelf(FILES)
    (finding,) = verified(root, shelf).diagnostics
    assert (finding.code, finding.help) == ("path-missing", remedies)
    assert shelf.asked.count("names") == 1


def test_the_nearest_passage_is_not_looked_for_without_end(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "EXPLAINED", 2)
    found = verified(root, Shelf(dict.fromkeys(FILES, "path.write_text(nothing)\n")))
    near = [finding for finding in found.diagnostics if "Mend the others first to see what is nearest." in finding.help]
    assert dict(found.states) == {"not-found": 6}
    assert len(near) == 4


def test_what_could_not_be_read_here_says_what_is_needed(root: Path) -> None:
    (finding,) = verify(book_of(root), {}, Repository).diagnostics
    assert finding.message == (
        "6 quotes of `demo:SRC-1` could not be compared: no copy of the repository is on this machine"
    )
    assert finding.help == ("`recordbook sources fetch demo` fetches it, or name a clone: `--source demo:SRC-1=PATH`.",)
    assert (finding.severity, finding.place.uri, finding.place.line) == ("note", SYSTEM, 6)
    change(root / SYSTEM, "https://github.com/example/demo", "self")
    (finding,) = verify(book_of(root), {}, Repository).diagnostics
    assert finding.help == ("A full clone of this repository has what is needed.",)
    change(root / SYSTEM, PINNED, "null")
    (finding,) = verify(book_of(root), {}, Repository).diagnostics
    assert (finding.code, finding.severity) == ("source-unpinned", "note")
    assert finding.help == ("State the full commit id that they were copied from, as `revision`.",)


# The lock


def test_the_lock_of_a_run_is_what_was_verified(root: Path) -> None:
    entries = verified(root, Shelf(FILES)).entries(book_of(root), TODAY)
    assert len(entries["demo"]) == 6
    assert entries["demo"][NOTE] == lock.Entry(
        digest=digest("path.write_text(note)"),
        source="SRC-1",
        repository="https://github.com/example/demo",
        commit=PINNED,
        path="src/notes.py",
        blob=_id(FILES["src/notes.py"]),
        lines=(6, 6),
        stated=None,
        verified=TODAY,
    )
    assert entries["demo"]["MEM-CMP-notebook#notebook-class"].stated == (1, 2)


def test_a_quote_that_could_not_be_looked_at_keeps_its_entry_only_while_it_is_about_it(root: Path) -> None:
    entries = verified(root, Shelf(FILES)).entries(book_of(root), TODAY)
    (root / "reports/demo/evidence.lock.yml").write_text(lock.write(entries["demo"]), "utf-8")
    unread = verify(book_of(root), {}, Repository).entries(book_of(root), "2027-01-01")
    assert unread == entries
    change(root / RECORD, "      path.write_text(note)", "      path.write_text(note")
    made = book_of(root)
    assert verify(made, {}, Repository).entries(made, "2027-01-01")["demo"].keys() == entries["demo"].keys() - {NOTE}


def test_what_is_not_found_loses_its_entry_and_the_rest_keeps_its_date(root: Path) -> None:
    entries = verified(root, Shelf(FILES)).entries(book_of(root), TODAY)["demo"]
    (root / "reports/demo/evidence.lock.yml").write_text(lock.write(entries), "utf-8")
    later = verified(root, Shelf({**FILES, "src/notes.py": "nothing\n"})).entries(book_of(root), "2027-01-01")["demo"]
    assert later == {key: entry for key, entry in entries.items() if entry.path != "src/notes.py"}
    moved = verified(root, Shelf({**FILES, "src/notes.py": "\n" + FILES["src/notes.py"]}))
    renewed = moved.entries(book_of(root), "2027-01-01")["demo"]
    assert renewed[NOTE] == replace(
        entries[NOTE], lines=(7, 7), blob=_id("\n" + FILES["src/notes.py"]), verified="2027-01-01"
    )
    assert renewed["MEM-CMP-notebook#notebook-class"].verified == TODAY


def test_a_lock_never_hides_what_a_verification_finds(root: Path) -> None:
    entries = verified(root, Shelf(FILES)).entries(book_of(root), TODAY)["demo"]
    (root / "reports/demo/evidence.lock.yml").write_text(lock.write(entries), "utf-8")
    assert reported(root) == []
    found = verified(root, Shelf({**FILES, "src/notes.py": "nothing\n"}))
    assert dict(found.states) == {"verified": 4, "not-found": 2}


@pytest.mark.parametrize(
    ("part", "told"),
    [({"lines": (1, 1)}, "stands at line 1; it stands at line 6"), ({"blob": "0" * 40}, "stands of another content")],
    ids=["lines", "content"],
)
def test_an_entry_that_was_changed_by_hand_is_a_stale_lock(part: dict[str, object], told: str, root: Path) -> None:
    entries = verified(root, Shelf(FILES)).entries(book_of(root), TODAY)["demo"]
    entries[NOTE] = replace(entries[NOTE], **part)  # type: ignore[arg-type]
    (root / "reports/demo/evidence.lock.yml").write_text(lock.write(entries), "utf-8")
    (finding,) = verified(root, Shelf(FILES)).diagnostics
    assert (finding.code, finding.place.uri) == ("stale-lock", RECORD)
    assert told in finding.message


# The cache


def test_a_second_run_reads_no_file(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("cache")
    first = Cache(folder)
    found = verified(root, Shelf(FILES), first)
    first.save()
    shelf = Shelf(FILES)
    again = verified(root, shelf, Cache(folder))
    assert shelf.asked == ["commit", "ids"]
    assert [(r.state, r.blob, r.lines) for r in again.results] == [(r.state, r.blob, r.lines) for r in found.results]


def test_what_changed_is_compared_again(root: Path) -> None:
    cache = Cache()
    verified(root, Shelf(FILES), cache)
    change(root / RECORD, "      path.write_text(note)", "      path.write_text(Note)")
    assert state_of(verified(root, Shelf(FILES), cache)) == "not-found"
    change(root / RECORD, "path.write_text(Note)", "path.write_text(note)")
    change(root / RECORD, "notes.py\n", 'notes.py\n    lines: "1"\n')
    assert state_of(verified(root, Shelf(FILES), cache)) == "lines-mismatch"
    assert state_of(verified(root, Shelf({**FILES, "src/notes.py": "x\n"}), cache)) == "not-found"


def test_the_cache_never_stands_for_the_commit(root: Path) -> None:
    cache = Cache()
    verified(root, Shelf(FILES), cache)
    found = verified(root, Shelf(FILES, Reason("commit-unreachable", "on no branch")), cache)
    assert dict(found.states) == {"not-found": 6}


@pytest.mark.parametrize("spoil", [b"", b"\xff\xfe\x00", b"{}\n", b"a b c 1-2\n" * 3, None])
def test_a_damaged_cache_costs_time_and_no_verdict(
    spoil: bytes | None, root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("cache")
    if spoil is None:
        (folder / FILE).mkdir()
    else:
        (folder / FILE).write_bytes(spoil)
    cache = Cache(folder)
    assert cache.found == {}
    assert dict(verified(root, Shelf(FILES), cache).states) == {"verified": 6}
    cache.save()
    assert len(Cache(folder).found) == (0 if spoil is None else 6)


def test_the_good_lines_of_a_damaged_cache_still_count(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("a" * 40, "b" * 64, None, (1, 2))
    cache.put("a" * 40, "b" * 64, (1, 9), (3, 4))
    cache.save()
    text = (tmp_path / FILE).read_text("ascii")
    (tmp_path / FILE).write_text("what\n" + text[:-2], "ascii")
    again = Cache(tmp_path)
    assert again.get("a" * 40, "b" * 64, None) == (1, 2)
    assert again.get("a" * 40, "b" * 64, (1, 9)) is None
    assert again.get("a" * 40, "c" * 64, None) is None


def test_a_cache_that_did_not_grow_is_not_written(tmp_path: Path) -> None:
    Cache(tmp_path).save()
    Cache(tmp_path / "nowhere").save()
    cache = Cache(tmp_path / "nowhere")
    cache.put("a" * 40, "b" * 64, None, (1, 2))
    cache.save()
    assert list(tmp_path.iterdir()) == []


# Captured files

CAPTURED = "A captured page.\n\nIt keeps notes.\n"
CAPTURE = f"""\
  SRC-2:
    kind: capture
    path: captures/page.txt
    sha256: {hashlib.sha256(CAPTURED.encode()).hexdigest()}
"""
FROM_CAPTURE = "  - id: page\n    source: SRC-2\n    path: captures/page.txt\n    text: |\n      It keeps notes.\n---"


@pytest.fixture
def captured(root: Path) -> Path:
    """The collection with a second source that is a captured file, and its path."""
    change(root / SYSTEM, "unpublished:", CAPTURE + "unpublished:")
    path = root / RECORD
    path.write_text(path.read_text("utf-8").removesuffix("---\n") + FROM_CAPTURE + "\n", "utf-8")
    file = root / "reports/demo/captures/page.txt"
    file.parent.mkdir()
    file.write_text(CAPTURED, "utf-8")
    return file


PAGE = "MEM-OBJ-note#page"


def test_a_quote_of_a_captured_file_is_verified(root: Path, captured: Path) -> None:
    assert captured.is_file()
    assert reported(root) == []
    found = verified(root, Shelf(FILES))
    assert dict(found.states) == {"verified": 7}
    entry = found.entries(book_of(root), TODAY)["demo"][PAGE]
    assert (entry.commit, entry.repository, entry.lines) == (hashlib.sha256(CAPTURED.encode()).hexdigest(), "", (3, 3))
    (root / "reports/demo/evidence.lock.yml").write_text(lock.write({PAGE: entry}), "utf-8")
    made = book_of(root)
    record = made.records["demo", "MEM-OBJ-note"]
    assert made.quote_state(record, record.quotes[1]) == "verified"
    assert reported(root) == []


def _rewritten(file: Path) -> None:
    file.write_text(CAPTURED + "More.\n", "utf-8")


def _linked(file: Path) -> None:
    file.rename(file.with_name("other.txt"))
    file.symlink_to("other.txt")


def _linked_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("elsewhere"))
    file.parent.symlink_to("elsewhere")


SPOILT: dict[str, tuple[Callable[[Path], None], str]] = {
    "rewritten": (_rewritten, "capture-changed"),
    "gone": (Path.unlink, "path-missing"),
    "behind a link": (_linked, "not-a-regular-file"),
    "in a folder behind a link": (_linked_folder, "path-missing"),
}


@pytest.mark.parametrize(("spoil", "code"), SPOILT.values(), ids=SPOILT)
def test_a_captured_file_that_is_not_the_one_verifies_nothing(
    spoil: Callable[[Path], None], code: str, root: Path, captured: Path
) -> None:
    spoil(captured)
    found = verified(root, Shelf(FILES))
    assert state_of(found, PAGE) == "not-found"
    (finding,) = found.diagnostics
    assert (finding.code, finding.severity, finding.place.uri) == (code, "error", SYSTEM)


def test_a_captured_source_is_one_file(root: Path, captured: Path) -> None:
    change(root / RECORD, "path: captures/page.txt", "path: captures/pages.txt")
    assert captured.is_file()
    (finding,) = verified(root, Shelf(FILES)).diagnostics
    assert (finding.code, finding.help) == ("path-missing", ("Did you mean `captures/page.txt`?",))


def test_a_captured_file_that_no_source_names_is_unexpected(root: Path, captured: Path) -> None:
    captured.with_name("other.txt").touch()
    (captured.parent / "folder").mkdir()
    assert list(map(code_of, reported(root))) == ["unexpected-file", "unexpected-file"]
    change(root / SYSTEM, "path: captures/page.txt", "path: page.txt")
    assert "malformed-path" in map(code_of, reported(root))


# A real repository


def test_a_quote_is_compared_with_the_commit_and_not_with_what_lies_around(root: Path) -> None:
    source = root / "source"
    lay(source, SOURCE)
    git(source, "init", "--quiet", "--initial-branch=main")
    before = commit(source)
    change(source / "src/notes.py", "    path.write_text(note)", "\n\n    path.write_text(note)")
    after = commit(source)
    (source / "src/notes.py").write_text("nothing\n")
    assert pinned(root, before)[NOTE] == ("verified", (6, 6))
    assert pinned(root, after)[NOTE] == ("verified", (8, 8))
    gone = commit(source)
    assert pinned(root, gone)[NOTE] == ("not-found", None)
    assert pinned(root, before)[NOTE] == ("verified", (6, 6))


def pinned(root: Path, revision: str) -> dict[str, tuple[str, tuple[int, int] | None]]:
    """State and lines of every quote when SRC-1 is pinned to a commit."""
    path = root / SYSTEM
    path.write_text(re.sub(r"revision: .*", f"revision: {revision}", path.read_text("utf-8")), "utf-8")
    located = {("demo", "SRC-1"): Located(root / "source", "settings", None)}
    results = verify(book_of(root), located, Repository).results
    return {result.wanted.key: (result.state, result.lines) for result in results}


# Mutations

OPERATORS = ("==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "=", "|", "and", "or", "not", "is", "in")
OPERATOR = re.compile(r"(?<= )(?:==|!=|<=|>=|[<>+\-*/=|]|and|or|not|is|in)(?= )")
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,:;()[]{}'\"+-*/=<>!#“”’–…éß"


def other_character(chance: random.Random, quote: str) -> str:
    """One character replaced, put in or taken out: not at the ends, where a cut leaves a shorter quote that is true."""
    quote = quote.strip()
    at = chance.choice([at for at in range(4, len(quote) - 4) if not quote[at].isspace()])
    letter = chance.choice([letter for letter in LETTERS if letter not in quote[at - 1 : at + 2]])
    return quote[:at] + chance.choice([letter, letter + quote[at], ""]) + quote[at + 1 :]


def other_word(chance: random.Random, quote: str) -> str:
    """One word replaced by another, written twice or left out, but not at the ends."""
    word = chance.choice(list(re.finditer(r"(?<=\W)\w+(?=\W)", quote.strip())))
    new = chance.choice(["memory", "never", f"{word[0]} {word[0]}", ""])
    return quote.strip()[: word.start()] + new + quote.strip()[word.end() :]


def other_operator(chance: random.Random, quote: str) -> str:
    """One operator replaced by another."""
    sign = chance.choice(list(OPERATOR.finditer(quote)))
    new = chance.choice([operator for operator in OPERATORS if operator != sign[0]])
    return quote[: sign.start()] + new + quote[sign.end() :]


def other_case(chance: random.Random, quote: str) -> str:
    """One letter or one word in the other case."""
    letters = chance.choice(list(re.finditer(chance.choice(["[A-Za-z]", "[A-Za-z]+"]), quote)))
    return quote[: letters.start()] + letters[0].swapcase() + quote[letters.end() :]


def other_space(chance: random.Random, quote: str) -> str:
    """White space written otherwise."""
    space = chance.choice(list(re.finditer(r"\s+", f" {quote} ")))
    new = chance.choice([" ", "\n", "\r\n", "\t", "\u00a0", "\f", "\u2028", "   \n\n "])
    return f" {quote} "[: space.start()] + new + f" {quote} "[space.end() :]


@pytest.fixture(scope="module")
def quoted() -> list[tuple[str, Content]]:
    """Quotes of one to four lines from our own program, each verified, with its file."""
    chance = random.Random(20261130)  # noqa: S311 - the same quotes in every run
    found: list[tuple[str, Content]] = []
    for path in sorted(Path(recordbook.__file__).parent.rglob("*.py")):
        text = path.read_text("utf-8")
        lines, content = text.split("\n"), Content(text)
        for _ in range(30):
            start = chance.randrange(len(lines))
            quote = "\n".join(lines[start : start + chance.randint(1, 4)])
            fit = len(fold(quote)) >= 40 and OPERATOR.search(quote)
            if fit and compare(quote, None, content).state == "verified":
                found.append((quote, content))
    assert len(found) > 300
    return found


@pytest.mark.parametrize("mutate", [other_character, other_word, other_operator, other_case])
def test_of_250_changes_to_verified_quotes_none_is_still_verified(
    mutate: Callable[[random.Random, str], str], quoted: list[tuple[str, Content]]
) -> None:
    chance = random.Random(mutate.__name__)  # noqa: S311 - the same changes in every run
    still = []
    for _ in range(250):
        quote, content = chance.choice(quoted)
        changed = mutate(chance, quote)
        assert fold(changed) != fold(quote)
        if compare(changed, None, content, explain=False).state == "verified":
            still.append((quote, changed))
        assert "text" in lock.changes(entry_of(quote), quote_of(changed), None)
    assert still == []


def test_changes_of_white_space_alone_leave_quotes_verified(quoted: list[tuple[str, Content]]) -> None:
    chance = random.Random("space")  # noqa: S311 - the same changes in every run
    for _ in range(250):
        quote, content = chance.choice(quoted)
        changed = other_space(chance, quote)
        assert compare(changed, None, content).ranges == compare(quote, None, content).ranges
        assert "text" not in lock.changes(entry_of(quote), quote_of(changed), None)


def test_a_quote_cut_at_its_end_is_another_quote_for_the_lock(quoted: list[tuple[str, Content]]) -> None:
    for quote, content in quoted[:100]:
        cut = fold(quote)[:-1]
        assert compare(cut, None, content).state in {"verified", "ambiguous"}
        assert "text" in lock.changes(entry_of(quote), quote_of(cut), None)


def quote_of(text: str) -> Quote:
    return Quote("q", "SRC-1", "a.py", None, text, ("quotes", 0))


def entry_of(text: str) -> lock.Entry:
    return lock.Entry(digest(text), "SRC-1", "self", PINNED, "a.py", "b" * 40, (1, 1), None, TODAY)
