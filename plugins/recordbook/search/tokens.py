"""From text to terms.

Text is cut into runs: words, identifiers, ids and paths as they are written. A run gives its parts (cut at its joints,
at camel case and at digits, and stemmed) and, where it has more than one, itself and the pieces that people type: a
path also its ends, such as ``mod.rs``. Chinese, Japanese and Korean text gives overlapping pairs.

Which characters stand in words is said by a list of those that do not, so that Python and every browser agree whatever
version of Unicode they have.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from recordbook.search.language import SMALL_WORDS, stem

_BREAKS = (
    "\\x00-/:-@\\[-^\\x60{-\\xbf\\xd7\\xf7"
    "\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965"
    "\u2000-\u206f\u20a0-\u20cf\u2190-\u22ff\u2500-\u259f\u2e00-\u2e7f"
    "\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ud800-\udfff"
    "\ufe00-\ufe19\ufe30-\ufe6f\ufeff\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff"
    "\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff"
)
"""Characters that stand in no word: white space, punctuation, arrows, signs of arithmetic, and what has no shape."""
_PAIRED = (
    "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0003ffff"
)
"""Scripts that put no space between words."""
_SIGNS = "\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\ue000-\uf8ff\U0001f000-\U0001faff\U000f0000-\U0010ffff"
"""Emoji, other pictures and private-use characters: each is a word of its own."""
_LETTERS = f"[^{_BREAKS}{_PAIRED}{_SIGNS}_0-9A-Z]"
RUN = re.compile(f"[^{_BREAKS}]++(?:[-./][^{_BREAKS}]++)*")
_PART = re.compile(f"[A-Z]+(?!{_LETTERS})|[A-Z]?{_LETTERS}+|[0-9]+|[{_PAIRED}]+|[{_SIGNS}]")
_SIMPLE = re.compile("[A-Z]?[a-z]+")
"""What most runs are: a word of plain letters, perhaps at the start of a sentence."""
_IS_PAIRED = re.compile(f"[{_PAIRED}]")
_JOINTS = re.compile("[-./]")
_ACCENTS = re.compile("[\u0300-\u036f]")
_STRICT = re.compile("[/_.]")
LONGEST = 100
"""Code points of a term; what is longer is cut."""
_MOST_PARTS = 8
"""Parts of one piece; what has more is a digest or a blob, and stays whole."""
_MOST_ENDS = 8
"""Ends of a path that are terms of their own."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a text, analyzed."""

    parts: tuple[str, ...]
    """Stems in order; a small word is the empty text, so that the others keep their places."""
    whole: str
    """The run itself, folded; empty where its only part says the same."""
    more: tuple[str, ...]
    """Its pieces and ends that are terms too."""
    strict: bool
    """Whether it names one thing, such as a path, so that its parts alone are only a second choice."""

    @property
    def terms(self) -> tuple[str, ...]:
        """Every term, each once; small words left out."""
        return tuple(dict.fromkeys(term for term in (*self.parts, self.whole, *self.more) if term))


def composed(text: str) -> str:
    """Text with wide, narrow and ligated characters replaced by plain ones, as it is cut into runs."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def fold(text: str) -> str:
    """Composed text in the form in which it is compared: without case and accents."""
    return _unaccented(composed(text)).lower().replace("\u03c2", "\u03c3")


def _unaccented(text: str) -> str:
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text)))


def runs(text: str) -> list[str]:
    """The runs of a text, in order."""
    return RUN.findall(composed(text))


@lru_cache(maxsize=262_144)
def analyze(run: str) -> Run:
    """The terms of one run."""
    simple = simple_part(run)
    if simple is not None:
        return Run((simple,), "", (), strict=False)
    run = _unaccented(run)
    pieces = _JOINTS.split(run)
    split = [_parts(piece) for piece in pieces]
    parts = tuple(part for of_piece in split for part in of_piece)
    if _IS_PAIRED.search(run):
        return Run(parts, "", tuple(_last_characters(run)), strict=False)
    names = [_cut(_name(piece)) for piece, of_piece in zip(pieces, split, strict=True) if len(of_piece) > 1]
    if len(pieces) == 1:
        return Run(parts, names[0] if names else "", (), strict="_" in run)
    return Run(parts, _cut(fold(run)), (*names, *_ends(run)), strict=_STRICT.search(run) is not None)


def simple_part(run: str) -> str | None:
    """The only part of a run that is a word of plain letters; None for any other run."""
    if _SIMPLE.fullmatch(run) is None:
        return None
    word = run.lower()
    return "" if word in SMALL_WORDS else _cut(stem(word))


def parts_of(run: str) -> list[tuple[int, int]]:
    """Start and end of each part of a run."""
    return [match.span() for match in _PART.finditer(run)]


def _parts(piece: str) -> list[str]:
    """The stems of a piece without joints."""
    found = _PART.findall(piece)
    if len(found) > _MOST_PARTS and not _IS_PAIRED.search(piece):
        return [_cut(fold(piece))]
    parts = []
    for text in found:
        if _IS_PAIRED.match(text):
            parts += [text[at : at + 2] for at in range(max(1, len(text) - 1))]
        else:
            word = fold(text)
            parts.append("" if word in SMALL_WORDS else _cut(stem(word)))
    return parts


def _last_characters(run: str) -> list[str]:
    """The last character of each stretch of text in pairs: as the start of no pair, a search for it would miss it."""
    return [text[-1] for text in _PART.findall(run) if len(text) > 1 and _IS_PAIRED.match(text)]


def _name(piece: str) -> str:
    """A piece of several parts as one term."""
    return fold(piece) if "_" in piece else stem(fold(piece))


def _ends(run: str) -> list[str]:
    """What a path may be called for short: its ends after each slash, and its last name without the ending."""
    segments = fold(run).split("/")
    ends = ["/".join(segments[at:]) for at in range(1, len(segments))][-_MOST_ENDS:]
    stem_of_name, dot, _ = segments[-1].rpartition(".")
    if dot and _JOINTS.search(stem_of_name):
        ends.append(stem_of_name)
    return [_cut(end) for end in ends if _JOINTS.search(end)]


def ends(path: str) -> tuple[str, ...]:
    """The ends of a path by which the whole may be called, folded: those that are terms and name one thing."""
    found = runs(path)
    terms = analyze(found[0]).more if len(found) == 1 else ()
    own = [term for term in terms if fold(path).endswith(f"/{term}")]
    return tuple(term for term in own if _STRICT.search(term) and analyze(term).whole == term)


def _cut(term: str) -> str:
    return term[:LONGEST]


def utf16(term: str) -> bytes:
    """Sort key that orders terms as a browser does."""
    return term.encode("utf-16-be", "surrogatepass")
