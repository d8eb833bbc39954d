"""The map of the program: who may import whom and what, how long a piece of code may be, what must never be written."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]  # the only parser of patterns that Python has
from typing import TYPE_CHECKING, Any

import pytest

import recordbook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

PACKAGE = Path(recordbook.__file__).parent

FLOORS = (
    (
        "text",
        "putting",
        "diagnostics",
        "rules",
        "dates",
        "contract",
        "settings",
        "records",
        "shapes",
        "layouts",
        "models",
        "meant",
        "folders",
        "explained",
    ),
    (
        "decoding",
        "edits",
        "slips",
        "files",
        "frontmatter",
        "outline",
        "editor_schema",
        "complaints",
        "schema",
        "settings_shape",
        "settings_file",
        "values",
        "prose",
        "links",
        "reading",
        "parsing",
        "packing",
        "shelf",
        "loading",
        "repository",
    ),
    (
        "book",
        "cache",
        "captures",
        "changes",
        "checks",
        "cited",
        "converting",
        "drifting",
        "histories",
        "fixing",
        "formatting",
        "lock",
        "naming",
        "permalinks",
        "picking",
        "quotes",
        "renaming",
        "skeletons",
        "sources",
        "verification",
    ),
    (
        "addresses",
        "built",
        "site",
        "citing",
        "policy",
        "quoting",
        "cards",
        "crossrefs",
        "splicing",
        "twins",
        "pages",
        "contributing",
        "editing",
        "pipeline",
        "formats",
        "search",
    ),
    ("hosting", "plugin", "language_server", "cli", "commands"),
)
"""Every room, from the words at the bottom to the shells on top. Imports go down or sideways."""

OUTSIDE: Mapping[str, frozenset[str]] = {
    "click": frozenset({"cli", "commands", "formats"}),
    "git": frozenset({"repository"}),
    "jinja2": frozenset({"pages", "plugin"}),
    "lsprotocol": frozenset({"language_server"}),
    "lunr": frozenset({"search"}),
    "markdown": frozenset({"prose"}),
    "markupsafe": frozenset({"cards", "pages", "plugin", "quoting", "search"}),
    "mkdocs": frozenset({"hosting", "plugin"}),
    "nh3": frozenset({"prose"}),
    "pydantic": frozenset({"shapes", "models", "complaints", "schema", "settings_shape", "twins"}),
    "pydantic_core": frozenset({"shapes", "complaints", "settings_shape", "sources"}),
    "pygls": frozenset({"language_server"}),
    "pygments": frozenset({"prose", "quoting"}),
    "pymdownx": frozenset({"prose"}),
    "yaml": frozenset({"frontmatter"}),
}
"""What is not ours and not Python's, and the rooms that may use it."""

MODULE_LINES = 350
FUNCTION_LINES = 40
LIVE_MARKUP = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcdoc")

Sources = dict[str, str]
"""Path below the package to a module's source."""


