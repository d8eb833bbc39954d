import assert from "node:assert/strict";
import { test } from "node:test";

import { count, read, toggled, written } from "../../plugins/recordbook/script/address.js";

const FACETS = ["system", "kind"];
const from = (text) => read(new URLSearchParams(text), FACETS);
const there = (state, text = "") => String(written(state, new URLSearchParams(text), FACETS));

test("an address without parameters asks for everything", () => {
  assert.deepEqual(from(""), { text: "", chosen: {}, sort: "relevance", pages: 1 });
});

test("what stands in an address is read, values of one facet together", () => {
  assert.deepEqual(from("find=a+b&system=x&kind=RTE&system=y&sort=id&page=2"), {
    text: "a b",
    chosen: { system: ["x", "y"], kind: ["RTE"] },
    sort: "id",
    pages: 2,
  });
});

test("nonsense in an address means nothing, and a value nobody knows is kept", () => {
  assert.deepEqual(from("page=-3&sort=up&kind=&system=gone&system=gone"), {
    text: "",
    chosen: { system: ["gone"] },
    sort: "relevance",
    pages: 1,
  });
  assert.equal(from("page=99999999").pages, 1000);
  assert.equal(from("page=x").pages, 1);
});

test("writing what was read gives the same address, and leaves the parameters of others", () => {
  const text = "find=a+%26+b&system=x&system=y&kind=RTE&sort=id&page=3&utm=1&h=a";
  assert.equal(there(from(text), text), text);
  assert.equal(there({ text: "", chosen: {}, sort: "relevance", pages: 1 }, text), "utm=1&h=a");
});

test("a value goes in and out, and an empty facet goes away", () => {
  const one = toggled({}, "kind", "RTE");
  assert.deepEqual(one, { kind: ["RTE"] });
  assert.deepEqual(toggled(one, "kind", "OBJ"), { kind: ["RTE", "OBJ"] });
  assert.deepEqual(toggled(one, "kind", "RTE"), {});
  assert.equal(count({ kind: ["a", "b"], system: ["c"] }), 3);
});
