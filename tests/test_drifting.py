"""What became of quotes at another commit: each state, renames by git itself, and what cannot be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from building import quote
from pinned import collection
from recordbook.book import build
from recordbook.drifting import STATES, Drift, Drifts, drift
from recordbook.loading import load
from recordbook.repository import GitError, Reason, Repository
from recordbook.settings import Settings
from recordbook.sources import Located
from recordbook.verification import verify
from repositories import Made, make

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

KEY = ("demo", "SRC-1")
LONG = "".join(f"line {number} of the file\n" for number in range(1, 41))
NOTES = f"""import os


def write(path, note):
    path.write_text(note)


{LONG}"""


def drifted(place: Made | Located, old: str, to: str, quotes: str, tmp_path: Path) -> Drifts:
    """What became of the quotes of a collection that is pinned to ``old``."""
    collection(tmp_path / "site", old, quotes)
    book = build(load(tmp_path / "site", Settings()))
    places = {KEY: Located(place.path, "command line", None) if isinstance(place, Made) else place}
    return drift(verify(book, places, Repository).results, places, Repository, to)


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return make(tmp_path / "source", {"src/a.py": NOTES})


def after(made: Made, files: Mapping[str, str | bytes], *gone: str) -> str:
    for name in gone:
        (made.path / name).unlink()
    return made.commit(files, "two")


def one(made: Made, text: str, tmp_path: Path, lines: str = "") -> Drift:
    """What became of a quote between the first commit and the branch `main`."""
    old = made.git("rev-list", "--max-parents=0", "HEAD")
    (found,) = drifted(made, old, "main", quote(text=text, lines=lines), tmp_path).quotes
    return found


def test_a_quote_of_a_file_that_did_not_change_is_unchanged(made: Made, tmp_path: Path) -> None:
    after(made, {"src/b.py": "other"})
    found = one(made, "path.write_text(note)", tmp_path)
    assert (found.state, found.was, found.candidates, found.path) == ("unchanged", (5, 5), ((5, 5),), "src/a.py")


def test_a_quote_above_a_change_is_unchanged_and_one_below_moved(made: Made, tmp_path: Path) -> None:
    after(made, {"src/a.py": NOTES.replace("line 10 ", "line 9 and a half\nline 10 ")})
    assert one(made, "path.write_text(note)", tmp_path).state == "unchanged"
    found = one(made, "line 20 of the file\nline 21 of the file", tmp_path)
    assert (found.state, found.was, found.candidates) == ("moved", (27, 28), ((28, 29),))


def test_a_change_of_white_space_alone_is_none(made: Made, tmp_path: Path) -> None:
    after(made, {"src/a.py": NOTES.replace("path.write", "\tpath.write").replace("\n", "\r\n")})
    assert one(made, "path.write_text(note)", tmp_path).state == "unchanged"


def test_a_quote_whose_words_changed_comes_with_the_nearest_passage(made: Made, tmp_path: Path) -> None:
    after(made, {"src/a.py": NOTES.replace("write_text(note)", "write_text(note, 'utf-8')")})
    found = one(made, "path.write_text(note)", tmp_path)
    assert (found.state, found.candidates, found.path) == ("changed", (), "src/a.py")
    assert found.nearest
    assert found.nearest.lines == (5, 5)
    assert found.nearest.passage.startswith("path.write_text(note")


def test_a_quote_with_nothing_near_it_is_gone(made: Made, tmp_path: Path) -> None:
    after(made, {"src/a.py": "0" * 100})
    found = one(made, "path.write_text(note)", tmp_path)
    assert (found.state, found.path, found.nearest) == ("gone", "src/a.py", None)
    assert found.why == "nothing in the file comes near it"


def test_a_quote_of_a_deleted_file_is_gone(made: Made, tmp_path: Path) -> None:
    after(made, {"src/b.py": "other"}, "src/a.py")
    found = one(made, "path.write_text(note)", tmp_path)
    assert (found.state, found.path, found.candidates) == ("gone", "", ())
    assert found.why


@pytest.mark.parametrize("content", [b"\0", b"\xff", b"x" * 2_100_000])
def test_a_quote_of_a_file_that_is_no_longer_text_is_gone(made: Made, content: bytes, tmp_path: Path) -> None:
    after(made, {"src/a.py": content})
    found = one(made, "path.write_text(note)", tmp_path)
    assert found.state == "gone"
    assert found.why


def test_a_renamed_file_is_found_by_git_itself(made: Made, tmp_path: Path) -> None:
    after(made, {"store/new name#1.py": "# new\n" + NOTES}, "src/a.py")
    found = one(made, "path.write_text(note)", tmp_path)
    assert (found.state, found.path, found.was) == ("renamed", "store/new name#1.py", (5, 5))
    assert found.candidates == ((6, 6),)


def test_a_file_that_was_renamed_as_it_is_needs_no_reading(made: Made, tmp_path: Path) -> None:
    after(made, {"b.py": NOTES}, "src/a.py")
    found = one(made, "path.write_text(note)", tmp_path)
    assert (found.state, found.path, found.candidates) == ("renamed", "b.py", ((5, 5),))


def test_a_quote_that_changed_in_a_renamed_file_is_changed(made: Made, tmp_path: Path) -> None:
    after(made, {"b.py": NOTES.replace("write_text(note)", "write_text(text)")}, "src/a.py")
    found = one(made, "path.write_text(note)", tmp_path)
    assert (found.state, found.path) == ("changed", "b.py")


def test_of_two_places_the_one_where_the_old_lines_went_is_meant(made: Made, tmp_path: Path) -> None:
    after(made, {"src/a.py": "# new\n" + NOTES + "\n    path.write_text(note)\n"})
    found = one(made, "path.write_text(note)", tmp_path)
    assert (found.state, found.candidates) == ("moved", ((6, 6),))


def test_where_that_cannot_be_told_all_places_are_named(made: Made, tmp_path: Path) -> None:
    after(made, {"src/a.py": "\n        path.write_text(note)\n\n  path.write_text(note)\n"})
    found = one(made, "path.write_text(note)", tmp_path)
    assert (found.state, found.candidates) == ("ambiguous", ((2, 2), (4, 4)))


def test_two_places_in_one_line_are_one_place_to_look_at(made: Made, tmp_path: Path) -> None:
    after(made, {"src/a.py": "path.write_text(note); path.write_text(note)\n"})
    assert one(made, "path.write_text(note)", tmp_path).candidates == ((1, 1),)


def test_a_quote_told_apart_by_its_lines_is_followed(made: Made, tmp_path: Path) -> None:
    made.commit({"src/a.py": "x = 1\ny\nx = 1\n"})
    old = made.git("rev-parse", "HEAD")
    after(made, {"src/a.py": "x = 1\nnew\ny\nx = 1\n"})
    (found,) = drifted(made, old, "main", quote(text="x = 1", lines="3"), tmp_path).quotes
    assert (found.state, found.was, found.candidates) == ("moved", (3, 3), ((4, 4),))


# Commits


def test_any_name_of_a_commit_will_do(made: Made, tmp_path: Path) -> None:
    old = made.git("rev-parse", "HEAD")
    new = after(made, {"src/a.py": "\n" + NOTES})
    made.git("tag", "--annotate", "v2", "--message", "two")
    for name in ("main", "v2", new, new[:12], "refs/tags/v2"):
        found = drifted(made, old, name, quote(text="path.write_text(note)"), tmp_path)
        assert [(move.revision, move.why) for move in found.moves] == [(new, "")]
        assert [quote.state for quote in found.quotes] == ["moved"]


@pytest.mark.parametrize("name", ["nowhere", "", "--output=x", "main:src/a.py", "f" * 40, "main\n"])
def test_a_name_that_stands_for_no_commit_compares_nothing(made: Made, name: str, tmp_path: Path) -> None:
    old = made.git("rev-parse", "HEAD")
    found = drifted(made, old, name, quote(text="path.write_text(note)"), tmp_path)
    assert [move.revision for move in found.moves] == [""]
    assert [(quote.state, quote.why) for quote in found.quotes] == [("not compared", found.moves[0].why)]
    assert found.moves[0].why


def test_a_commit_that_no_branch_holds_is_followed_with_a_caution(made: Made, tmp_path: Path) -> None:
    old = made.git("rev-parse", "HEAD")
    new = after(made, {"src/a.py": "\n" + NOTES})
    made.git("update-ref", "refs/pull/7/head", new)
    made.git("reset", "--quiet", "--hard", old)
    found = drifted(made, old, new, quote(text="path.write_text(note)"), tmp_path)
    assert [quote.state for quote in found.quotes] == ["moved"]
    assert "no branch or tag contains" in found.moves[0].why


def test_a_quote_that_is_not_verified_is_not_followed(made: Made, tmp_path: Path) -> None:
    old = made.git("rev-parse", "HEAD")
    found = drifted(made, old, "main", quote("one", text="nothing") + quote("two", text="import os"), tmp_path)
    assert [quote.state for quote in found.quotes] == ["not compared", "unchanged"]
    assert "not verified at the pinned commit" in found.quotes[0].why
    assert found.states == {**dict.fromkeys(STATES, 0), "not compared": 1, "unchanged": 1}


def test_a_source_that_is_not_here_compares_nothing(tmp_path: Path) -> None:
    nowhere = Located(None, "", Reason("source-unavailable", "it is elsewhere"))
    found = drifted(nowhere, "0" * 40, "main", quote(text="import os"), tmp_path)
    assert [(quote.state, quote.why) for quote in found.quotes] == [("not compared", "it is elsewhere")]
    folder = Located(tmp_path, "command line", None)
    assert drifted(folder, "0" * 40, "main", quote(text="import os"), tmp_path).moves[0].revision == ""


def test_a_file_that_a_copy_does_not_hold_is_not_compared(made: Made, tmp_path: Path) -> None:
    """A copy without the files of the newer commit, as the cache keeps it."""
    old = made.git("rev-parse", "HEAD")
    made.git("config", "uploadpack.allowFilter", "true")
    after(made, {"src/a.py": "\n" + NOTES, "b.py": "x"})
    copy = made.clone(tmp_path / "copy", "--bare", "--filter=blob:none")
    copy.git("rev-list", "--objects", "--missing=print", old)
    copy.git("cat-file", "-p", f"{old}:src/a.py")  # fetches the one file of the pinned commit
    (found,) = drifted(copy, old, "main", quote(text="import os"), tmp_path).quotes
    assert (found.state, found.was) == ("not compared", (1, 1))
    assert "does not hold the content" in found.why


def test_git_that_fails_is_no_state_of_a_quote(made: Made, tmp_path: Path) -> None:
    class Failing(Repository):
        def ids(self, revision: str, paths: object) -> dict[str, str | Reason]:
            raise GitError(f"{revision}{paths}")

    old = made.git("rev-parse", "HEAD")
    collection(tmp_path / "site", old, quote(text="import os"))
    book = build(load(tmp_path / "site", Settings()))
    places = {KEY: Located(made.path, "command line", None)}
    results = verify(book, places, Repository).results
    with pytest.raises(GitError):
        drift(results, places, Failing, "main")
