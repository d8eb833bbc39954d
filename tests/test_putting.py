"""A file is written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from recordbook.putting import put


def test_a_file_gets_its_bytes_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "file"
    put(path, b"one\r\n\xff")
    assert path.read_bytes() == b"one\r\n\xff"
    path.chmod(0o640)
    put(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["write_bytes", "chmod", "replace"])
def test_trouble_leaves_the_old_file_and_nothing_beside_it(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, step, full)
    with pytest.raises(OSError, match="No space"):
        put(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
