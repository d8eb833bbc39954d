"""Hostile and broken files, each with what a check must say about it.

What only a source can tell (a null commit, a path in other letters, a path that is a folder, what a quote does not
match) is tried where sources are read. An id carries its member and not its system, so that none can pass for an id of
another system.
"""

from __future__ import annotations

from hostile.making import (
    REVISION,
    SYSTEM,
    Case,
    added,
    body,
    clean,
    identifier,
    label,
    path,
    quoted,
    repository,
    revision,
    settings,
    swapped,
)

BYTES = {
    "enc-blank": Case(b"\n\n   \n", ("no-front-matter:1:1",)),
    "enc-bom": Case(b"\xef\xbb\xbf" + clean().encode()),
    "enc-cr-only": Case(clean().replace("\n", "\r").encode(), ("bare-carriage-return:1:4",)),
    "enc-empty": Case(b"", ("no-front-matter:1:1",)),
    "enc-esc-escape": Case(label(r'"\e[31mred\e[0m"'), ("control-character:3:8",)),
    "enc-mixed-cr": Case(body("one\rtwo"), ("bare-carriage-return:18:4",)),
    "enc-nul-escape": Case(label(r'"a\0b"'), ("control-character:3:8",)),
    "enc-surrogate-bytes": Case(body("Body.") + b"\xed\xa0\x80\n", ("not-utf8:19:1",)),
    "enc-surrogate-escape": Case(label(r'"\ud800"'), ("yaml-syntax:3:8",)),
    "enc-surrogate-huge-escape": Case(label(r'"\UFFFFFFFF"'), ("yaml-syntax:3:1",)),
    "enc-tab-indent": Case(
        swapped("  - id: write-note", "\t- id: write-note"), ("yaml-syntax:12:1",), says="a tab in the indentation"
    ),
    "enc-two-boms": Case(b"\xef\xbb\xbf" * 2 + clean().encode(), ("second-bom:1:1",)),
    "enc-u2028-key": Case(added("guarantee: policy\u2028part_of: MEM-CMP-notebook"), ("line-separator:4:18",)),
    "enc-utf16-bom": Case(clean().encode("utf-16"), ("not-utf8:1:1",), says="UTF-16"),
    "fm-blank-first": Case(f"\n{clean()}".encode(), ("no-front-matter:1:1",)),
    "fm-dashes-in-block": Case(
        swapped("      path.write_text(note)\n", "      path.write_text(note)\n---\nid: MEM-OBJ-other\n\n"),
        ("dangling-reference:18:5",),
        why="the first `---` at the margin closes, whatever was meant; the rest is the body",
    ),
    "fm-dots-end": Case(clean().replace("\n---\n", "\n...\n").encode(), ("unclosed-front-matter:1:1",)),
    "fm-empty": Case(
        b"---\n---\nBody.\n",
        ("front-matter-not-a-mapping:1:1",),
        says="the file has no fields",
        why="there is no field to point at, and one finding says so",
    ),
    "fm-four-dashes": Case(clean().replace("---\n", "----\n").encode(), ("no-front-matter:1:1",)),
    "fm-list": Case(b"---\n- a\n- b\n---\nBody.\n", ("front-matter-not-a-mapping:2:1",)),
    "fm-no-final-newline": Case(clean().encode().removesuffix(b"\n")),
    "fm-scalar": Case(b"---\njust text\n---\nBody.\n", ("front-matter-not-a-mapping:2:1",)),
    "fm-unterminated": Case(
        b"---\nid: MEM-OBJ-note\nlabel: A\n\nBody without a second marker.\n", ("unclosed-front-matter:1:1",)
    ),
}

