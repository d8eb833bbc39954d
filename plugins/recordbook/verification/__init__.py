"""Every quote against its source: which are verified, and of the others why not and what to do."""

from __future__ import annotations

from recordbook.verification.results import Result, Verified
from recordbook.verification.run import Readable, verify
from recordbook.verification.verdicts import CODES
from recordbook.verification.wanted import Wanted, wanted

__all__ = ["CODES", "Readable", "Result", "Verified", "Wanted", "verify", "wanted"]
