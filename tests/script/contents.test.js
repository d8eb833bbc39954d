import assert from "node:assert/strict";
import { test } from "node:test";

import { passed } from "../../plugins/recordbook/script/contents.js";

test("the section of the reader is the last one above the line", () => {
  assert.equal(passed([-500, -20, 400], 100), 1);
  assert.equal(passed([-500, -20, 99], 100), 2);
});

test("before the first section it is the first", () => {
  assert.equal(passed([300, 600], 100), 0);
});
