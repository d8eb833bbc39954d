"""What a page may run and load: the theme's own scripts by their hashes, and nothing that came in otherwise."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from building import build, demo, mkdocs
from recordbook.policy import Policy

if TYPE_CHECKING:
    from pathlib import Path

TEMPLATE = '{#- note -#}\n<script>scope=new URL("{{ base_url }}",location),f=e=>[e].map((e=>e<5))</script>'
HEAD = '<head><meta charset="utf-8"><title>x</title></head>'
OURS = 'scope=new URL("../..",location),f=e=>[e].map((e=>e<5))'


def hashed(code: str) -> str:
    return f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'"


def policy(html: str, *, disk: bool = False) -> tuple[str, tuple[str, ...]]:
    """The policy of a page, and what it refuses."""
    protected, refused = Policy([TEMPLATE], disk=disk).protect(HEAD + html)
    match = re.search(r'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="([^"]*)">', protected)
    assert match
    assert protected.endswith(html)
    return match[1], refused


def test_a_script_of_the_theme_runs_by_its_hash() -> None:
    found, refused = policy(f"<script>{OURS}</script>")
    assert f"script-src 'self' {hashed(OURS)};" in found
    assert refused == ()


@pytest.mark.parametrize(
    "code", [f"{OURS};alert(1)", f"alert(1);{OURS}", OURS.replace("../..", '",alert(1),"'), "alert(1)", ""]
)
def test_any_other_script_is_refused_and_named(code: str) -> None:
    found, refused = policy(f"<script>{code}</script>")
    assert "sha256" not in found
    assert refused == (" ".join(code.split())[:60],)


@pytest.mark.parametrize("address", ["https://example.org/x.js", "//example.org/x.js", "HTTPS://example.org/x.js"])
def test_a_script_from_elsewhere_is_refused_and_named(address: str) -> None:
    assert policy(f'<script async src="{address}"></script>')[1] == (address,)


def test_files_of_the_site_and_data_are_neither() -> None:
    html = '<script src="../x.js"></script><script type="application/json">{}</script>'
    html += '<script type="application/ld+json">{}</script>'
    assert policy(html) == policy("")


def test_styles_inside_a_page_are_allowed_by_their_hashes() -> None:
    found, _ = policy('<td style="text-align: right;"></td><td style="text-align: right;"></td><style>b{}</style>')
    assert f"style-src 'self' 'unsafe-hashes' {hashed('text-align: right;')} {hashed('b{}')};" in found
    written = 'Words: style="a: b", <!-- style="a: b" -->, <i data-style="a: b">style></i></style>, </b style="a: b">'
    assert "unsafe" not in policy(f"<p>{written}</p>")[0]


def test_a_page_on_a_disk_may_load_its_neighbors() -> None:
    assert policy("", disk=True)[0].startswith("default-src 'self' file:; script-src 'self' file:;")
    assert policy("")[0].startswith("default-src 'self'; script-src 'self';")


def test_every_page_of_a_site_has_a_policy_with_all_it_needs(tmp_path: Path) -> None:
    site = build(demo(tmp_path, {"docs/a.md": "# A"}, site_url="https://example.org/", strict=True))
    pages = sorted(site.rglob("*.html"))
    for page in pages:
        html = page.read_text("utf-8")
        (found,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)
        inline = re.findall(r"<script>(.*?)</script>", html)
        assert inline
        assert all(hashed(code) in found for code in inline), page
        assert "unsafe-inline" not in found
        assert html.index("Content-Security-Policy") < html.index("<script")
    assert site / "404.html" in pages


def test_a_script_in_a_hand_written_page_is_named_when_the_site_is_built(tmp_path: Path) -> None:
    demo(tmp_path, {"docs/a.md": "# A\n\n<script>alert(1)</script>\n"})
    done = mkdocs(tmp_path, "build", "--strict")
    assert done.returncode == 1
    assert "a.md: a script will not run, for it is not of this site's files: alert(1)." in done.stderr
    assert "extra_javascript" in done.stderr
