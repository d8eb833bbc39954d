"""Prose: what strangers write comes out safe, and every id, path and complaint has its exact place."""

from __future__ import annotations

import html
import re
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown import Markdown

from recordbook.prose import Heading, Html, Marker, Passage, Prose, plain_references, render, render_inline
from recordbook.prose.engine import engine
from recordbook.text import Place, Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

URI = "reports/demo/records/MEM-OBJ-demo.md"
ID = r"(?:[a-z][a-z0-9-]*:)?(?:MEM|RT|EPI|WF)-(?:CMP|OBJ|RTE|CLM|ABS|BAP)-[a-z0-9-]+"

TAGS = frozenset(
    "a blockquote br code div em hr li ol p pre span strong table tbody td th thead tr ul".split()  # noqa: SIM905
)
ATTRIBUTES = {"a": ("class", "href", "rel"), "ol": ("start",)} | dict.fromkeys(("div", "span", "th", "td"), ("class",))
ADDRESS = re.compile(rf"https://\S+|mailto:\S+|#\S*|rb-id:[a-z0-9-]*/{ID}|rb-path:[\w/.%@+~-]+")


def body(markdown: str, before: str = "", headings: frozenset[int] = frozenset()) -> Prose:
    text = Text(URI, before + markdown)
    return render(Passage(text, len(before), len(text.content), markdown), headings=headings)


def finding(raw: str) -> Prose:
    """A YAML scalar as it stands after its key, rendered as a finding."""
    before = "fields:\n  owner: "
    text = Text(URI, f"{before}{raw}\n")
    markdown = yaml.safe_load(text.content)["fields"]["owner"]
    return render_inline([Passage(text, len(before), len(before) + len(raw), markdown)])[0]


def page(prose: Prose) -> str:
    """All HTML of a passage."""
    return "\n".join(block.html for block in prose.blocks if not isinstance(block, Marker))


def told(prose: Prose) -> list[str]:
    return [f"{found.code} {found.place.line}:{found.place.column}" for found in prose.complaints]


def covered(content: str, place: Place) -> str:
    text = Text(URI, content)
    start = text.offset(place.line - 1, place.column - 1)
    return content[start : text.offset(place.end_line - 1, place.end_column - 1)]