def ours() -> Sources:
    return {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def room(path: str) -> str:
    return path.partition("/")[0].removesuffix(".py")


def floor(name: str) -> int | None:
    return next((number for number, rooms in enumerate(FLOORS) if name in rooms), None)


def imported(source: str) -> Iterator[str]:
    """Every module that a source imports, at run time or for its types."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "recordbook":
            yield from (f"recordbook.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def rooms_imported(sources: Sources) -> Iterator[tuple[str, str]]:
    """Path of a module, and a room that it imports from."""
    for path, source in sources.items():
        for name in imported(source):
            top, _, rest = name.partition(".")
            target = rest.split(".")[0]
            if top == "recordbook" and target not in {"", "__version__", room(path)}:
                yield path, target


def up(sources: Sources) -> Iterator[str]:
    for path, target in rooms_imported(sources):
        here, there = floor(room(path)), floor(target)
        if here is not None and there is not None and there > here:
            yield f"{path} imports {target} from a floor above"


def unknown_room(sources: Sources) -> Iterator[str]:
    for path in sources:
        if floor(room(path)) is None and path != "__init__.py":
            yield f"{path} is in no room of the map"


def circle(sources: Sources) -> Iterator[str]:
    """Rooms that import each other, taken away one by one from those that import nothing more."""
    needs: dict[str, set[str]] = {room(path): set() for path in sources}
    for path, target in rooms_imported(sources):
        needs[room(path)].add(target)
    while free := [name for name, others in needs.items() if not others & needs.keys()]:
        for name in free:
            del needs[name]
    if needs:
        yield f"{', '.join(sorted(needs))} import each other in a circle"


def outside(sources: Sources) -> Iterator[str]:
    for path, source in sources.items():
        for name in imported(source):
            top = name.split(".")[0]
            if top != "recordbook" and top not in sys.stdlib_module_names and room(path) not in OUTSIDE.get(top, ()):
                yield f"{path} may not import {name}"


def long_module(sources: Sources) -> Iterator[str]:
    for path, source in sources.items():
        if (lines := len(source.splitlines())) > MODULE_LINES:
            yield f"{path} has {lines} lines"


def long_function(sources: Sources) -> Iterator[str]:
    for path, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    yield f"{path}: {node.name} has {lines} lines"


def drawer(sources: Sources) -> Iterator[str]:
    for path in sources:
        if re.search(r"(?:^|/)_?(?:utils?|helpers?|common|misc)(?:\.py$|/)", path):
            yield f"{path} says nothing about what is in it"


RULES: tuple[tuple[Callable[[Sources], Iterator[str]], Sources], ...] = (
    (up, {"text.py": "from recordbook.pipeline import run"}),
    (up, {"prose/x.py": "def f():\n    from recordbook import book"}),
    (up, {"pages/x.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import recordbook.plugin"}),
    (unknown_room, {"attic.py": ""}),
    (circle, {"rules.py": "from recordbook.settings import FILE", "settings.py": "from recordbook.rules import RULE"}),
    (outside, {"loading.py": "import yaml"}),
    (outside, {"book.py": "from mkdocs.config import base"}),
    (outside, {"pipeline.py": "def f():\n    import mkdocs.plugins"}),
    (outside, {"cards/x.py": "from markdown import Markdown"}),
    (outside, {"quoting.py": "import nh3"}),
    (outside, {"text.py": "import requests"}),
    (outside, {"text.py": "from .rules import found"}),
    (long_module, {"text.py": "\n" * 351}),
    (long_function, {"text.py": "class A:\n    def f(self):\n" + "        x = 1\n" * 40}),
    (drawer, {"utils.py": ""}),
    (drawer, {"pages/_helpers.py": ""}),
)
"""Each rule of the map with a made-up program that breaks it."""


@pytest.mark.parametrize("rule", dict.fromkeys(rule for rule, _ in RULES), ids=lambda rule: rule.__name__)
def test_the_program_keeps_to_its_map(rule: Callable[[Sources], Iterator[str]]) -> None:
    assert list(rule(ours())) == []


@pytest.mark.parametrize(("rule", "sources"), RULES)
def test_the_map_catches_who_breaks_it(rule: Callable[[Sources], Iterator[str]], sources: Sources) -> None:
    assert len(list(rule(sources))) == 1


def test_the_map_shows_no_room_that_is_not_there() -> None:
    assert {name for rooms in FLOORS for name in rooms} == {room(path) for path in ours()} - {"__init__"}


def test_no_script_or_template_turns_text_into_markup() -> None:
    files = [path for ending in ("*.js", "*.html") for path in PACKAGE.rglob(ending)]
    assert files
    assert [path.name for path in files if LIVE_MARKUP.search(path.read_text("utf-8"))] == []
    assert LIVE_MARKUP.search("node.innerHTML = text")


# Patterns


def patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Every pattern of the package: those that its modules hold, and those written inside a call."""
    for module in pkgutil.walk_packages(recordbook.__path__, "recordbook."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, re.Pattern):
                yield f"{module.name}.{name}", value
    for path, source in ours().items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    flags = re.ASCII if "re.ASCII" in ast.unparse(node) or "re.A)" in ast.unparse(node) else 0
                    yield f"{path}:{node.lineno}", re.compile(first.value, flags)


def slow(tree: Any, *, inside: bool = False) -> bool:
    """Whether a repeat without bound holds another one, and neither keeps what it took."""
    for kind, value in tree:
        name = str(kind)
        if name in {"MAX_REPEAT", "MIN_REPEAT"}:
            unbound = value[1] is _constants.MAXREPEAT or value[1] > FUNCTION_LINES
            if (unbound and inside) or slow(value[2], inside=inside or unbound):
                return True
        else:
            inside_too = inside and name not in {"POSSESSIVE_REPEAT", "ATOMIC_GROUP"}
            if any(slow(part, inside=inside_too) for part in parts(value)):
                return True
    return False


def parsed(pattern: re.Pattern[Any]) -> Any:
    return _parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)


