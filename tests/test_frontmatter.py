"""The strict part of YAML that files are written in: what is read, what is refused, and where."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from recordbook import frontmatter
from recordbook.frontmatter import read_markdown, read_yaml
from recordbook.settings import Limits
from recordbook.text import Text

LOADERS = {loader.__name__: loader for loader in (getattr(yaml, "CSafeLoader", yaml.SafeLoader), yaml.SafeLoader)}


@pytest.fixture(params=LOADERS, autouse=True)
def _with_each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontmatter, "LOADER", LOADERS[request.param])


def value(content: str) -> Any:
    document, findings = read_yaml(Text("a.yml", f"a: {content}\n"), Limits())
    assert findings == []
    assert document is not None
    return document.data["a"]


def refusal(content: str, limits: Limits | None = None) -> str:
    document, findings = read_yaml(Text("a.yml", content), limits or Limits())
    assert document is None
    (found,) = findings
    return f"{found.code}:{found.place.line}:{found.place.column} {found.message}"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("12:13", "12:13"),
        ("no", "no"),
        ("3.10", "3.10"),
        ("0x1F", "0x1F"),
        ("0123", "0123"),
        ("2026-11-30", "2026-11-30"),
        (".nan", ".nan"),
        ("=", "="),
        ("True", "True"),
        ("Null", "Null"),
        ("", None),
        ("~", None),
        ("null", None),
        ("'null'", "null"),
        ('""', ""),
        ("[no, ~, '']", ["no", None, ""]),
        ("{b: {c: 1}}", {"b": {"c": "1"}}),
        ("one\n  two\n\n  three", "one two\nthree"),
        (">-\n  one\n  two", "one two"),
        ("|\n  one\n   two\n", "one\n two\n"),
        ("|2-\n    one\n   two\n", "  one\n two"),
        ("|\n  \tone\n  two\t\n", "\tone\ntwo\t\n"),
        ('"a\tb\\tc"', "a\tb\tc"),
        ("'a\tb'", "a\tb"),
        ("b  # a comment\twith a tab", "b"),
        ("b#c", "b#c"),
        ("a::b", "a::b"),
        ("https://a.example/?b=c", "https://a.example/?b=c"),
    ],
)
def test_every_value_is_read_as_text(written: str, read: Any) -> None:
    assert value(written) == read


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        ("a: &x b", "yaml-alias:1:4 the anchor `&x`"),
        ("a: *x", "yaml-alias:1:4 the alias `*x`"),
        ("<<: {a: b}", "yaml-alias:1:1 the merge key `<<`"),
        ("a: !!int 1", "yaml-tag:1:4 the tag `!!int`"),
        ("a: !<tag:x> 1", "yaml-tag:1:4 the tag `!<tag:x>`"),
        ("a: [!x b]", "yaml-tag:1:5 the tag `!x`"),
        ("a: b\nc: d\na: e", "duplicate-key:3:1 the key `a` stands here a second time; the first is on line 1"),
        ("a: {b: c, b: d}", "duplicate-key:1:11 the key `b` stands here a second time; the first is on line 1"),
        ("? [a]\n: b", "key-not-text:1:3 a key that is a list or a mapping"),
        ("? |\n  a\n: b", "key-not-text:1:3 a key that is not plain text"),
        ("'': b", "key-not-text:1:1 a key that is not plain text"),
        ("a: b\n---\nc: d", "second-document:2:1 a second YAML document begins here"),
        ("a: b\n...\n", "second-document:2:1 `...` ends the YAML document"),
        ("", "front-matter-not-a-mapping:1:1 the file has no fields"),
        ("# only\n", "front-matter-not-a-mapping:1:1 the file has no fields"),
        ("\n- a\n", "front-matter-not-a-mapping:2:1 this is not made of `key: value` lines"),
        ('a: "\\0"', "control-character:1:4 an escape in this value makes U+0000, which has no place in text"),
        (
            'a: "\\u2028"',
            "line-separator:1:4 an escape in this value makes U+2028, which some tools take for a line break",
        ),
        ('a: "\t\\uFDD0"', "control-character:1:4 an escape in this value makes U+FDD0, which has no place in text"),
        ('a: "\\ud800"', "yaml-syntax:1:4 an escape in this value makes half a character (a surrogate)"),
        ('a: "\\U00110000"', 'yaml-syntax:1:1 this cannot be read as YAML: `a: "\\U00110000"`'),
        (
            "%YAML 1.1\n---\na: b",
            "value-starts-with-mark:1:1 the value `%YAML 1.1` begins with `%`, which YAML gives a meaning of its own",
        ),
    ],
)
def test_what_only_confuses_is_refused_at_its_place(content: str, finding: str) -> None:
    assert refusal(content) == finding


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        ("a: @b", "value-starts-with-mark:1:4 the value `@b` begins with `@`, which YAML gives a meaning of its own"),
        (
            "a: `b`",
            "value-starts-with-mark:1:4 the value `'b'` begins with a backtick, which YAML gives a meaning of its own",
        ),
        (
            "a:\n  - %b",
            "value-starts-with-mark:2:5 the value `%b` begins with `%`, which YAML gives a meaning of its own",
        ),
        (
            "a: [b] c",
            "value-starts-with-mark:1:4 the value `[b] c` begins with `[`, which YAML gives a meaning of its own",
        ),
        ("a: b: c", "yaml-syntax:1:4 `: ` inside the unquoted value `b: c` begins a key"),
        ("a: [b?]", "yaml-syntax:1:6 an unquoted `?` inside `[…`"),
        (
            "a: |# b\n  c",
            "value-starts-with-mark:1:4 the value `|# b` begins with `|`, which YAML gives a meaning of its own",
        ),
        ("a: {b: c, d}", "comma-made-a-key:1:11 the comma before `d` began a new key"),
        ("\ta: b", "yaml-syntax:1:1 a tab in the indentation"),
        ("a:\n\t- b", "yaml-syntax:2:1 a tab in the indentation"),
        ("a:\tb", "yaml-syntax:1:3 a tab between values"),
        ("a: b\tc", "yaml-syntax:1:5 a tab between values"),
        ("a: b\n c: d", "yaml-syntax:2:2 this cannot be read as YAML: `c: d`"),
        ("a: 'b\nc: d\n", "yaml-syntax:2:1 this cannot be read as YAML: `c: d`"),
    ],
)
def test_a_slip_gets_a_message_of_its_own(content: str, finding: str) -> None:
    assert refusal(content) == finding


@pytest.mark.parametrize(
    ("written", "columns"),
    [("C# in #depth", [7]), ("b #", [3]), ("b  # c", []), ("'b' # c", []), ("[b] # c", []), ("# c", [])],
)
def test_a_comment_that_cuts_a_value_is_a_warning(written: str, columns: list[int]) -> None:
    document, findings = read_yaml(Text("a.yml", f"a: {written}"), Limits())
    assert document is not None
    assert [(f.code, f.place.column - 3) for f in findings] == [("comment-cuts-value", column) for column in columns]


@pytest.mark.parametrize(
    ("content", "limits", "finding"),
    [
        (
            "a: [1, 2, 3]",
            {"yaml_nodes": 5},
            "over-limit:1:11 more than 5 YAML values in one file (`limits.yaml_nodes`)",
        ),
        ("a: [[[b]]]", {"yaml_depth": 3}, "over-limit:1:6 lists and mappings nest deeper than 3 (`limits.yaml_depth`)"),
    ],
)
def test_a_limit_is_named_with_its_setting(content: str, limits: dict[str, int], finding: str) -> None:
    assert refusal(content, Limits(**limits)) == finding
    assert read_yaml(Text("a.yml", content), Limits())[0] is not None


MARKED = """\
---
a: one
b:
  - 'two'
  - >-
    three
    four