YAML = {
    "yaml-binary-tag": Case(label("!!binary aGVsbG8="), ("yaml-tag:3:8",)),
    "yaml-comment-cut": Case(
        label("C# in #depth"), ("comment-cuts-value:3:14",), says="`C# in`", why="a warning: the record is read"
    ),
    "yaml-date-id": Case(identifier("2024-01-02"), ("malformed-id:2:5",), says="`2024-01-02`"),
    "yaml-decimal-commit": Case(
        swapped(REVISION, "1234567890" * 4, SYSTEM), file=SYSTEM, why="every scalar is read as text"
    ),
    "yaml-deep-10k": Case(added("relations: " + "[" * 10_000), ("over-limit:4:1",), says="line"),
    "yaml-deep-on-short-lines": Case(added("relations: " + "[\n " * 2_000), ("over-limit:23:2",), says="nest deeper"),
    "yaml-dup-key": Case(added("id: MEM-OBJ-other"), ("duplicate-key:4:1",), says="the first is on line 2"),
    "yaml-dup-nested": Case(
        path("src/notes.py\n    path: src/other.py"), ("duplicate-key:15:5",), says="the first is on line 14"
    ),
    "yaml-equals": Case(label("="), holds=("=",), why="every scalar is read as text"),
    "yaml-huge-hex": Case(label("0x" + "f" * 3_900), ("over-limit:3:8",), says="3902 characters"),
    "yaml-huge-int": Case(added("weight: " + "1" * 3_900), ("unknown-field:4:1",)),
    "yaml-list-key": Case(added("? [a, b]\n: c"), ("key-not-text:4:3",)),
    "yaml-local-tag": Case(label("!ENV GITHUB_TOKEN"), ("yaml-tag:3:8",), says="`!ENV`"),
    "yaml-merge-bomb": Case(
        added(
            "\n".join(
                ["m0: &m0 {k: v}"] + [f"m{n}: &m{n} {{<<: [{', '.join([f'*m{n - 1}'] * 9)}]}}" for n in range(1, 9)]
            )
        ),
        ("yaml-alias:4:5",),
    ),
    "yaml-merge-key": Case(added("facets:\n  <<: {trace_learning: [no]}"), ("yaml-alias:5:3",)),
    "yaml-null-title": Case(label(""), ("missing-value:3:1",)),
    "yaml-octal-commit": Case(swapped(REVISION, "0" * 38 + "10", SYSTEM), file=SYSTEM, why="every scalar is text"),
    "yaml-python-tag": Case(
        label('!!python/object/apply:os.system ["touch PWNED"]'), ("yaml-tag:3:8",), says="`!!python/object/apply:os"
    ),
    "yaml-recursive": Case(added("relations: &r [*r]"), ("yaml-alias:4:12",)),
    "yaml-sexagesimal": Case(label("12:30:45"), holds=("12:30:45",), why="every scalar is read as text"),
    "yaml-theme-keys": Case(
        added(
            "template: ../../../etc/passwd\nicon: ../../../../etc/passwd\nhide: 5\nsearch:\n  boost: .nan\n"
            "title: </title><script>alert(1)</script>"
        ),
        tuple(f"unknown-field:{line}:1" for line in (4, 5, 6, 7, 9)),
    ),
    "yaml-two-documents": Case(added("--- # second\nid: MEM-OBJ-other"), ("second-document:4:1",)),
    "yaml-unknown-key": Case(added("satus: confirmed"), ("unknown-field:4:1",), says="Did you mean `status`?"),
    "csv-formula": Case(
        label('"=HYPERLINK(\\"https://evil.example\\",\\"x\\")"').replace(b"A note is one text file.", b'"+1"'),
        holds=('=HYPERLINK("https://evil.example","x")', "+1"),
    ),
}

TEXT = {
    "txt-bidi-body": Case(body("access \u2066level\u2069 \u202e}if\u202c"), ("bidi-character:18:8",), says="U+2066"),
    "txt-bidi-in-quote": Case(quoted("|\n      only \u202eline"), ("bidi-character:16:12",), says="U+202E"),
    "txt-bidi-title": Case(label("safe \u202egnp.exe"), ("bidi-character:3:13",), says="U+202E"),
    "txt-bidi-escape": Case(label(r'"safe \u202egnp.exe"'), ("bidi-character:3:8",), says="U+202E"),
    "txt-nfd-label": Case(label('"cafe\u0301"'), ("not-nfc:3:8",), why="a warning: the record is read"),
    "txt-tag-chars": Case(label("hi\U000e0041\U000e0042"), ("invisible-character:3:10",), says="U+E0041"),
}