class Tags(HTMLParser):
    """Every tag that is not allowed, every attribute that is not allowed, and tags that do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.faults.append(tag)
        self.faults += [f"{tag} {name}" for name, _ in attrs if name not in ATTRIBUTES.get(tag, ())]
        self.faults += [
            f"{tag} {value}" for name, value in attrs if name == "href" and not ADDRESS.fullmatch(value or "")
        ]
        if tag not in ("br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"/{tag}")

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.faults.append(f"declaration {decl}")

    def handle_pi(self, data: str) -> None:
        self.faults.append(f"instruction {data}")


def faults(markup: str) -> list[str]:
    tags = Tags()
    tags.feed(markup)
    tags.close()
    return tags.faults + tags.open


def words(markup: str) -> str:
    """What a reader sees."""
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


# name, Markdown, complaints as `code line:column`
HAZARDS = [
    ("xss-script", "Text.\n\n<script>alert(1)</script>", ["raw-html 3:1", "raw-html 3:17"]),
    ("xss-img-onerror", 'Text <img src=x onerror="alert(1)"> here.', ["raw-html 1:6"]),
    ("xss-svg-inline", "<svg><script>alert(1)</script></svg>", [f"raw-html 1:{at}" for at in (1, 6, 22, 31)]),
    (
        "xss-mutation",
        "<math><mtext><table><mglyph><style><img src onerror=alert(1)>",
        [f"raw-html 1:{at}" for at in (1, 7, 14, 21, 29, 36)],
    ),
    ("xss-footnote", "a[^1]\n\n[^1]: <script>alert(1)</script>", ["raw-html 3:7", "raw-html 3:23"]),
    ("xss-comment", "Shown.\n\n<!-- open\n\nMust still be shown.", ["stray-comment 3:1"]),
    ("xss-blocks", "/// html | script\nalert(1)\n///", ["raw-html 1:1"]),
    (
        "xss-attr-list",
        'para\n{ onclick="alert(1)" style="position:fixed" }\n\n[x](https://ok.example){ href="javascript:alert(1)" }',
        ["attribute-list 2:1", "attribute-list 4:24"],
    ),
    ("xss-clobber-config", '`{"base": "https://evil.example"}`{ #__config }', ["attribute-list 1:35"]),
    ("attribute-class", "para\n{: .mermaid }", ["attribute-list 2:1"]),
    ("attribute-short", "*em*{.x} and `code`{#y}", ["attribute-list 1:5", "attribute-list 1:20"]),
    (
        "xss-fence-title",
        '``` { .python title="<img src=x onerror=alert(1)>" onclick="alert(1)" }\nx\n```',
        ["attribute-list 1:5"],
    ),
    (
        "fence-linenums",
        '~~~ python linenums="1"\nx\n~~~\n\n> ```sh foo\n> y\n> ```',
        [
            "attribute-list 1:12",
            "attribute-list 5:9",
        ],
    ),
    (
        "xss-js-links",
        (
            "[a](javascript:alert(1))\n\n[b](JaVaScRiPt:alert(1))\n\n[c](java&#9;script:alert(1))\n\n"
            "[d](&#106;avascript:alert(1))\n\n[e](<java\nscript:alert(1)>)\n\n[f][r]\n\n[r]: javascript:alert(1)"
        ),
        [f"link-scheme {at}" for at in ("1:5", "3:5", "5:5", "7:5", "9:6", "14:6")],
    ),
    ("js-link-tab", "[a](java\tscript:alert(1))", ["link-scheme 1:5"]),
    (
        "js-link-entity-colon",
        "[a](javascript&colon;alert(1)) [b](javascript&#x3A;x)",
        [
            "link-scheme 1:5",
            "link-scheme 1:36",
        ],
    ),
    ("js-link-control", "[a](\x01javascript:alert(1)) [b](&#1;javascript:x)", ["link-scheme 1:5", "link-scheme 1:31"]),
    (
        "xss-data-link",
        "[x](data:text/html;base64,PHNjcmlwdD4=) ![y](data:image/svg+xml,<svg/>)",
        ["link-scheme 1:5", "remote-image 1:41"],
    ),
    (
        "xss-other-schemes",
        "[a](vbscript:x) [b](file:///etc/passwd) [c](//evil.example/x) [d](\\\\evil.example) [e](http://evil.example/)",
        [f"link-scheme 1:{at}" for at in (5, 21, 45, 67, 87)],
    ),
    (
        "relative-links",
        "[a](../x.md) [b](/x) [c](x) [d]() [e](?q) [f](https:x) [g](https:/\\evil.example)",
        [f"link-scheme 1:{at}" for at in (5, 18, 26, 33, 39, 47, 60)],
    ),
    (
        "forged-placeholder",
        "[a](rb-id:/MEM-OBJ-x) [b](rb-path:x) [c](<rb-id:x>)",
        [f"link-scheme 1:{at}" for at in (5, 27, 43)],
    ),
    (
        "autolinks",
        "<http://x.example/%0aalert(1)> <ftp://x.example> <javascript:alert(1)>",
        [
            "link-scheme 1:2",
            "link-scheme 1:33",
            "raw-html 1:50",
        ],
    ),
    ("target-of-no-link", "a](<script>) b](<i", ["raw-html 1:4", "raw-html 1:17"]),
    (
        "definitions",
        "[a]: <http://x.example>\n[b]:\n  ftp://y 'title'\n\nText [a] and [a].",
        [
            "link-scheme 1:7",
            "link-scheme 3:3",
        ],
    ),
    ("nested-link", "[a [b](javascript:x) c](javascript:y)", ["link-scheme 1:25"]),
    (
        "bad-host",
        "[a](https://x y/) [b](https://%00/) [c](https://[::1]/)",
        [f"link-scheme 1:{at}" for at in (5, 23, 41)],
    ),
    ("port-no-browser-takes", "[a](https://x.example:99999/)", ["link-scheme 1:5"]),
    ("xss-remote-image", "![x](https://tracker.example/pixel.png)", ["remote-image 1:1"]),
    (
        "images",
        "a ![x] ![y][r] [![z](j)](https://x.example)\n\n[r]: https://x.example/a.png\n[x]: https://x.example/b.png",
        ["remote-image 1:3", "remote-image 1:8", "remote-image 1:17"],
    ),
    (
        "path-snippet",
        '--8<-- "/etc/passwd"\n\n--8<-- ".git/config"\n\n-8<- "x"\n\n;--8<-- "y"\n\n--8<--\n../../etc/passwd\n--8<--',
        [f"snippet-syntax {at}" for at in ("1:1", "3:1", "5:1", "7:2", "9:1", "11:1")],
    ),
    (
        "comments",
        "a <!-- x --> b\n<!-- a\nb -->\n<!-- quote: Bad_Id -->\n<!-- two words -->\n- <!-- quote: x -->",
        [f"stray-comment {at}" for at in ("1:3", "2:1", "4:1", "5:1", "6:3")],
    ),
    ("declarations", "<!DOCTYPE html> <?php x ?> a <![x b </p", [f"raw-html 1:{at}" for at in (1, 17, 30, 37)]),
    ("html-in-a-table", "| a |\n|---|\n| <b>x</b> |\n", ["raw-html 3:3", "raw-html 3:7"]),
    ("html-in-a-list", "- a\n\n    <i>\n\n        <code>\n", ["raw-html 3:5"]),
    ("html-after-a-tab", "a\t<b>\n\n-\t\t<i>", ["raw-html 1:3", "raw-html 3:4"]),
    ("html-in-emphasis", "*<b>* **<i>** _<u>_", ["raw-html 1:2", "raw-html 1:9", "raw-html 1:16"]),
    ("html-after-a-fence", "```\n<a>\n```\n<b>\n\n````\n```\n````\n\n<i>", ["raw-html 4:1", "raw-html 10:1"]),
    ("html-in-an-open-fence", "```py\n<b>\n", ["raw-html 2:1"]),
    (
        "headings",
        "# One\n\nTwo\n---\n\n- # Three\n\n> ## Four",
        [f"heading-in-record {at}" for at in ("1:3", "3:1", "6:5", "8:6")],
    ),
]


@pytest.mark.parametrize(("markdown", "complaints"), [row[1:] for row in HAZARDS], ids=[row[0] for row in HAZARDS])
def test_a_hazard_is_reported_at_its_place_and_takes_no_effect(markdown: str, complaints: list[str]) -> None:
    prose = body(markdown)
    assert told(prose) == complaints
    assert faults(page(prose)) == []
    assert "javascript:" not in "".join(re.findall(r"<[^>]*>", page(prose)))


@pytest.mark.parametrize(("markdown", "complaints"), [row[1:] for row in HAZARDS], ids=[row[0] for row in HAZARDS])
def test_a_place_counts_from_the_start_of_the_file(markdown: str, complaints: list[str]) -> None:
    lower = [re.sub(r" (\d+):", lambda match: f" {int(match[1]) + 4}:", line) for line in complaints]
    assert told(body(markdown, before="---\nid: x\nlabel: y\n---\n")) == lower


# name, Markdown, HTML; nothing to complain about
HARMLESS = [
    (
        "xss-entity",
        "&lt;img src=x&gt; &amp;lt;b&amp;gt; &#x3c;b> &copy;",
        "<p>&lt;img src=x&gt; &amp;lt;b&amp;gt; &lt;b&gt; ©</p>",
    ),
    (
        "xss-jinja",
        "{{ config }} {% include '/etc/passwd' %} {{ ''.__class__.__mro__ }} {{ 7*7 }}*a*",
        "<p>{{ config }} {% include '/etc/passwd' %} {{ ''.__class__.__mro__ }} {{ 7*7 }}<em>a</em></p>",
    ),
    ("code", '`<b>` ``a ` <!-- x -->`` `{ #x }` `--8<-- "x"`', None),
    ("code-block", "    <b> { #x }\n    <!-- quote: x -->\n", None),
    ("fence", "```html\n<b>{ #x } ![a](b)\n<!-- quote: x -->\n# x\n--8<--\n```", None),
    ("fence-in-a-fence", '````\n```py title="x"\n```\n````', None),
    ("comparison", "a < b, 3 <4, x > y, a <- b", "<p>a &lt; b, 3 &lt;4, x &gt; y, a &lt;- b</p>"),
    ("braces", "{a, b} {} {1: 2} \\{ #x }", "<p>{a, b} {} {1: 2} { #x }</p>"),
    ("footnote", "a[^1]\n\n[^1]: word", "<p>a[^1]</p>\n<p>[^1]: word</p>"),
    ("escaped-heading", "\\# x", "<p># x</p>"),
    ("escaped-image", "\\![x](https://x.example)", None),
    ("dunder", "`__init__` and a_b_c", "<p><code>__init__</code> and a_b_c</p>"),
    ("typography", '"q" -- it\'s --- a...', "<p>“q” – it’s — a…</p>"),
    ("arrow", "a --> b", "<p>a --&gt; b</p>"),
    (
        "links",
        '[a](https://x.example/_a_ "t") [b](#top) [c](mailto:a@b.example) <https://y.example?a=1&b> <me@b.example>',
        (
            '<p><a href="https://x.example/_a_" rel="nofollow noopener noreferrer">a</a> <a href="#top">b</a> '
            '<a href="mailto:a@b.example">c</a> '
            '<a href="https://y.example?a=1&amp;b" rel="nofollow noopener noreferrer">https://y.example?a=1&amp;b</a> '
            '<a href="mailto:me@b.example">me@b.example</a></p>'
        ),
    ),
    (
        "odd-address",
        "[a](HTTPS://x.example/a b'\\\"<c>)",
        '<p><a href="https://x.example/a%20b%27%22%3Cc%3E" rel="nofollow noopener noreferrer">a</a></p>',
    ),
    (
        "definition",
        "[a][r]\n\n[r]: https://x.example 'title'",
        '<p><a href="https://x.example" rel="nofollow noopener noreferrer">a</a></p>',
    ),
    (
        "table",
        "| a | b | c |\n|--:|:-:|:--|\n| `x|y` | 2 | 3 |",
        (
            '<table>\n<thead>\n<tr>\n<th class="rb-right">a</th>\n<th class="rb-center">b</th>\n'
            '<th>c</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td class="rb-right"><code>x|y</code></td>\n'
            '<td class="rb-center">2</td>\n<td>3</td>\n</tr>\n</tbody>\n</table>'
        ),
    ),
    ("list", "3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'),
    (
        "fence-beside-text",
        "a\n```sh\nx\n```\nb",
        '<p>a</p>\n<div class="highlight"><pre><span></span><code>x\n</code></pre></div>\n<p>b</p>',
    ),
    (
        "highlight",
        "```python\nx\n```",
        '<div class="highlight"><pre><span></span><code><span class="n">x</span>\n</code></pre></div>',
    ),
    ("unknown-language", "```nosuch\nx\n```", '<div class="highlight"><pre><span></span><code>x\n</code></pre></div>'),
    ("break", "a  \nb\n\n***", "<p>a<br>\nb</p>\n<hr>"),
    ("sentinel", "RBX0X RBXQ0X &#82;BX0X", "<p>RBX0X RBXQ0X RBX0X</p>"),
    ("bidi", "a \u2066b\u2069 \u202e}if\u202c", "<p>a \u2066b\u2069 \u202e}if\u202c</p>"),
    ("empty", "", ""),
    ("blank", " \n\n\t\n", ""),
]


@pytest.mark.parametrize(("markdown", "markup"), [row[1:] for row in HARMLESS], ids=[row[0] for row in HARMLESS])
def test_harmless_text_is_shown_without_a_complaint(markdown: str, markup: str | None) -> None:
    prose = body(markdown)
    assert told(prose) == []
    assert faults(page(prose)) == []
    assert markup is None or page(prose) == markup


def test_raw_html_is_shown_as_it_was_written() -> None:
    written = "A <img src=x onerror=\"a--b\"> and <b title='*x*'>c</b>, <!DOCTYPE html>."
    assert words(page(body(written))) == written


def test_a_fence_shows_its_code_whatever_its_options() -> None:
    prose = body('```py title="no" hl_lines="1"\nx\n```')
    assert page(prose) == page(body("```py\nx\n```"))


def colors(code: str, language: str) -> bool:
    return "<span class=" in page(body(f"```{language}\n{code}\n```"))


def test_only_sturdy_languages_and_short_code_get_colors() -> None:
    assert [
        language for language in ("py", "YAML", "c++", "js", "make", "java", "nosuch", "") if colors("a", language)
    ] == [
        "py",
        "YAML",
        "c++",
        "js",
    ]
    assert colors("x = 1\n" * 1_000, "python")
    assert not colors("x = 1\n" * 1_400, "python")
    assert not colors("x" * 501, "python")
    twice = "```py\n" + "x = 1\n" * 1_300 + "```\n\n"
    shown = [block.count("<span class=") for block in page(body(twice * 3)).split("<pre>")[1:]]
    assert shown[2] == 0 < shown[0] == shown[1]


# Markers and headings


def test_markers_split_the_body_with_and_without_blank_lines() -> None:
    prose = body("One.\n<!-- quote: skip-it -->\nTwo.\n\n- a\n<!--coverage-->\n- b\n\n  <!-- records -->  \n")
    assert prose.blocks == (
        Html("<p>One.</p>"),
        Marker("quote", "skip-it", Place(URI, 2, 1, 2, 24)),
        Html("<p>Two.</p>\n<ul>\n<li>a</li>\n</ul>"),
        Marker("coverage", "", Place(URI, 6, 1, 6, 16)),
        Html("<ul>\n<li>b</li>\n</ul>"),
        Marker("records", "", Place(URI, 9, 3, 9, 19)),
    )
    assert told(prose) == []


def test_headings_of_allowed_levels_are_blocks() -> None:
    prose = body("Intro.\n\n## Core *ideas* of MEM-OBJ-a\n\nx\n\n### Deeper ###\n\n# No", headings=frozenset({2, 3}))
    link = '<a class="rb-id" href="rb-id:/MEM-OBJ-a">MEM-OBJ-a</a>'
    assert prose.blocks == (
        Html("<p>Intro.</p>"),
        Heading(2, "Core ideas of MEM-OBJ-a", f"Core <em>ideas</em> of {link}", Place(URI, 3, 4, 3, 29)),
        Html("<p>x</p>"),
        Heading(3, "Deeper", "Deeper", Place(URI, 7, 5, 7, 15)),
        Html("<p><strong>No</strong></p>"),
    )
    assert told(prose) == ["heading-in-record 9:3"]


# Ids: text, ids with their system as written, in order
IDS = [
    ("MEM-OBJ-todo-tool, not MEM-OBJ-todo.", ["MEM-OBJ-todo-tool", "MEM-OBJ-todo"]),
    (
        "sage:MEM-OBJ-a (RT-RTE-b) EPI-CLM-c9; WF-BAP-d-e-f: x",
        ["sage:MEM-OBJ-a", "RT-RTE-b", "EPI-CLM-c9", "WF-BAP-d-e-f"],
    ),
    ("`MEM-OBJ-a` and `sage:MEM-OBJ-b`", ["MEM-OBJ-a", "sage:MEM-OBJ-b"]),
    ("`see MEM-OBJ-a` `MEM-OBJ-a()`", []),
    ("*MEM-OBJ-a* **MEM-OBJ-b** \"MEM-OBJ-c\" 'MEM-OBJ-d'", [f"MEM-OBJ-{letter}" for letter in "abcd"]),
    ("\\MEM-OBJ-a \\sage:MEM-OBJ-b `\\MEM-OBJ-c` \\\\MEM-OBJ-d", ["MEM-OBJ-d"]),
    ("MEM-OBJ-Traj MEM-XXX-a MEM-OBJ-a-b-c-d MEM-OBJ-a- MEM-OBJ-9 XMEM-OBJ-a -MEM-OBJ-a MEM-OBJ-a_b mem-obj-a", []),
    ('[MEM-OBJ-a](https://x.example/MEM-OBJ-b "MEM-OBJ-c") [x][MEM-OBJ-d]\n\n[MEM-OBJ-d]: https://y.example', []),
    ("<https://x.example/MEM-OBJ-a> reports/x/MEM-OBJ-b.md MEM-OBJ-c.md page#MEM-OBJ-d x{ #MEM-OBJ-e }", []),
    ("MEM-OBJ-a/MEM-OBJ-b MEM-OBJ-c.", ["MEM-OBJ-a", "MEM-OBJ-b", "MEM-OBJ-c"]),
    ("```\nMEM-OBJ-a\n```\n\n    MEM-OBJ-b\n\nMEM-OBJ-c", ["MEM-OBJ-c"]),
    (
        "- MEM-OBJ-a\n\n        MEM-OBJ-a\n\n> MEM-OBJ-b\n\n|x|\n|-|\n|MEM-OBJ-c|",
        ["MEM-OBJ-a", "MEM-OBJ-b", "MEM-OBJ-c"],
    ),
    ("![MEM-OBJ-a](MEM-OBJ-b)", []),
    ("Sage:MEM-OBJ-a " + "a" * 41 + ":MEM-OBJ-b", ["MEM-OBJ-a", "MEM-OBJ-b"]),
    ("MEM-OBJ-a\t\tMEM-OBJ-b\n\tMEM-OBJ-c", ["MEM-OBJ-a", "MEM-OBJ-b", "MEM-OBJ-c"]),
]


@pytest.mark.parametrize(("markdown", "ids"), IDS)
def test_ids_are_whole_tokens_outside_code_and_links(markdown: str, ids: list[str]) -> None:
    before = "---\nx\n---\n"
    prose = body(markdown, before)
    assert [f"{found.system}:{found.id}" if found.system else found.id for found in prose.references] == ids
    assert [covered(before + markdown, found.place) for found in prose.references] == ids
    links = re.findall(r'<a class="rb-id" href="rb-id:([^"]*)">([^<]*)</a>', page(prose))
    assert [text for _, text in links] == ids
    assert [target for target, _ in links] == [id_.replace(":", "/") if ":" in id_ else f"/{id_}" for id_ in ids]
    assert faults(page(prose)) == []


def test_an_escaped_id_loses_its_backslash_but_not_in_code() -> None:
    assert page(body("\\MEM-OBJ-x `\\MEM-OBJ-x`")) == "<p>MEM-OBJ-x <code>\\MEM-OBJ-x</code></p>"


def test_a_reference_knows_its_sentence() -> None:
    prose = body("First, e.g. MEM-OBJ-a, *here*\nand `there`. Then “see”\nMEM-OBJ-b! And MEM-OBJ-c\n\n- MEM-OBJ-d")
    assert [found.sentence for found in prose.references] == [
        "First, e.g. MEM-OBJ-a, here and there.",
        "Then “see” MEM-OBJ-b!",
        "And MEM-OBJ-c",
        "MEM-OBJ-d",
    ]


def test_summary_is_the_first_sentence_and_plain_is_everything() -> None:
    prose = body("```\ncode  x\n```\n\nThe *first* sentence\ngoes on. The second.\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    assert prose.summary == "The first sentence goes on."
    assert prose.plain == "code  x\nThe first sentence goes on. The second.\na\nb\n1\n2"


def test_ids_in_plain_text_have_their_range() -> None:
    text = "On RT-RTE-a: sage:MEM-OBJ-b, \\MEM-OBJ-c, <MEM-OBJ-d>."
    found = plain_references(text)
    assert [(system, id_) for system, id_, _, _ in found] == [
        (None, "RT-RTE-a"),
        ("sage", "MEM-OBJ-b"),
        (None, "MEM-OBJ-d"),
    ]
    assert [text[start:end] for _, _, start, end in found] == ["RT-RTE-a", "sage:MEM-OBJ-b", "MEM-OBJ-d"]


def test_paths_in_backticks_are_listed_with_their_place() -> None:
    markdown = (
        "See `src/a b.py`, `src/a.py`,\n`README.md` and `` src/x@2/é.py `` `bin/run` `a/` `/x` `f()` src/z.py `x:y.py`."
    )
    prose = body(markdown)
    assert [path for path, _ in prose.paths] == ["src/a.py", "README.md", "bin/run"]
    assert [covered(markdown, place) for _, place in prose.paths] == ["src/a.py", "README.md", "bin/run"]
    assert '<a class="rb-path" href="rb-path:src/a.py"><code>src/a.py</code></a>' in page(prose)
    assert 'href="rb-path:a~b/c%2B%40.py"' in page(body("`a~b/c+@.py`"))


# Findings


def test_a_finding_is_one_paragraph_whatever_it_looks_like() -> None:
    prose = finding("|\n    # *no* heading\n\n    - no `list`\n\n    > MEM-OBJ-a\n")
    link = '<a class="rb-id" href="rb-id:/MEM-OBJ-a">MEM-OBJ-a</a>'
    assert prose.blocks == (Html(f"# <em>no</em> heading  - no <code>list</code>  &gt; {link}"),)
    assert told(prose) == []


# scalar as written, complaints, what the references cover
SCALARS = [
    ("plain MEM-OBJ-a", [], ["MEM-OBJ-a"]),
    (
        ">-\n    folded MEM-OBJ-a and\n    MEM-OBJ-a, <b> and\n    sage:MEM-OBJ-b",
        ["raw-html 4:16"],
        ["MEM-OBJ-a", "MEM-OBJ-a", "sage:MEM-OBJ-b"],
    ),
    ("|\n    literal `MEM-OBJ-a`\n    [x](javascript:y)\n", ["link-scheme 4:9"], ["MEM-OBJ-a"]),
    ("'it''s MEM-OBJ-a'", [], ["MEM-OBJ-a"]),
    ("'*a* MEM-OBJ-a\n    <i>'", ["raw-html 3:5"], ["MEM-OBJ-a"]),
    ('"q \\u2014 MEM-OBJ-a \\\n    *b* MEM-OBJ-a <i>"', ["raw-html 3:19"], ["MEM-OBJ-a", "MEM-OBJ-a"]),
    ('"hidden \\x3ci>"', ["raw-html 2:10"], []),
    ("'<!-- coverage -->'", ["stray-comment 2:11"], []),
    ("'--8<-- \"x\"'", ["snippet-syntax 2:11"], []),
    ("'![a](b) `x`{ #y }'", ["remote-image 2:11", "attribute-list 2:22"], []),
]


@pytest.mark.parametrize(("raw", "complaints", "ids"), SCALARS)
def test_places_in_a_yaml_scalar_are_those_of_the_file(raw: str, complaints: list[str], ids: list[str]) -> None:
    prose = finding(raw)
    assert told(prose) == complaints
    assert [covered(f"fields:\n  owner: {raw}\n", found.place) for found in prose.references] == ids
    assert faults(page(prose)) == []


def test_a_body_in_yaml_has_places_too() -> None:
    content = "body: |\n  One MEM-OBJ-a.\n\n  ```\n  <b>\n  ```\n\n  <i> MEM-OBJ-a\n"
    text = Text(URI, content)
    prose = render(Passage(text, 6, len(content), yaml.safe_load(content)["body"]))
    assert told(prose) == ["raw-html 8:3"]
    assert [(found.place.line, found.place.column) for found in prose.references] == [(2, 7), (8, 7)]


FINDINGS = [
    "plain",
    'it\'s "quoted" MEM-OBJ-a',
    "a 'b' (\"c\") '90s x's",
    "MEM-OBJ-a, MEM-OBJ-b. Then > and 'MEM-OBJ-c'",
]


@pytest.mark.parametrize("markdown", FINDINGS)
def test_text_without_marks_takes_the_short_way_to_the_same_end(markdown: str) -> None:
    short = finding(f"|\n    {markdown}\n")
    long = finding(f"|\n    {markdown} `x`\n")
    assert page(long) == f"{page(short)} <code>x</code>"
    assert long.references[:-1] == short.references[:-1]
    assert [found.place for found in long.references] == [found.place for found in short.references]


# Limits and failures


def slow_texts() -> Iterator[tuple[str, str, str]]:
    yield "slow-brackets", "[" * 8_000, "1:1"
    yield "slow-declarations", "<![" * 8_000, "1:1"
    yield "slow-footnotes", "[^1]" * 8_000 + "\n\n[^1]: x", "1:1"
    yield "slow-links", "[a](" * 8_000, "1:1"
    yield "long-line", "x\n" + "a" * 4_001, "2:1"
    yield "open-brackets", "x\n\n" + "[ \n" * 101, "103:1"
    yield "open-images", "![" * 101, "1:202"
    yield "links-in-links", ("[a](" * 900 + "\n") * 9, "1:1"
    yield "long-paragraph", "*a*\n" * 10_001, "1:1"
    yield "deep-quotes", "x\n\n" + ">" * 21 + " x", "3:1"
    yield "deep-lists", "* " * 21 + "x", "1:1"
    yield "deep-numbers", "1. " * 21 + "x", "1:1"
    yield "deep-indent", "\n".join("    " * depth + "- x" for depth in range(30)), "21:1"


@pytest.mark.parametrize(("markdown", "place"), [row[1:] for row in slow_texts()], ids=[row[0] for row in slow_texts()])
def test_text_that_would_take_too_long_is_shown_unformatted(markdown: str, place: str) -> None:
    prose = body(markdown)
    assert told(prose) == [f"over-limit {place}"]
    assert prose.blocks == (Html(f"<pre>{html.escape(markdown, quote=False)}</pre>"),)


def test_an_endless_finding_is_refused_as_well() -> None:
    assert told(finding("'" + "a" * 4_001 + "'")) == ["over-limit 2:11"]
    assert told(finding("'" + "[" * 101 + "'")) == ["over-limit 2:111"]
    assert told(finding(">-\n" + "    some words\n" * 400)) == []


def test_text_just_below_the_limits_is_parsed() -> None:
    fine = ["a" * 4_000, "[" * 100, "[a] " * 900, "> " * 20 + "x", "* " * 20 + "x", "1. " * 20 + "x"]
    assert [told(body(markdown)) for markdown in fine] == [[]] * len(fine)


class PanicException(BaseException):
    """What the sanitizer raises when it fails."""


@pytest.mark.parametrize("error", [RecursionError("deep"), ValueError("odd"), PanicException("rust")])
def test_a_parser_that_fails_costs_its_passage_alone(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise error

    monkeypatch.setattr(engine(), "sanitized", fail)
    prose = body("a <b>\n\nb", before="---\n")
    assert told(prose) == ["unreadable-body 2:1"]
    assert prose.blocks == (Html("<pre>a &lt;b&gt;\n\nb</pre>"),)
    assert page(body("*next*")) == "<p><em>next</em></p>"
    monkeypatch.setattr(engine(), "sanitized", fail)
    assert [told(part) for part in (finding("'*a*'"), finding("'*b*'"))] == [["unreadable-body 2:10"], []]


def test_an_interrupt_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(engine(), "sanitized", interrupt)
    with pytest.raises(KeyboardInterrupt):
        body("*x*")


def test_one_body_leaves_nothing_behind_for_the_next() -> None:
    body("[r]: https://x.example\n\n```\nx\n```\n\n*open")
    assert page(body("[a][r] [r]")) == "<p>[a][r] [r]</p>"


# Properties

PIECES = (
    "MEM-OBJ-a", "sage:RT-RTE-b", "MEM-OBJ-a-b-c-d", "`", "``", "```", "~~~", "\n", "\n\n", "    ", "\t", " ", "  \n",
    "*", "_", "**", "[", "]", "](", ")", "](<", ">", "<", "<b>", "</b", "<!--", "-->", "<!-- quote: x -->", "<![", "!",
    "![", "\\", "&", "&lt;", "&#60;", "&#82;BX0X", "{", "}", "{ #x }", "{{", "{: ", "#", "## ", "- ", "1. ", "> ", "|",
    "|-|-|", "---", "===", "--8<--", "/// ", "'", '"', "...", ":", "]: ", "[r]: ", "https://x.example", "javascript:x",
    "//x", "<https://x.example>", "<a@b.c>", "src/a.py", "`src/a.py`", "RBX", "RBX0X", "a", "B", "é", "\u202e", "\x00",
    "\x02", "\x03", "\r", "\x0c", "\u2028", "\ud800", "\U0001f600", "python", 'title="x"',
)  # fmt: skip
TEXTS = st.one_of(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.text(max_size=60))


@settings(deadline=None, max_examples=400)
@given(TEXTS)
@example("<!-- quote: x -->")
@example("`\nsrc/a.py`")
@example("[MEM-OBJ-a]: x\n[MEM-OBJ-a]")
def test_any_body_is_answered_with_safe_html(markdown: str) -> None:
    before = "---\nx\n---\n"
    prose = body(markdown, before, headings=frozenset({2}))
    assert faults(page(prose)) == []
    for found in prose.references:
        written = f"{found.system}:{found.id}" if found.system else found.id
        assert covered(before + markdown, found.place) == written
        assert written in found.sentence
    assert [covered(before + markdown, place) for _, place in prose.paths] == [path for path, _ in prose.paths]
    assert not [found for found in prose.complaints if found.code == "unreadable-body"]
    assert "RBX" in markdown or "&#82;" in markdown or "RBX" not in repr(prose)
    assert body(markdown, before, headings=frozenset({2})) == prose


@settings(deadline=None, max_examples=300)
@given(TEXTS)
def test_any_finding_is_answered_with_safe_html(markdown: str) -> None:
    text = Text(URI, markdown)
    prose = render_inline([Passage(text, 0, len(markdown), markdown)])[0]
    assert faults(page(prose)) == []
    assert "<p>" not in page(prose)
    for found in prose.references:
        assert covered(markdown, found.place).endswith(found.id)
        assert found.id in found.sentence
    assert not [found for found in prose.complaints if found.code == "unreadable-body"]


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from([*PIECES, "<script", "onerror="]), max_size=30).map("".join))
def test_raw_html_never_passes_without_a_complaint(markdown: str) -> None:
    prose = body(markdown)
    shown = re.sub(r"<(code|pre|a)\b.*?</\1>", "", page(prose), flags=re.DOTALL)
    if re.search(r"&lt;[a-zA-Z/!?]", shown) and "&" not in markdown and "\\" not in markdown:
        codes = {found.code for found in prose.complaints}
        assert codes & {"raw-html", "stray-comment", "over-limit"}


@cache
def stock() -> Markdown:
    """The parser as it comes, without raw HTML."""
    parser = Markdown(extensions=["tables", "sane_lists", "smarty", "pymdownx.superfences", "pymdownx.highlight"])
    parser.preprocessors.deregister("html_block")
    parser.inlinePatterns.deregister("html")
    return parser


LETTERS = st.text(alphabet="\"'-. \n()[{*_`a\\sZ09—,;!", max_size=40)


@settings(deadline=None, max_examples=600)
@given(LETTERS)
@example("'000000'0")
@example("\"'a'\" '90s \"\"x\"\" ''y'' -- --- ---- ... .... a's 'a \"a")
def test_the_short_way_to_typography_ends_where_the_extension_does(markdown: str) -> None:
    ours = engine().body(markdown, lambda lines, _: "\n".join(lines))
    assert html.unescape(ours) == html.unescape(stock().reset().convert(markdown))


def test_places_are_spans_of_the_file() -> None:
    content = "---\n---\nA MEM-OBJ-a.\n"
    text = Text(URI, content)
    (found,) = render(Passage(text, 8, len(content), content[8:])).references
    assert found.place == text.place(Span(10, 19))
