import assert from "node:assert/strict";
import { test } from "node:test";

import { isPlainKey, keyList, keysAreOn, onKey, turnKeys } from "../../plugins/recordbook/script/keys.js";

const pressed = (key, more = {}) => ({ key, target: { closest: () => null }, ...more });

test("a letter or a sign is a plain key, with Shift too", () => {
  for (const key of ["j", "/", "?", "["]) assert.equal(isPlainKey(pressed(key, { shiftKey: true })), true);
});

test("a key with a modifier, a named key and a key already used are none", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey", "isComposing", "defaultPrevented"]) {
    assert.equal(isPlainKey(pressed("j", { [held]: true })), false);
  }
  for (const key of ["Enter", "Escape", "ArrowDown", "Tab"]) assert.equal(isPlainKey(pressed(key)), false);
});

test("a letter that is being written is none", () => {
  assert.equal(isPlainKey(pressed("j", { target: { closest: () => ({}) } })), false);
});

test("keys are listed with what they do", () => {
  onKey("j", "next result", () => true);
  assert.deepEqual(keyList(), [{ key: "j", what: "next result" }]);
});

test("keys act until they are turned off, and where nothing can be kept", () => {
  assert.equal(keysAreOn(), true);
  const kept = new Map();
  globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  turnKeys(false);
  assert.equal(keysAreOn(), false);
  turnKeys(true);
  assert.equal(keysAreOn(), true);
});
