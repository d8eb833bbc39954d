"""The language server: what editors ask by their protocol, answered by `editing`. Needs the extra ``lsp``.

Positions come and go in the units that the editor counts, code points or UTF-16; everything inside counts code points.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from recordbook import __version__, editing
from recordbook.diagnostics import Severity
from recordbook.text import Span, Text

if TYPE_CHECKING:
    from pathlib import Path

    from pygls.workspace import PositionCodec

    from recordbook.diagnostics import Diagnostic
    from recordbook.text import Place

SECONDS = 0.2
"""How long nothing is typed before the collection is checked."""
_LEVELS = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_KINDS = {
    "key": types.CompletionItemKind.Property,
    "word": types.CompletionItemKind.EnumMember,
    "id": types.CompletionItemKind.Reference,
    "source": types.CompletionItemKind.Module,
}


class Server(LanguageServer):
    """A server for one collection."""

    def __init__(self, root: Path) -> None:
        super().__init__("recordbook", __version__)
        self.root = root.resolve()
        self.collection = editing.Workspace(self.root)
        self.uris: dict[str, str] = {}
        """Path from the root to the address by which the editor knows an open file."""
        self.told: dict[str, list[types.Diagnostic]] = {}
        self.waiting: asyncio.Task[None] | None = None

    # Places

    def inside(self, uri: str) -> str:
        """Path from the root of a file of the collection, with slashes; empty for any other file."""
        path = unquote(urlsplit(uri).path)
        start = f"{self.root.as_posix()}/"
        name = path.removeprefix(start) if path.startswith(start) else ""
        return name if name.startswith(("reports/", ".recordbook/")) else ""

    def uri(self, name: str) -> str:
        """The address of a file of the collection."""
        return self.uris.get(name) or (self.root / name).as_uri()

    @property
    def codec(self) -> PositionCodec:
        """What counts as the editor does."""
        return self.workspace.position_codec

    def lines(self, name: str) -> list[str]:
        """The lines of a file as the editor has them."""
        return self.collection.text(name).replace("\r\n", "\n").split("\n")

    def asked(self, params: Any) -> tuple[str, list[str], int, int]:
        """File, its lines, and the line and column that are asked about, from 0 and in code points."""
        name = self.inside(params.text_document.uri)
        lines = self.lines(name)
        at = self.codec.position_from_client_units(lines, params.position)
        return name, lines, at.line, at.character

    def range(self, place: Place, lines: list[str] | None = None) -> types.Range:
        """A place as the editor counts; ``lines`` are those of its file, where they are at hand."""
        lines = lines or self.lines(place.uri)
        return types.Range(
            self.position(lines, place.line - 1, place.column - 1),
            self.position(lines, place.end_line - 1, place.end_column - 1),
        )

    def position(self, lines: list[str], line: int, column: int) -> types.Position:
        """A line and a column from 0, in code points, as the editor counts."""
        row = lines[line] if line < len(lines) else ""
        return types.Position(line, self.codec.client_num_units(row[:column]))

    def pointed(self, params: Any) -> tuple[editing.Pointed | None, types.Range]:
        """The id under the pointer and where it stands."""
        name, lines, line, column = self.asked(params)
        found = editing.pointed(name, lines[line], column) if name and line < len(lines) else None
        start, end = (found.start, found.end) if found else (column, column)
        return found, types.Range(self.position(lines, line, start), self.position(lines, line, end))

    # Checking

    def take(self, uri: str, text: str | None) -> None:
        """Remember the text of an open file, or that it is closed, and check soon."""
        name = self.inside(uri)
        if name and text is not None:
            self.uris[name] = uri
            self.collection.open[name] = text
        elif name:
            self.collection.open.pop(name, None)
        self.soon()

    def soon(self) -> None:
        """Check once nothing was typed for a moment."""
        if self.waiting:
            self.waiting.cancel()
        self.waiting = asyncio.get_running_loop().create_task(self._later())

    async def _later(self) -> None:
        await asyncio.sleep(SECONDS)
        self.check()

    def check(self) -> None:
        """Check the collection, and tell the editor of each file whose findings changed."""
        found: dict[str, list[types.Diagnostic]] = {name: [] for name in self.told}
        for one in self.collection.look().diagnostics:
            found.setdefault(one.place.uri, []).append(self.diagnostic(one))
        for name, diagnostics in found.items():
            if self.told.get(name) != diagnostics:
                self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(self.uri(name), diagnostics))
        self.told = {name: diagnostics for name, diagnostics in found.items() if diagnostics}

    def diagnostic(self, found: Diagnostic) -> types.Diagnostic:
        """A finding as the protocol has it; what to do stands below what is wrong."""
        related = [
            types.DiagnosticRelatedInformation(types.Location(self.uri(place.uri), self.range(place)), words)
            for place, words in found.related
        ]
        return types.Diagnostic(
            self.range(found.place),
            "\n".join((found.message, *found.help)),
            severity=_LEVELS[found.severity],
            code=found.code,
            source="recordbook",
            related_information=related,
            data=editing.meant(found) or None,
        )


def make(root: Path) -> Server:
    """The server of the collection below ``root``, ready to be started."""
    server = Server(root)
    for method, answer in _ANSWERS:
        server.feature(method, *_OPTIONS.get(method, ()))(answer)
    return server


# Files


async def _opened(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    server.take(params.text_document.uri, params.text_document.text)


async def _changed(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    uri = params.text_document.uri
    server.take(uri, server.workspace.get_text_document(uri).source)


async def _closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    server.take(params.text_document.uri, None)


async def _touched(server: Server, _: Any) -> None:
    server.soon()


# Questions


def _complete(server: Server, params: types.CompletionParams) -> list[types.CompletionItem]:
    name, lines, line, column = server.asked(params)
    if not name:
        return []
    end = server.position(lines, line, column)
    return [
        types.CompletionItem(
            label=choice.text.removesuffix(": "),
            kind=_KINDS[choice.kind],
            documentation=choice.about or None,
            text_edit=types.TextEdit(types.Range(server.position(lines, line, choice.start), end), choice.text),
        )
        for choice in editing.complete(server.collection.result.book, name, "\n".join(lines), line, column)
    ]


def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    found, place = server.pointed(params)
    name, lines, line, column = server.asked(params)
    if found:
        text = editing.hover(server.collection.result.book, found.key)
    else:
        text = editing.explain(name, "\n".join(lines), line, column) if name else ""
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), place) if text else None


def _define(server: Server, params: types.DefinitionParams) -> types.Location | None:
    found, _ = server.pointed(params)
    place = editing.definition(server.collection.result.book, found.key) if found else None
    return types.Location(server.uri(place.uri), server.range(place)) if place else None


def _refer(server: Server, params: types.ReferenceParams) -> list[types.Location]:
    found, _ = server.pointed(params)
    if found is None:
        return []
    book, whole = server.collection.result.book, params.context.include_declaration
    places = editing.references(book, found.key, declaration=whole)
    return [types.Location(server.uri(place.uri), server.range(place)) for place in places]


def _mend(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The word that was meant, for each finding that knows it."""
    del server
    return [
        types.CodeAction(
            f"Write {found.data}",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[found],
            is_preferred=True,
            edit=types.WorkspaceEdit({params.text_document.uri: [types.TextEdit(found.range, str(found.data))]}),
        )
        for found in params.context.diagnostics
        if found.source == "recordbook" and found.data
    ]


