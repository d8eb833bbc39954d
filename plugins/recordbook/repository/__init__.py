"""The only room that runs git: what stands at a path of a commit, or a typed reason why not.

Commands with fixed argument lists alone. Nothing that a repository's configuration names is run, nothing is fetched
while reading, no work tree is looked at, and no text is believed that its id does not name. One command changes a work
tree: a record that is renamed keeps its history.
"""

from recordbook.repository.answers import Blob, Reason
from recordbook.repository.fetching import Bounds, Remote, fetch, fetched
from recordbook.repository.history import Listed, Past, Revision, Touched
from recordbook.repository.moving import move
from recordbook.repository.process import GitError
from recordbook.repository.reading import BLOB_BYTES, REVISION, Repository, blob, git_directory

__all__ = [
    "BLOB_BYTES",
    "REVISION",
    "Blob",
    "Bounds",
    "GitError",
    "Listed",
    "Past",
    "Reason",
    "Remote",
    "Repository",
    "Revision",
    "Touched",
    "blob",
    "fetch",
    "fetched",
    "git_directory",
    "move",
]