IDS = {
    "id-absolute": Case(identifier("/etc/passwd"), ("malformed-id:2:5",)),
    "id-dotdot": Case(identifier('".."'), ("malformed-id:2:5",)),
    "id-fullwidth": Case(identifier("MEM-OBJ-note\uff11"), ("malformed-id:2:5",)),
    "id-long": Case(identifier("MEM-OBJ-" + "a" * 300), ("malformed-id:2:5",)),
    "id-newline": Case(identifier(r'"MEM-OBJ-note\n"'), ("malformed-id:2:5",)),
    "id-percent": Case(identifier('"MEM-OBJ-note%2f"'), ("malformed-id:2:5",)),
    "id-slash": Case(identifier("MEM-OBJ-note/x"), ("malformed-id:2:5",)),
    **{
        f"id-reserved-{name.strip('_')}": Case(identifier(name), ("malformed-id:2:5",))
        for name in ("404", "assets", "con", "__config", "search")
    },
    "ref-case": Case(
        added("part_of: MEM-CMP-Notebook"), ("malformed-id:4:10",), why="the grammar of ids has one case only"
    ),
    "ref-dangling": Case(
        added("part_of: MEM-CMP-notebok"), ("dangling-reference:4:10",), says="Did you mean `MEM-CMP-notebook`?"
    ),
    "ref-duplicate": Case(
        added("relations:" + "\n  - type: see_also\n    to: MEM-CMP-notebook\n    why: Same." * 2),
        ("repeated-reference:9:9",),
        says="line 6",
    ),
    "ref-html": Case(added('part_of: "<script>alert(1)</script>"'), ("malformed-id:4:10",)),
    "ref-self": Case(added("part_of: MEM-OBJ-note"), ("self-reference:4:10",)),
    "ann-percent": Case(added('part_of: "x%0A::error file=y::injected"'), ("malformed-id:4:10",)),
    "ann-stop": Case(added('part_of: "::stop-commands::x"'), ("malformed-id:4:10",)),
    "ann-stop-key": Case(added('"::stop-commands::x": y'), ("unknown-field:4:1",)),
    "ann-runner-key": Case(added('"##[error]x": y'), ("unknown-field:4:1",)),
    "slow-id": Case(identifier("MEM-OBJ-" + "a" * 3_900 + "!"), ("malformed-id:2:5",)),
    "slow-reference": Case(body("MEM-OBJ-" + "a-" * 1_900 + "!"), ()),
}

