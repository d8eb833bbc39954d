"""What the room complains about: one function a pattern, so that messages stay together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.diagnostics import Diagnostic, shown
from recordbook.rules import found

if TYPE_CHECKING:
    from collections.abc import Callable

    from recordbook.text import Place


def _raw_html(place: Place, text: str) -> Diagnostic:
    return found(
        "raw-html",
        place,
        f"Raw HTML {shown(text)} is shown as text.",
        "Write Markdown instead, or put the text in backticks to show it.",
    )


def _stray_comment(place: Place, text: str) -> Diagnostic:
    return found(
        "stray-comment",
        place,
        f"The comment {shown(text)} is not a marker and is shown as text.",
        "A marker such as `<!-- quote: id -->` stands alone on its line, at its start.",
    )


def _attribute_list(place: Place, text: str) -> Diagnostic:
    return found(
        "attribute-list",
        place,
        f"The attribute list {shown(text)} has no effect.",
        "Remove it, or put it in backticks to show it.",
    )


def _snippet_syntax(place: Place, text: str) -> Diagnostic:
    return found(
        "snippet-syntax",
        place,
        f"The snippet mark {shown(text)} reads no file and is shown as text.",
        "Quote the lines that matter, or put the mark in backticks to show it.",
    )


_HAZARDS: dict[str, Callable[[Place, str], Diagnostic]] = {
    "raw-html": _raw_html,
    "stray-comment": _stray_comment,
    "attribute-list": _attribute_list,
    "snippet-syntax": _snippet_syntax,
}


def hazard(code: str, place: Place, text: str) -> Diagnostic:
    """A complaint about text that is shown as written."""
    return _HAZARDS[code](place, text)


def fence_options(place: Place, info: str) -> Diagnostic:
    """A fence's first line holds more than a language."""
    return found(
        "attribute-list",
        place,
        f"The options {shown(info)} of fenced code have no effect.",
        "Only the name of a language may follow the fence.",
    )


def link_scheme(place: Place, target: str) -> Diagnostic:
    """A link that is not allowed."""
    return found(
        "link-scheme",
        place,
        f"The link target {shown(target)} is not allowed and is left out.",
        "Link with `https:`, `mailto:` or an anchor of the page; name a record by its id.",
    )


def remote_image(place: Place, alt: str) -> Diagnostic:
    """An image."""
    return found(
        "remote-image",
        place,
        f"The image {shown(alt)} is shown by its text alone.",
        "Say in words what the image shows, or link to it.",
    )


def heading(place: Place, text: str) -> Diagnostic:
    """A heading of a level that is not allowed here."""
    return found(
        "heading-in-record",
        place,
        f"The heading {shown(text)} is shown as a paragraph.",
        "Use a paragraph or a list; a `#` that is meant as text needs a backslash before it.",
    )


def over_limit(place: Place, what: str) -> Diagnostic:
    """Text that is not parsed because it would take too long. ``what`` begins the message."""
    return found("over-limit", place, f"{what}; the text is shown unformatted.", "Shorten it or split it.")


def unreadable(place: Place, error: BaseException) -> Diagnostic:
    """A parser failed."""
    return found(
        "unreadable-body",
        place,
        f"The Markdown cannot be read ({shown(type(error).__name__)}) and is shown unformatted.",
        "Take parts away until it reads; the last part taken away holds the cause.",
    )
