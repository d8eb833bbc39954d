import assert from "node:assert/strict";
import { test } from "node:test";

import { quoteWords, shortened } from "../../plugins/recordbook/script/previews.js";
import { entryOf, placeOf } from "../../plugins/recordbook/script/records.js";

const LIST = {
  records: [{ id: "MEM-OBJ-note" }, { id: "MEM-OBJ-two" }],
  others: [{ id: "RT-RTE-turn" }],
  aliases: { "MEM-OBJ-memo": "MEM-OBJ-note" },
};

test("a short text stays, a long one ends between words", () => {
  assert.equal(shortened("as it is", 8), "as it is");
  assert.equal(shortened("one two three", 9), "one two…");
  assert.equal(shortened("one two three", 7), "one two…");
  assert.equal(shortened("one-very-long-word", 8), "one-very…");
});

test("quotes are counted in words", () => {
  assert.equal(quoteWords({}), "");
  assert.equal(quoteWords({ verified: 1 }), "1 quote verified");
  assert.equal(quoteWords({ "lines-mismatch": 2 }), "2 quotes lines mismatch");
  assert.equal(quoteWords({ verified: 1, unavailable: 2 }), "3 quotes: 1 verified, 2 unavailable");
});

test("an address says of which system and id it is, in every form", () => {
  const found = { system: "demo", id: "MEM-OBJ-note" };
  for (const end of ["", "/", ".html", "/index.html"]) {
    assert.deepEqual(placeOf(`/some/book/systems/demo/MEM-OBJ-note${end}`), found);
  }
  assert.deepEqual(placeOf("/systems/demo/memory/"), { system: "demo", id: undefined });
  assert.deepEqual(placeOf("/systems/demo/files/SRC-1/MEM-OBJ-note/"), { system: "demo", id: undefined });
  assert.deepEqual(placeOf("/guide/"), { system: undefined, id: undefined });
});

test("an id is found by itself, by what it was called, and without capitals where that is wanted", () => {
  assert.equal(entryOf(LIST, "MEM-OBJ-two").id, "MEM-OBJ-two");
  assert.equal(entryOf(LIST, "RT-RTE-turn").id, "RT-RTE-turn");
  assert.equal(entryOf(LIST, "MEM-OBJ-memo").id, "MEM-OBJ-note");
  assert.equal(entryOf(LIST, "mem-obj-MEMO", false).id, "MEM-OBJ-note");
  assert.equal(entryOf(LIST, "mem-obj-note"), undefined);
  assert.equal(entryOf(LIST, "constructor"), undefined);
});
