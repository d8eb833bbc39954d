"""Readings that were made before: a file whose bytes did not change is not parsed again.

A reading is kept under the digest of all that it depends on: the file's name, bytes, limits and contract, this
package's own files, and every package installed beside those that parse. A system has one file on the shelf, with a
line for each of its files as they were read last. A line that is damaged or gone costs time, never a finding.
"""

from __future__ import annotations

import os
from functools import cache, cached_property
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from sys import version
from typing import TYPE_CHECKING

from recordbook import contract as contracts
from recordbook.decoding import text_of
from recordbook.folders import cache_folder, private_folder
from recordbook.packing import pack, unpack
from recordbook.putting import put
from recordbook.reading import File, Reading
from recordbook.settings import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.contract import Contract

FOLDER = "readings"
"""Name in the cache folder."""
BYTES = 250_000_000
"""How much is kept in all; what was written longest ago goes first."""
_HERE = Path(__file__).parent
_OURS = (".", "prose", "contracts")
"""The folders of this package that a reading depends on."""
_PARSERS = ("markdown", "nh3", "pydantic", "pydantic_core", "pygments", "pymdownx", "yaml")
"""The packages that a reading depends on. A test holds that there are no others."""
_DAMAGE = (ValueError, TypeError, LookupError, RecursionError)


def own_shelf(root: Path) -> Shelf:
    """The shelf of the collection below ``root`` in the user's cache.

    A folder that is not the user's alone is not believed, and none is no trouble.
    """
    try:
        return Shelf(root, private_folder(cache_folder()))
    except OSError:
        return Shelf(root)


class Shelf:
    """The readings of one collection. Without a folder nothing is remembered.

    ``folder`` is private to the user, ``root`` holds `reports/` and is needed with a folder only.
    """

    def __init__(self, root: Path | None = None, folder: Path | None = None) -> None:
        self.folder = folder / FOLDER if folder else None
        self.root = str(root.absolute()) if root else ""
        self.bundles: dict[str, _Bundle] = {}

    def read(self, file: File, data: bytes, contract: Contract | None = None) -> Reading:
        """What a file with these bytes gives. A value needs the ``contract`` that the file names."""
        if self.folder is None:
            return _parsed(file, data)
        bundle = self.bundle(file.system)
        about = "\0".join((_about(file.limits, file.contract), file.role, file.system, file.uri, ""))
        key = blake2b(about.encode() + data, digest_size=32).hexdigest()
        packed = bundle.get(key)
        if packed:
            try:
                return unpack(packed, file, text_of(file.uri, data), contract)
            except _DAMAGE:
                pass
        reading = _parsed(file, data)
        bundle.put(key, pack(reading))
        return reading

    def contract(self, name: str) -> Contract:
        """A contract that ships with the package."""
        if self.folder is None:
            return _built_in(name)
        document = self.read(File(contracts.uri(name), "lock", "", Limits(), ""), contracts.content(name)).document
        return contracts.build(document.data) if document else _built_in(name)

    def bundle(self, system: str) -> _Bundle:
        """The readings of one system, or of what belongs to none."""
        if system not in self.bundles:
            assert self.folder is not None  # noqa: S101 -- for the type checker
            name = blake2b(f"{self.root}\0{system}".encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
            self.bundles[system] = _Bundle(self.folder / name)
        return self.bundles[system]

    def save(self) -> None:
        """Write what is new. A folder that cannot be written is no trouble: the next run reads again."""
        grown = [bundle for bundle in self.bundles.values() if bundle.grown]
        if grown and self.folder is not None:
            try:
                self.folder.mkdir(exist_ok=True, mode=0o700)
                for bundle in grown:
                    bundle.save()
                _thin_out(self.folder)
            except OSError:
                return


class _Bundle:
    """One file of packed readings: a line each, of a key, the digest of what follows, and that."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.used: dict[str, str] = {}
        self.grown = False

    @cached_property
    def lines(self) -> dict[str, str]:
        """Key to the rest of its line."""
        try:
            text = self.path.read_text("ascii")
        except (OSError, ValueError):
            return {}
        return {key: rest for key, _, rest in (line.partition("\t") for line in text.split("\n"))}

    def get(self, key: str) -> str:
        """What was packed under a key; empty where nothing was, or where it is damaged."""
        digest, _, packed = self.lines.get(key, "").partition("\t")
        if not packed or digest != _digest(packed):
            return ""
        self.used[key] = packed
        return packed

    def put(self, key: str, packed: str) -> None:
        """Remember a packed reading."""
        self.used[key] = packed
        self.grown = True

    def save(self) -> None:
        """Write what was used in this run, in one step. Raises ``OSError``."""
        lines = "".join(f"{key}\t{_digest(packed)}\t{packed}\n" for key, packed in self.used.items())
        put(self.path, lines.encode("ascii"))


def _digest(packed: str) -> str:
    return blake2b(packed.encode("ascii"), digest_size=8).hexdigest()


def _parsed(file: File, data: bytes) -> Reading:
    from recordbook.parsing import parse  # noqa: PLC0415 -- takes long to load, and often nothing is new

    return parse(file, data)


def _built_in(name: str) -> Contract:
    from recordbook.parsing import built_in  # noqa: PLC0415 -- as above

    return built_in(name)[0]


def _thin_out(folder: Path) -> None:
    """Delete the files that were written longest ago, until few enough bytes are left."""
    with os.scandir(folder) as entries:
        kept = sorted(((entry.stat(), entry.path) for entry in entries), key=lambda pair: -pair[0].st_mtime_ns)
    size = 0
    for status, path in kept:
        size += status.st_size
        if size > BYTES:
            Path(path).unlink(missing_ok=True)


@cache
def _about(limits: Limits, contract: str) -> str:
    return f"{stamp()}\0{limits}\0{contract}"


@cache
def stamp() -> str:
    """What readings depend on beyond their files: the code that makes them."""
    return blake2b("\n".join((version, *sorted(_code()), *sorted(_installed()))).encode(), digest_size=16).hexdigest()


def _code() -> Iterator[str]:
    """Name, size and time of each file of ours that may take part."""
    for folder in _OURS:
        with os.scandir(_HERE / folder) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".yml")):
                    status = entry.stat()
                    yield f"{folder}/{entry.name} {status.st_size} {status.st_mtime_ns}"


def _installed() -> Iterator[str]:
    """Name and version of everything that is installed where the parsers are."""
    origins = (spec.origin for name in _PARSERS if (spec := find_spec(name)) is not None)
    for folder in {Path(origin).parent.parent for origin in origins if origin}:
        yield str(folder)
        yield from (name for name in os.listdir(folder) if name.endswith(".dist-info"))  # noqa: PTH208 -- names alone
