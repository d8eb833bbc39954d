"""The script of the pages: its modules do what they say, and what ships is made of them as they are."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import bundle
from noding import node

TESTS = Path(__file__).parent / "script"
BUDGET = 25 * 1024
"""Bytes that a page's script may weigh when it is sent, search and all."""


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.test.js")), ids=lambda path: path.name)
def test_a_module_passes_its_own_tests(path: Path) -> None:
    assert "# fail 0" in node("--test", "--test-reporter=tap", str(path))


def test_the_shipped_script_is_made_of_the_modules_as_they_are() -> None:
    made = bundle.bundle(bundle.modules(bundle.SCRIPT))
    assert bundle.BUNDLE.read_text("utf-8") == made, "run `make bundle`"


def test_every_module_is_shipped_and_the_whole_is_light() -> None:
    shipped = bundle.BUNDLE.read_text("utf-8")
    names = [path.relative_to(bundle.SCRIPT).as_posix() for path in bundle.SCRIPT.rglob("*.js")]
    idle = {bundle.LANGUAGE.relative_to(bundle.SCRIPT).as_posix()}
    assert [name for name in names if name not in idle and f"const {bundle.variable(name)} =" not in shipped] == []
    assert len(gzip.compress(shipped.encode(), 9)) <= BUDGET


def test_the_license_of_borrowed_code_ships_with_it() -> None:
    assert "lunr-license.txt" in bundle.NOTICE
    assert "MIT" in bundle.NOTICE
    assert "Oliver Nightingale" in (bundle.BUNDLE.parent / "lunr-license.txt").read_text("utf-8")


# The bundler


def run(sources: dict[str, str]) -> str:
    return node("-", given=bundle.bundle(sources))


def test_a_bundle_runs_each_module_once_and_after_what_it_needs() -> None:
    sources = {
        "main.js": 'import { twice, ask as question } from "./a/b.js";\nimport * as c from "./c.js";\n'
        "console.log(twice(2), question, c.name);\n",
        "a/b.js": 'import { name } from "../c.js";\n/* `twice` doubles. */\nexport function twice(x) {\n'
        "  // a comment\n  return 2 * x;\n}\nexport const ask = `${name}?`;\n",
        "c.js": 'export const name = "c";\nconst twice = "private, as each module has names of its own";\n'
        "console.log(twice.length > 0);\n",
        "idle.js": "throw Error();\n",
    }
    assert run(sources) == "true\n4 c? c\n"
    assert "comment" not in bundle.bundle(sources)
    assert "idle" not in bundle.bundle(sources)


def test_a_bundle_says_true_things_about_words() -> None:
    words = 'console.log(stemmer("retrieving"), stopWords.has("the"), stopWords.has("constructor"));'
    main = f'import {{ stemmer, stopWords }} from "./lunr.js";\n{words}\n'
    assert run({"main.js": main, "lunr.js": bundle.language()}) == "retriev true false\n"


REFUSED = {
    "default": ("export default 1;\n", "export default 1;"),
    "a changing export": ("export let a = 1;\n", "export let a"),
    "a list of exports": ("const a = 1;\nexport { a };\n", "export { a }"),
    "a package": ('import fs from "node:fs";\n', "node:fs"),
    "a template over two lines": ("const a = `b\n  c`;\n", "const a = `b"),
    "a circle": ('import { a } from "./main.js";\nexport const b = a;\n', "circle: "),
    "nothing": ('import { a } from "./gone.js";\n', "gone.js is imported and does not exist"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_bundle_cannot_hold_is_refused(name: str) -> None:
    source, message = REFUSED[name]
    main = 'import * as b from "./b.js";\nexport const a = b;\n'
    with pytest.raises(SystemExit) as stopped:
        bundle.bundle({"main.js": main, "b.js": source})
    assert message in str(stopped.value)
