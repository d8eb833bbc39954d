r"""Is this text in that text, where, and if not, what comes nearest. Pure: nothing is read here.

The rule of matching: every run of white space (as ``str.split`` sees it) is one space on both sides, and the quote must
then be a plain substring. Nothing else is folded. Lines are split at ``\n`` alone, as git and the forges count.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from difflib import SequenceMatcher

Lines: TypeAlias = tuple[int, int]
"""First and last line, from 1."""

MANY = 10
"""How many candidate ranges are listed."""
FAR = 100_000
"""How many words and signs of a file are searched for the nearest passage."""


def fold(text: str) -> str:
    """The text with every run of white space as one space, without any at its ends."""
    return " ".join(text.split())


def digest(text: str) -> str:
    """SHA-256 of the folded text, in hex: equal for quotes that match the same sources."""
    return sha256(fold(text).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Nearest:
    """The passage of a source that comes nearest to a quote that is not there."""

    lines: Lines
    similarity: float
    """From 0 to 1."""
    hint: str
    """How it differs, where a known slip explains it all; else empty."""
    passage: str
    """Folded, and no longer than what was compared."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a comparison found."""

    state: str
    """``verified``, ``not-found``, ``lines-mismatch`` or ``ambiguous``."""
    ranges: tuple[Lines, ...] = ()
    """The lines that were verified, or up to `MANY` candidates."""
    count: int = 0
    """How many occurrences matter; ``MANY + 1`` stands for all that is more."""
    nearest: Nearest | None = None


@dataclass(frozen=True)
class Content:
    """The text of one file at one revision."""

    text: str

    @cached_property
    def _lines(self) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
        """The folded text, and of each line that is not blank its offset there and its number."""
        pieces, starts, numbers = [], [], []
        at = 0
        for number, line in enumerate(self.text.split("\n"), 1):
            if piece := fold(line):
                pieces.append(piece)
                starts.append(at)
                numbers.append(number)
                at += len(piece) + 1
        return " ".join(pieces), tuple(starts), tuple(numbers)

    @property
    def folded(self) -> str:
        """The folded text."""
        return self._lines[0]

    @cached_property
    def tokens(self) -> tuple[tuple[str, int], ...]:
        """The words and signs of the folded text in lower case, each with its offset; the first `FAR`."""
        return tuple((match[0].lower(), match.start()) for match in islice(_TOKEN.finditer(self.folded), FAR))

    @cached_property
    def token_places(self) -> dict[str, list[int]]:
        """Token to the indexes where it stands."""
        places = defaultdict(list)
        for index, (token, _) in enumerate(self.tokens):
            places[token].append(index)
        return places

    def lines(self, start: int, end: int) -> Lines:
        """First and last line of a range of the folded text that is not empty."""
        _, starts, numbers = self._lines
        return numbers[bisect_right(starts, start) - 1], numbers[bisect_right(starts, end - 1) - 1]

    def occurrences(self, folded: str, within: Lines | None = None) -> list[Lines]:
        """The lines of every occurrence of a folded text, overlapping ones too, but of no more than ``MANY + 1``."""
        source = self.folded
        start, end = self._window(within) if within else (0, len(source))
        found: list[Lines] = []
        at = source.find(folded, start, end)
        while at >= 0 and len(found) <= MANY:
            found.append(self.lines(at, at + len(folded)))
            at = source.find(folded, at + 1, end)
        return found

    def _window(self, lines: Lines) -> tuple[int, int]:
        """The range of the folded text that some lines hold."""
        source, starts, numbers = self._lines
        first, after = bisect_left(numbers, lines[0]), bisect_right(numbers, lines[1])
        if first >= after:
            return 0, 0
        return starts[first], starts[after] - 1 if after < len(starts) else len(source)


def compare(quote: str, lines: Lines | None, content: Content, *, explain: bool = True) -> Outcome:
    """Look for a quote in a source.

    Without ``lines`` the quote must occur exactly once; with them exactly one occurrence must lie wholly inside.
    ``explain`` asks for the nearest passage of what is not found, which costs far more than looking for it.
    """
    folded = fold(quote)
    inside = content.occurrences(folded, lines) if folded else []
    if len(inside) == 1:
        return Outcome("verified", tuple(inside), 1)
    if inside:
        return Outcome("ambiguous", tuple(inside[:MANY]), len(inside))
    elsewhere = content.occurrences(folded) if folded and lines else []
    if elsewhere:
        return Outcome("lines-mismatch", tuple(elsewhere[:MANY]), len(elsewhere))
    return Outcome("not-found", nearest=nearest(folded, content) if explain else None)


# What comes nearest