c: {d: [e]}
---
Body.
"""


@pytest.mark.parametrize(
    ("route", "text", "key", "style"),
    [
        (("a",), "one", "a", "plain"),
        (("b",), "- 'two'\n  - >-\n    three\n    four", "b", "list"),
        (("b", 0), "'two'", None, "quoted"),
        (("b", 1), ">-\n    three\n    four", None, "folded"),
        (("c",), "{d: [e]}", "c", "mapping"),
        (("c", "d", 0), "e", None, "plain"),
    ],
)
def test_every_value_knows_where_it_is_written(
    route: tuple[str | int, ...], text: str, key: str | None, style: str
) -> None:
    document, _ = read_markdown(Text("a.md", MARKED), Limits())
    assert document is not None
    mark = document.origin.marks[route]
    assert MARKED[mark.value.start : mark.value.end] == text
    assert (mark.key and MARKED[mark.key.start : mark.key.end]) == key
    assert mark.style == style


@pytest.mark.parametrize(
    ("content", "body"),
    [
        ("---\na: b\n---\nBody.\n", "Body.\n"),
        ("---\na: b\n---\n", ""),
        ("---\na: b\n---", ""),
        ("---\na: b\n---\n---\nc\n---\n", "---\nc\n---\n"),
        ("---\na: b\n----\n: c\n---\nBody.", None),
    ],
)
def test_the_first_line_of_three_dashes_closes(content: str, body: str | None) -> None:
    document, _ = read_markdown(Text("a.md", content), Limits())
    assert (document and content[document.origin.body.start : document.origin.body.end]) == body


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        ("", "no-front-matter the file is empty"),
        ("# Title\n", "no-front-matter the file begins with `# Title`, not with `---`"),
        (" ---\na: b\n---\n", "no-front-matter the file begins with ` ---`, not with `---`"),
        ("---\na: b\n... \n", "unclosed-front-matter the front matter is never closed"),
        ("---\na: b\n --- \n", "unclosed-front-matter the front matter is never closed"),
    ],
)
def test_front_matter_is_between_two_lines_of_three_dashes(content: str, finding: str) -> None:
    document, findings = read_markdown(Text("a.md", content), Limits())
    assert document is None
    assert [f"{found.code} {found.message}" for found in findings] == [finding]
