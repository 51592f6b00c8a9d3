// A goal that is said to be held by a test is held by one that is there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { HELD, held } from "./held.mjs";

test("every test that is named is there", () => {
  for (const [, file, name] of HELD) {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    assert(source.includes(file.endsWith(".rs") ? `async fn ${name}()` : `test(${JSON.stringify(name)}`), `${file}: ${name}`);
    assert(held().includes(name), name);
  }
});