def parts(value: Any) -> Iterator[Any]:
    """The patterns inside one piece of a pattern."""
    if isinstance(value, _parser.SubPattern):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from parts(part)


def knows_more_than_ascii(pattern: re.Pattern[Any]) -> bool:
    r"""Whether ``\d`` or ``\w`` stands for the digits and letters of all scripts."""
    if isinstance(pattern.pattern, bytes):
        return False
    plain = re.sub(r"\\\\", "", pattern.pattern)
    return bool(re.search(r"\\[dwDW]", plain)) and not pattern.flags & re.ASCII


def test_no_pattern_of_ours_repeats_a_repeat() -> None:
    found = dict(patterns())
    assert len(found) > 50
    assert [name for name, pattern in found.items() if slow(parsed(pattern))] == []


def keeping(tree: Any) -> bool:
    """Whether a group keeps what it took: Python up to 3.11.4 gives a part of it back where a try inside it fails."""
    for kind, value in tree:
        name = str(kind)
        if name == "ATOMIC_GROUP" or (name == "POSSESSIVE_REPEAT" and [str(one) for one, _ in value[2]] not in _SINGLE):
            return True
        if any(keeping(part) for part in parts(value)):
            return True
    return False


_SINGLE = (["LITERAL"], ["NOT_LITERAL"], ["IN"], ["ANY"])
"""What is one character, which these versions keep as they should."""


def test_no_group_of_ours_keeps_what_it_took() -> None:
    assert [name for name, pattern in patterns() if keeping(parsed(pattern))] == []


@pytest.mark.parametrize("pattern", [r"(?:a-)*+", r"(?>ab?)", r"x(?:(?:ab)++)?", r"(?=(?:ab){2,}+)"])
def test_a_group_that_keeps_what_it_took_is_caught(pattern: str) -> None:
    assert keeping(_parser.parse(pattern))


def test_digits_and_letters_in_patterns_are_ascii() -> None:
    assert [name for name, pattern in patterns() if knows_more_than_ascii(pattern)] == []


SLOW = (r"(a+)+$", r"([a-z0-9]+-?)+", r"(?:x*y*)*", r"(?:(?:a|b+)c?)*", r"(?=(a+)*)", r"(.*?,)*")


@pytest.mark.parametrize("pattern", SLOW)
def test_a_pattern_that_can_take_for_ever_is_caught(pattern: str) -> None:
    assert slow(_parser.parse(pattern))


@pytest.mark.parametrize("pattern", [r"a+b+", r"(?:a++b)*", r"(?:-[a-z]){0,2}", r"(?:[a-z]+-){1,3}", r"(?>a+)*"])
def test_a_pattern_that_keeps_what_it_took_is_not(pattern: str) -> None:
    assert not slow(_parser.parse(pattern))


def test_a_digit_of_another_script_is_caught() -> None:
    assert knows_more_than_ascii(re.compile(r"[0-9]\d"))
    assert not knows_more_than_ascii(re.compile(r"\d", re.ASCII))
    assert not knows_more_than_ascii(re.compile(r"\\d"))