# Another id


def _prepare(server: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder:
    found, place = server.pointed(params)
    if found is None or found.key not in server.collection.result.book.records:
        raise _refused("only the id of a record that is declared here can be renamed")
    return types.PrepareRenamePlaceholder(place, found.key[1])


def _rename(server: Server, params: types.RenameParams) -> types.WorkspaceEdit:
    found, _ = server.pointed(params)
    if found is None:
        raise _refused("no id stands here")
    docs = editing.hand_written(server.root)
    try:
        made = editing.renamed(server.collection, found.key, params.new_name, docs)
    except editing.Refused as why:
        raise _refused(str(why)) from None
    changes: list[Any] = []
    for name, edits in made.renaming.edits.items():
        text = Text(name, made.texts[name])
        places = [(text.place(Span(edit.start, edit.end)), edit.text) for edit in edits]
        lines = text.content.split("\n")
        changes.append(_document(server, name, [types.TextEdit(server.range(at, lines), new) for at, new in places]))
    for name, content in made.renaming.locks.items():
        lines = server.lines(name)
        whole = types.Range(types.Position(0, 0), types.Position(len(lines), 0))
        changes.append(_document(server, name, [types.TextEdit(whole, content)]))
    changes += [types.RenameFile(server.uri(old), server.uri(new)) for old, new in made.renaming.moves.items()]
    return types.WorkspaceEdit(document_changes=changes)


def _document(server: Server, name: str, edits: list[Any]) -> types.TextDocumentEdit:
    return types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(server.uri(name)), edits)


def _refused(why: str) -> JsonRpcException:
    return JsonRpcException(why, code=types.LSPErrorCodes.RequestFailed)


_ANSWERS = (
    (types.INITIALIZED, _touched),
    (types.TEXT_DOCUMENT_DID_OPEN, _opened),
    (types.TEXT_DOCUMENT_DID_CHANGE, _changed),
    (types.TEXT_DOCUMENT_DID_CLOSE, _closed),
    (types.TEXT_DOCUMENT_DID_SAVE, _touched),
    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, _touched),
    (types.TEXT_DOCUMENT_COMPLETION, _complete),
    (types.TEXT_DOCUMENT_HOVER, _hover),
    (types.TEXT_DOCUMENT_DEFINITION, _define),
    (types.TEXT_DOCUMENT_REFERENCES, _refer),
    (types.TEXT_DOCUMENT_CODE_ACTION, _mend),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, _prepare),
    (types.TEXT_DOCUMENT_RENAME, _rename),
)
_OPTIONS: dict[str, tuple[Any, ...]] = {
    types.TEXT_DOCUMENT_COMPLETION: (types.CompletionOptions(trigger_characters=["-", ":", " ", "["]),),
    types.TEXT_DOCUMENT_CODE_ACTION: (types.CodeActionOptions([types.CodeActionKind.QuickFix]),),
    types.TEXT_DOCUMENT_RENAME: (types.RenameOptions(prepare_provider=True),),
}
