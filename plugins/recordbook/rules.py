"""The one registry of codes: what can be wrong, how bad it is by default, and one sentence that says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.diagnostics import Diagnostic, Rule, Severity

if TYPE_CHECKING:
    from recordbook.text import Place

_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

RULES = (
    # Files and bytes
    Rule("unexpected-file", _ERROR, "A file or folder that has no place under `reports/`."),
    Rule("not-a-regular-file", _ERROR, "A link, pipe or device where a regular file belongs."),
    Rule("not-utf8", _ERROR, "A file's bytes are not UTF-8."),
    Rule("second-bom", _ERROR, "A byte order mark inside the text."),
    Rule("control-character", _ERROR, "A character that no text needs, such as NUL or ESC."),
    Rule("bare-carriage-return", _ERROR, "A carriage return that is not part of a line end."),
    Rule("line-separator", _ERROR, "A character that some tools read as a line break and others do not."),
    Rule("bidi-character", _ERROR, "A character that reorders the text around it."),
    Rule("invisible-character", _ERROR, "A character that nobody can see."),
    Rule("not-nfc", _WARNING, "Text that is not in Unicode normal form C."),
    Rule("over-limit", _ERROR, "Something is larger than its limit."),
    # Front matter and YAML
    Rule("no-front-matter", _ERROR, "A file that does not begin with `---`."),
    Rule("unclosed-front-matter", _ERROR, "Front matter without its closing `---`."),
    Rule("front-matter-not-a-mapping", _ERROR, "Front matter that is not made of `key: value` lines."),
    Rule("yaml-syntax", _ERROR, "YAML that cannot be read."),
    Rule("yaml-tag", _ERROR, "A YAML tag (`!…`)."),
    Rule("yaml-alias", _ERROR, "A YAML anchor, alias or merge key."),
    Rule("duplicate-key", _ERROR, "A key that stands twice in one mapping."),
    Rule("key-not-text", _ERROR, "A key that is not plain text."),
    Rule("second-document", _ERROR, "A second YAML document in one file."),
    Rule("comment-cuts-value", _WARNING, "A value that ends early because ` #` starts a comment."),
    Rule("value-starts-with-mark", _ERROR, "An unquoted value that begins with a character YAML gives a meaning."),
    Rule("comma-made-a-key", _ERROR, "A comma inside `{…}` that began a new key."),
    # Fields
    Rule("unknown-field", _ERROR, "A key that this kind of file does not have."),
    Rule("missing-field", _ERROR, "A required key that is not there."),
    Rule("missing-value", _ERROR, "A key without a value."),
    Rule("wrong-type", _ERROR, "A value of another shape than its key needs."),
    Rule("not-in-vocabulary", _ERROR, "A value that the contract does not list."),
    Rule("bare-inapplicable", _ERROR, "An uncertain finding without its reason."),
    Rule("plain-quote", _ERROR, "A quote whose text is not a block scalar, or is empty."),
    Rule("missing-route-field", _ERROR, "A route without one of its seven fields."),
    Rule("status-not-allowed", _ERROR, "A status that this kind of record cannot have."),
    # Identity
    Rule("malformed-id", _ERROR, "An id that does not follow the grammar."),
    Rule("file-is-not-id", _ERROR, "A file whose name is not the id it declares."),
    Rule("duplicate-id", _ERROR, "One id declared twice in a system."),
    Rule("id-shadows-page", _ERROR, "A name that would take the address of another page."),
    Rule("reused-id", _ERROR, "A retired or renamed id that is declared again."),
    Rule("lost-id", _ERROR, "A published id that vanished without an alias or a reason."),
    # References
    Rule("dangling-reference", _ERROR, "An id that is declared nowhere and not listed as unpublished."),
    Rule("self-reference", _ERROR, "A record that refers to itself."),
    Rule("repeated-reference", _ERROR, "The same reference twice."),
    Rule("part-of-cycle", _ERROR, "Records that are part of each other in a circle."),
    Rule("foreign-annotation", _ERROR, "An annotation that stands where its member may not annotate."),
    Rule("published-and-unpublished", _ERROR, "An id that is both declared and listed as unpublished."),
    Rule("uncited-unpublished", _WARNING, "An unpublished id that nothing cites."),
    # Reports
    Rule("orphan-record", _WARNING, "A record that no coverage row, section or other record names."),
    Rule("orphan-coverage-path", _WARNING, "A coverage row whose paths lead to no record and no stated limit."),
    Rule("missing-section", _ERROR, "A report without one of its sections."),
    Rule("section-order", _ERROR, "A section that is out of order, repeated or unknown."),
    # Bodies
    Rule("unknown-marker", _ERROR, "A marker that names nothing."),
    Rule("repeated-marker", _ERROR, "A marker that stands twice."),
    Rule("stray-comment", _ERROR, "A comment that is not a marker."),
    Rule("heading-in-record", _ERROR, "A heading where none is allowed."),
    Rule("raw-html", _ERROR, "Raw HTML in Markdown."),
    Rule("attribute-list", _ERROR, "An attribute list or option in Markdown."),
    Rule("link-scheme", _ERROR, "A link that is not `https:`, `mailto:` or an anchor of its page."),
    Rule("remote-image", _ERROR, "An image, which record text cannot have."),
    Rule("snippet-syntax", _ERROR, "Snippet syntax, which would read files."),
    Rule("unreadable-body", _ERROR, "A body that the Markdown parser could not read."),
    # Evidence
    Rule("malformed-path", _ERROR, "A cited path that is not a plain relative path."),
    Rule("source-address", _ERROR, "A source whose repository address is not allowed."),
    Rule("unknown-source", _ERROR, "A source that the system does not declare."),
    Rule("malformed-revision", _ERROR, "A revision that is not a full commit id."),
    Rule("malformed-lines", _ERROR, "Lines that are not a range such as `12-15`."),
    Rule("stale-lock", _ERROR, "An entry of an evidence lock that is not about the quote as it stands."),
    # Verification
    Rule("quote-not-found", _ERROR, "A quote that its file does not hold at the pinned commit."),
    Rule("quote-ambiguous", _ERROR, "A quote that occurs more than once where it is looked for."),
    Rule("lines-mismatch", _ERROR, "A quote that stands in other lines than it says."),
    Rule("commit-missing", _ERROR, "A commit that the source's repository does not have."),
    Rule("commit-unreachable", _ERROR, "A commit that no branch or tag of the repository contains."),
    Rule("path-missing", _ERROR, "A cited path that is not in the source."),
    Rule("path-not-a-file", _ERROR, "A cited path that is a folder, a link or a submodule."),
    Rule("not-text", _ERROR, "A cited file that is not text as UTF-8."),
    Rule("capture-changed", _ERROR, "A captured file whose bytes are not those that its SHA-256 names."),
    Rule("source-unavailable", _NOTE, "A source that could not be read here, so its quotes were not compared."),
    Rule("source-unpinned", _NOTE, "A source without a revision, so its quotes cannot be compared."),
    # The built site
    Rule("missing-manifest", _ERROR, "A built site that does not say which collection it holds."),
    Rule("manifest-mismatch", _ERROR, "A built site that holds other records than the collection."),
    Rule("broken-link", _ERROR, "A link of the built site that leads to no page or to no place on it."),
    Rule("repeated-anchor", _ERROR, "An id that two elements of one page have."),
    # Settings and suppression
    Rule("unused-suppression", _WARNING, "An `allow` entry that suppresses nothing."),
    Rule("settings-problem", _ERROR, "A setting that cannot be used."),
    Rule("nothing-checked", _ERROR, "A run that found no record."),
)

RULE = {rule.code: rule for rule in RULES}


def found(
    code: str,
    place: Place,
    message: str,
    *help_lines: str,
    related: tuple[tuple[Place, str], ...] = (),
) -> Diagnostic:
    """A diagnostic with the severity that the registry gives its code."""
    return Diagnostic(code, RULE[code].severity, place, message, help_lines, related)
