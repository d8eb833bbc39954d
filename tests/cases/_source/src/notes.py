from pathlib import Path


def write(path: Path, note: str) -> None:
    # Notes are never removed.
    path.write_text(note)
