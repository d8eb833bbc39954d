from pathlib import Path


def write(path: Path, note: str) -> None:
    # Notes are always kept.
    path.write_text(note)
