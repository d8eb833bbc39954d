import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

import { nearest } from "../../plugins/recordbook/script/search/nearest.js";
import { parse } from "../../plugins/recordbook/script/search/query.js";
import { analyze, fold, runs } from "../../plugins/recordbook/script/search/tokens.js";

const vectors = JSON.parse(await readFile(new URL("../search/vectors.json", import.meta.url), "utf8"));

function listed(text) {
  return runs(text).map((run) => {
    const { parts, whole, more, strict } = analyze(run);
    return [run, parts, whole, more, strict];
  });
}

test("text gives the same terms as in Python", () => {
  for (const { text, runs: wanted } of vectors.terms) assert.deepEqual(listed(text), wanted, JSON.stringify(text));
});

test("text is folded as in Python", () => {
  for (const [text, folded] of vectors.fold) assert.equal(fold(text), folded);
});

test("a query has the same clauses as in Python", () => {
  const [facets, systems] = [new Set(vectors.facets), new Set(vectors.systems)];
  for (const { text, clauses } of vectors.queries) {
    const found = parse(text, facets, systems);
    const plain = found.map(({ text: typed, words, bits, prefix, negative, facet, value }) =>
      [typed, words, bits, prefix, negative, facet, value]);
    assert.deepEqual(plain, clauses, JSON.stringify(text));
  }
});

test("the same words are near as in Python", () => {
  for (const [word, words, wanted] of vectors.nearest) assert.deepEqual(nearest(word, words), wanted);
});

test("terms sort as a browser sorts", () => {
  assert.deepEqual(vectors.order.toSorted(), vectors.order);
});
