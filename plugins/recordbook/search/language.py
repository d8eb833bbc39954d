"""English: stems and small words, the same as lunr.js has in the browser.

lunr.py's stemmer differs from lunr.js's in how it treats a final *y*, a doubled *y* and a word that is nothing but a
suffix. The browser's is the measure, because the browser cannot be changed.
"""

from __future__ import annotations

from functools import lru_cache

from lunr.stemmer import PorterStemmer
from lunr.stop_word_filter import WORDS

SMALL_WORDS = frozenset(WORDS)
_SUFFIXES = (
    *("s", "y", "e", "ed", "ing", "ll", "er", "ic", "al", "ful", "ant", "ent", "ion", "ou", "ism", "iti", "ator"),
    *("enci", "anci", "bli", "eli", "alli", "entli", "ousli", "logi"),
)
"""Ends of the words that the stemmer changes; it is slow, and most words of a text have no such end."""
_VOWELS = "aeiou"
_SHORT_SUFFIX = 2


class _Stemmer(PorterStemmer):  # type: ignore[misc] # it ships no types
    """The Porter stemmer as lunr.js has it."""

    b: str
    """The word."""
    k: int
    """Place of its last letter."""
    k0: int
    """Place of its first letter."""

    def ends(self, s: str) -> int:
        """Whether the word ends with a suffix, and begins with something else."""
        alone = len(s) > self.k - self.k0 and len(s) > _SHORT_SUFFIX
        return 0 if alone else int(super().ends(s))

    def doublec(self, j: int) -> int:
        """Whether a consonant other than *y* is doubled."""
        return 0 if self.b[j] == "y" else int(super().doublec(j))

    def step1c(self) -> None:
        """Turn a final *y* after a consonant to *i*, save in words of two letters."""
        if self.b[self.k] == "y" and self.k >= _SHORT_SUFFIX and self.b[self.k - 1] not in _VOWELS:
            self.b = f"{self.b[: self.k]}i{self.b[self.k + 1 :]}"


_STEMMER = _Stemmer()


@lru_cache(maxsize=262_144)
def stem(word: str) -> str:
    """The stem of a folded word; anything but three or more letters of English stays as it is."""
    if len(word) <= _SHORT_SUFFIX or not word.endswith(_SUFFIXES) or not (word.isascii() and word.isalpha()):
        return word
    return str(_STEMMER.stem(word))