EVIDENCE = {
    "commit-branch": revision("main"),
    "commit-dash": revision('"--output=PWNED"'),
    "commit-newline": revision(f'"{REVISION}\\n"'),
    "commit-revspec": revision(f'"{REVISION}^{{/x}}"'),
    "commit-short": revision('"0123456"'),
    "commit-tag": revision("v1"),
    "commit-upper": revision(REVISION.upper()),
    "path-cited-absolute": Case(path("/etc/passwd"), ("malformed-path:14:11",)),
    "path-cited-backslash": Case(path(r'"src\\notes.py"'), ("malformed-path:14:11",)),
    "path-cited-dash": Case(path('"--output=PWNED"'), ("malformed-path:14:11",)),
    "path-cited-git": Case(path(".GIT/config"), ("malformed-path:14:11",)),
    "path-cited-inner-dots": Case(path("src/../src/notes.py"), ("malformed-path:14:11",)),
    "path-cited-newline": Case(path(r'"src/notes.py\nsrc/other.py"'), ("malformed-path:14:11",)),
    "path-cited-traversal": Case(path("../../../../etc/passwd"), ("malformed-path:14:11",)),
    "quote-blank": Case(quoted('" \\n "'), ("plain-quote:15:11",) * 2),
    "quote-empty": Case(quoted('""'), ("plain-quote:15:11",) * 2),
    "quote-line-zero": Case(path('src/notes.py\n    lines: "0"'), ("malformed-lines:15:12",)),
    "quote-tab": Case(
        quoted("|\n      \tindented with a tab"),
        holds=("\tindented with a tab\n",),
        why="libyaml refuses a tab at the start of a block; here it is text",
    ),
    "url-credentials": repository("https://user:SECRET@github.com/a/b"),
    "url-ext": repository('"ext::sh -c touch% PWNED"'),
    "url-ext-slashes": repository('"ext://sh -c touch PWNED"'),
    "url-file": repository("file:///etc"),
    "url-git-protocol": repository("git://github.com/a/b"),
    "url-http": repository("http://github.com/a/b"),
    "url-idn": repository("https://g\u0131thub.com/a/b"),
    "url-local": repository("../../../other"),
    "url-metadata": repository("https://169.254.169.254/latest"),
    "url-metadata-with-owner": repository("https://169.254.169.254/latest/data"),
    "url-metadata-hexadecimal": repository("https://0x7f000001/a/b"),
    "url-metadata-mapped": repository('"https://[::ffff:169.254.169.254]/a/b"'),
    "url-newline": repository(r'"https://github.com/a/b\n[core] fsmonitor=x"'),
    "url-port": repository("https://github.com:22/a/b"),
    "url-query": repository("https://github.com/a/b?x=y"),
    "url-scp": repository("git@github.com:a/b.git"),
    "url-ssh-option": repository("ssh://-oProxyCommand=touch%20PWNED/x"),
    "url-upper-case": repository("HTTPS://github.com/a/b"),
    "url-userinfo-trick": repository("https://github.com@evil.example/a/b"),
}

