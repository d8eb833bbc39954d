"""Makes one classic script of the modules in `script/`: module scripts do not load from a disk.

No bundler from elsewhere: our modules import by name and only each other, so a bundle is every module in a function of
its own, in the order of their needs. What a module may not hold is refused, with its line.
The words of a query are prepared by lunr's functions, which are taken from the `lunr.js` that MkDocs installs.
"""

from __future__ import annotations

import os
import re
import sys
from graphlib import CycleError, TopologicalSorter
from importlib import metadata
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "plugins/recordbook/script"
BUNDLE = ROOT / "plugins/recordbook/theme/assets/recordbook/recordbook.js"
LANGUAGE = SCRIPT / "search/lunr-pipeline.js"
"""Made anew each time and never committed."""
NOTICE = "/*! Made by `make bundle`. Holds parts of lunr, copyright 2020 Oliver Nightingale, MIT: lunr-license.txt */"

_IMPORT = re.compile(r'import (?:\{([^}]*)\}|\* as (\w+)) from "(\.[\w./-]+)";\n', re.ASCII)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.ASCII | re.MULTILINE)
_COMMENT = re.compile(r"^[ ]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)\n", re.MULTILINE)
_REFUSED = re.compile(r"^(?:import|export)\b.*|^[^`\n]*`(?:[^`\n]*`[^`\n]*`)*[^`\n]*$", re.MULTILINE)
_PART = re.compile(r"^/\*!\n \* lunr\.(\w+)\n", re.ASCII | re.MULTILINE)
_PARTS = ("stemmer", "stopWordFilter")
_ENDS = """
export const stemmer = (word) => lunr.stemmer({ update: (change) => change(word) });
export const stopWords = { has: (word) => lunr.stopWordFilter(word) === undefined };
"""


def language() -> str:
    """The module of lunr's pipeline: `stemmer`, from word to stem, and the set `stopWords`. Raises ``SystemExit``."""
    found = [file for file in metadata.files("mkdocs") or () if file.name == "lunr.js"]
    if len(found) != 1:
        sys.exit(f"the installed mkdocs holds {len(found)} files lunr.js, not 1")
    _, *pieces = _PART.split(found[0].read_text("utf-8"))
    parts = dict(zip(pieces[::2], pieces[1::2], strict=True))
    code = "".join(f"/*\n{parts[name]}" for name in _PARTS)
    return f"const lunr = {{ Pipeline: {{ registerFunction() {{}} }} }};\n{code}{_ENDS}"


def write_language() -> None:
    """Put the module of the language beside ours, where Node's tests import it; several may do so at once."""
    code = language()
    if not LANGUAGE.exists() or LANGUAGE.read_text("utf-8") != code:
        LANGUAGE.parent.mkdir(exist_ok=True)
        made = LANGUAGE.with_suffix(f".{os.getpid()}")
        made.write_text(code, "utf-8")
        made.replace(LANGUAGE)


def modules(folder: Path) -> dict[str, str]:
    """Path below ``folder`` to the source of every module, with the one of the language."""
    found = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in sorted(folder.rglob("*.js"))}
    return {**found, LANGUAGE.relative_to(SCRIPT).as_posix(): language()}


def bundle(sources: dict[str, str], entry: str = "main.js") -> str:
    """One classic script that runs ``entry``. Raises ``SystemExit`` for what cannot be bundled."""
    needs: dict[str, list[str]] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in sources:
            sys.exit(f"{name} is imported and does not exist")
        needs[name] = [_target(name, address) for _, _, address in _IMPORT.findall(sources[name])]
        waiting += [other for other in needs[name] if other not in needs]
    try:
        order = list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        sys.exit(f"modules import each other in a circle: {' → '.join(error.args[1])}")
    body = "".join(_wrapped(name, sources[name]) for name in order)
    return f'{NOTICE}\n(function () {{\n"use strict";\n{body}}})();\n'


def _target(module: str, address: str) -> str:
    """The path of a module from the address by which another one imports it."""
    parts: list[str] = []
    for part in (PurePosixPath(module).parent / address).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


def _wrapped(name: str, source: str) -> str:
    exports = ", ".join(_EXPORT.findall(source))
    inside = _IMPORT.sub(lambda found: _taken(name, found), _EXPORT.sub("", source))
    inside = re.sub(r"^ +|\n(?=\n)", "", _COMMENT.sub("", inside), flags=re.MULTILINE)
    refused = _REFUSED.search(inside)
    if refused:
        sys.exit(f"{name}: the bundle cannot hold {refused[0]!r}: import and export by name, one line a template")
    return f"const {variable(name)} = (function () {{\n{inside.strip()}\nreturn {{ {exports} }};\n}})();\n"


def _taken(module: str, found: re.Match[str]) -> str:
    names, whole, address = found.groups()
    left = whole or "{" + " ".join(re.sub(r" as ", ": ", names).split()) + "}"
    return f"const {left} = {variable(_target(module, address))};\n"


def variable(module: str) -> str:
    """The name that a module has in the bundle."""
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"), flags=re.ASCII)


if __name__ == "__main__":
    write_language()
    BUNDLE.write_text(bundle(modules(SCRIPT)), "utf-8")
