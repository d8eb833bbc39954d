"""Evidence-backed report collections, published with MkDocs and checked from the command line."""

__version__ = "0.1.0"