BODIES = {
    "path-snippet": Case(
        body(
            '--8<-- "/etc/passwd"\n\n--8<-- ".git/config"\n\n--8<-- "https://evil.example/x"\n\n'
            "--8<--\n../../etc/passwd\n--8<--"
        ),
        tuple(f"snippet-syntax:{line}:1" for line in (18, 20, 22, 24, 26)),
    ),
    "slow-brackets": Case(body("[" * 8_000), ("over-limit:18:1",)),
    "slow-brackets-on-short-lines": Case(body("[\n" * 4_000), ("over-limit:118:1",)),
    "slow-declarations": Case(body("<![" * 8_000), ("over-limit:18:1",)),
    "slow-footnotes": Case(body("[^1]" * 8_000), ("over-limit:18:1",)),
    "slow-links": Case(body("[a](" * 8_000), ("over-limit:18:1",)),
    "xss-attr-list": Case(
        body(
            'para\n{ onclick="alert(1)" style="position:fixed;inset:0" }\n\n'
            '[x](https://ok.example){ href="javascript:alert(1)" }'
        ),
        ("attribute-list:19", "attribute-list:21"),
    ),
    "xss-blocks": Case(body("/// html | script\nalert(1)\n///"), ("raw-html:18",)),
    "xss-clobber-config": Case(
        body('`{"base": "https://evil.example", "search": "x.js", "version": null}`{ #__config }'),
        ("attribute-list:18",),
    ),
    "xss-comment": Case(body("Shown.\n\n<!-- open\n\nMust still be shown."), ("stray-comment:20:1",)),
    "xss-data-link": Case(
        body("[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==) ![y](data:image/svg+xml,x)"),
        ("link-scheme:18:5", "remote-image:18:65"),
    ),
    "xss-entity": Case(
        body("&lt;img src=x onerror=alert(1)&gt; &amp;lt;b&amp;gt;"),
        holds=("<img src=x onerror=alert(1)> &lt;b&gt;",),
    ),
    "xss-fence-title": Case(
        body('``` { .python title="<img src=x onerror=alert(1)>" onclick="alert(1)" }\nx\n```'),
        ("attribute-list:18:5",),
    ),
    "xss-footnote": Case(body("a[^1]\n\n[^1]: <script>alert(1)</script>"), ("raw-html:20",)),
    "xss-img-onerror": Case(body('Text <img src=x onerror="alert(1)"> here.'), ("raw-html:18",)),
    "xss-jinja": Case(
        body("{{ config }} {% include '/etc/passwd' %} {{ ''.__class__.__mro__ }}"),
        holds=("{{ config }} {% include '/etc/passwd' %} {{ ''.__class__.__mro__ }}",),
    ),
    "xss-js-links": Case(
        body(
            "[a](javascript:alert(1))\n\n[b](JaVaScRiPt:alert(1))\n\n[c](java&#9;script:alert(1))\n\n"
            "[d](&#106;avascript:alert(1))\n\n[e](<java\nscript:alert(1)>)\n\n[f][r]\n\n[r]: javascript:alert(1)"
        ),
        tuple(f"link-scheme:{place}" for place in ("18:5", "20:5", "22:5", "24:5", "26:6", "31:6")),
    ),
    "xss-label": Case(
        added('facets:\n  storage_substrate: ["<img src=x onerror=alert(1)>"]'),
        ("not-in-vocabulary:5:23",),
        why="labels are the facets' values here",
    ),
    "xss-mutation": Case(body("<math><mtext><table><mglyph><style><img src onerror=alert(1)>"), ("raw-html:18",)),
    "xss-other-schemes": Case(
        body(
            "[a](vbscript:x) [b](file:///etc/passwd) [c](//evil.example/x) [d](\\\\evil.example) "
            "[e](http://evil.example/)"
        ),
        tuple(f"link-scheme:18:{column}" for column in (5, 21, 45, 67, 87)),
    ),
    "xss-quote-fence": Case(
        quoted("|\n      ```\n      inside ```` four\n      ```"), holds=("```\ninside ```` four\n```\n",)
    ),
    "xss-quote-script": Case(
        quoted("|\n      </script><script>alert(1)</script><!--\n      <img src=x onerror=alert(1)>"),
        holds=("</script><script>alert(1)</script><!--\n<img src=x onerror=alert(1)>\n",),
    ),
    "xss-remote-image": Case(body("![x](https://tracker.example/pixel.png)"), ("remote-image:18:1",)),
    "xss-script": Case(body("Text.\n\n<script>alert(1)</script>"), ("raw-html:20",)),
    "xss-svg-inline": Case(body("<svg><script>alert(1)</script></svg>"), ("raw-html:18",)),
    "xss-title": Case(
        label('"</title><script>alert(1)</script>"'),
        holds=("</title><script>alert(1)</script>",),
        why="a label is plain text, whatever it looks like",
    ),
}

CONFIG = {
    "config-empty": settings("", "front-matter-not-a-mapping:1:1"),
    "config-env-tag": settings("sources:\n  demo:SRC-1: !ENV GITHUB_TOKEN\n", "yaml-tag:2:15"),
    "config-inherit": settings("INHERIT: ../../../../etc/passwd\nsources: {}\n", "unknown-field:1:1"),
    "config-list": settings("- a\n", "front-matter-not-a-mapping:1:1"),
    "config-path-git": settings(
        "collections:\n  - path: .git\n", "unknown-field:1:1", why="a collection is always below reports/"
    ),
    "config-pattern": settings("id_pattern: '^(a+)+$'\n", "unknown-field:1:1", why="no setting is a pattern"),
    "config-python-name": settings("sources:\n  demo:SRC-1: !!python/name:os.system\n", "yaml-tag:2:15"),
}

CASES = {**BYTES, **YAML, **TEXT, **IDS, **EVIDENCE, **BODIES, **CONFIG}