_TOKEN = re.compile(r"[A-Za-z0-9_]+|[^A-Za-z0-9_\s]")
_FLOOR = 0.5
"""Passages less alike than this are not worth a look."""
_LONGEST = 400
"""Tokens of a quote that are compared: what a stranger may make us do is bounded."""
_SEEN = 50
"""Places of one token that are looked at."""
_BUCKET = 8
"""Tokens by which the parts of a passage may have moved against each other."""
_AROUND = 60
"""Code points on both sides of the nearest passage that may belong to it."""
_LETTERS = 1_500
"""Longest texts, in code points, that are compared letter by letter."""


def nearest(folded: str, content: Content) -> Nearest | None:
    """The passage that shares most with a folded quote that does not occur; None where nothing does."""
    tokens = [match[0].lower() for match in islice(_TOKEN.finditer(folded), _LONGEST)]
    span = _closest(tokens, content)
    if span is None:
        return None
    start, end = span
    passage = content.folded[start:end]
    similarity = _alike(folded, passage, tokens)
    if similarity < _FLOOR:
        return None
    around = content.folded[max(0, start - _AROUND) : end + _AROUND]
    return Nearest(content.lines(start, end), similarity, _hint(folded, around), passage)


def _closest(tokens: list[str], content: Content) -> tuple[int, int] | None:
    """Where most tokens of a quote stand together: a range of the folded text."""
    start = _likely_start(tokens, content)
    if start is None:
        return None
    window = content.tokens[max(0, start - _BUCKET) : start + len(tokens) + 2 * _BUCKET]
    there = [token for token, _ in window]
    blocks = _matcher(tokens, there).get_matching_blocks()[:-1]
    if not blocks:
        return None
    first, last = blocks[0], blocks[-1]
    before, after = first.a, len(tokens) - last.a - last.size
    begin = max(0, first.b - before)
    end = min(len(window), last.b + last.size + after) - 1
    return window[begin][1], window[end][1] + len(window[end][0])


def _likely_start(tokens: list[str], content: Content) -> int | None:
    """The index of the source's token where the quote would begin; rare tokens weigh most."""
    votes: Counter[int] = Counter()
    for index, token in enumerate(tokens):
        places = content.token_places.get(token, [])
        for place in places[:_SEEN]:
            votes[(place - index) // _BUCKET] += 1 + 100 // len(places)
    if not votes:
        return None
    best = max(votes, key=lambda bucket: (votes[bucket] + votes.get(bucket + 1, 0), -bucket))
    return max(0, best * _BUCKET)


def _matcher(one: Sequence[str], other: Sequence[str]) -> SequenceMatcher[str]:
    from difflib import SequenceMatcher  # noqa: PLC0415 -- takes long to load, and most quotes are found as they are

    return SequenceMatcher(None, one, other, autojunk=False)


def _alike(folded: str, passage: str, tokens: list[str]) -> float:
    """How alike two texts are, from 0 to 1."""
    if max(len(folded), len(passage)) <= _LETTERS:
        return _matcher(folded, passage).ratio()
    return _matcher(tokens, _TOKEN.findall(passage.lower())).ratio()


_LEADER = re.compile(r"(?:^|(?<= ))(?://[/!]?|#+|/?\*+/?|--|;+|%+|>)(?= |$)")
_ELLIPSIS = re.compile(r"…|\.\.\.")
_TYPOGRAPHY = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "..."})  # noqa: RUF001


def _plain(text: str) -> str:
    return re.sub(r"-+", "-", text.translate(_TYPOGRAPHY))


def _unspaced(text: str) -> str:
    return text.replace(" ", "")


def _without_leaders(text: str) -> str:
    return fold(_LEADER.sub("", text))


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


_SLIPS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("It differs only in white space that stands on one side and is missing on the other.", _unspaced),
    ("It differs only in upper and lower case.", str.casefold),
    ("It differs only in typography: quotation marks, dashes or ellipses.", _plain),
    ("It differs only in Unicode normal form: type the accented letters again.", _composed),
    ("Backticks are missing on one side.", lambda text: text.replace("`", "")),
    ("A comment leader (such as `//`, `#` or `*`) is missing on one side.", _without_leaders),
)
"""Slips, each with what makes both sides equal where it is the only one."""


def _hint(folded: str, around: str) -> str:
    """What explains all the difference between a quote and the text around its nearest passage; empty if unknown."""
    return next(_hints(folded, around), "")


def _hints(folded: str, around: str) -> Iterator[str]:
    pieces = [piece.strip() for piece in _ELLIPSIS.split(folded) if piece.strip()]
    if len(pieces) > 1 and all(piece in around for piece in pieces):
        yield "An ellipsis is not a gap: use two quotes."
    for hint, flatten in _SLIPS:
        if flatten(folded) in flatten(around):
            yield hint
