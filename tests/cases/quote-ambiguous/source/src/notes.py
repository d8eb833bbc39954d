from pathlib import Path


def write(path: Path, note: str) -> None:
    # Notes are never removed.
    path.write_text(note)


def overwrite(path: Path, note: str) -> None:
    path.write_text(note)
