"""Pages of one class share a frame: what comes out is what the theme would have rendered, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from building import build, demo, record
from recordbook.splicing import Splicer, Values

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = {f"reports/demo/records/MEM-OBJ-more{n}.md": record(f"MEM-OBJ-more{n}") for n in "abcdef"}
CLASS = ("systems", 3, "record")


def values(name: str, content: str = "") -> Values:
    return Values(
        f"<title>{name}</title>", f"about {name}", f"https://example.org/{name}/", content or f"<p>{name}</p>"
    )


def rendered(page: Values, frame: str = "") -> str:
    head = f'{page.title}<meta content="{page.description}"><link href="{page.canonical}">'
    return f"{head}<main>{page.content}</main>{frame}"


def files(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*.html") if path.is_file()}


def test_the_third_page_of_a_class_is_the_first_that_is_spliced() -> None:
    splicer = Splicer()
    assert [splicer.is_spliced(CLASS) for _ in range(4)] == [False, False, True, True]
    assert not splicer.is_spliced(("systems", 4, "file"))


def test_a_frame_that_holds_is_filled_in() -> None:
    splicer = Splicer()
    for name in ("one", "two"):
        splicer.learn(CLASS, rendered(values(name), "<footer>"), values(name))
    assert splicer.fill(CLASS, values("three")) == rendered(values("three"), "<footer>")


def test_a_page_may_say_in_its_content_what_its_head_says() -> None:
    splicer = Splicer()
    for name in ("one", "two"):
        splicer.learn(CLASS, rendered(values(name)), values(name))
    echo = values("three", '<p><title>three</title> content="about three" href="https://example.org/three/"</p>')
    assert splicer.fill(CLASS, echo) == rendered(echo)


@pytest.mark.parametrize("first", [values("one"), values("one", '<a href="https://example.org/one/">')])
def test_a_frame_that_says_more_of_its_page_does_not_hold(first: Values) -> None:
    splicer = Splicer()
    splicer.learn(CLASS, rendered(first, "<footer>one"), first)
    splicer.learn(CLASS, rendered(values("two"), "<footer>two"), values("two"))
    assert splicer.fill(CLASS, values("three")) is None


def test_a_page_that_has_less_than_its_frame_is_not_spliced() -> None:
    splicer = Splicer()
    for name in ("one", "two"):
        splicer.learn(CLASS, rendered(values(name)), values(name))
    assert splicer.fill(CLASS, Values("<title>three</title>", "", "", "<p>three</p>")) is None


@pytest.mark.parametrize("options", [{}, {"site_url": "https://example.org/some/book/"}, {"use_directory_urls": False}])
def test_a_spliced_site_is_the_rendered_one(
    options: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = demo(tmp_path / "demo", RECORDS)
    filled: list[str] = []
    fill = Splicer.fill

    def counted(splicer: Splicer, name: tuple[str, int, str], page: Values) -> str | None:
        whole = fill(splicer, name, page)
        filled.extend([name[2]] * (whole is not None))
        return whole

    monkeypatch.setattr(Splicer, "fill", counted)
    spliced = files(build(config, site_dir=str(tmp_path / "spliced"), **options))
    assert filled.count("record") >= len(RECORDS) - 2
    monkeypatch.setattr(Splicer, "fill", lambda *_: None)
    assert files(build(config, site_dir=str(tmp_path / "rendered"), **options)) == spliced


def test_a_theme_that_says_more_of_a_page_gets_it_said(tmp_path: Path) -> None:
    config = demo(
        tmp_path / "demo",
        {**RECORDS, "overrides/partials/colophon.html": "<p>{{ page.url if page }}</p>\n"},
        theme={"name": "material", "custom_dir": "overrides", "font": False},
    )
    site = build(config, site_dir=str(tmp_path / "site"))
    for name in RECORDS:
        identifier = name.rpartition("/")[2].removesuffix(".md")
        page = site / "systems/demo" / identifier / "index.html"
        assert f"<p>systems/demo/{identifier}/</p>" in page.read_text("utf-8")
