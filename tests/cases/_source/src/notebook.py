class Notebook:
    folder: Path

    def __iter__(self):
        return self.folder.iterdir()
