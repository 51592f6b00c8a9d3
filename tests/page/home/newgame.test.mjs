// The form of a new adventure.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { CLASSES } from "../../../static/js/home/newgame.js";

/** The API's document, which `.ci/run` writes before these tests. */
const path = new URL("../generated/openapi.json", import.meta.url);
const skip = !process.env.CI && !existsSync(path) && "the API's document has not been written";

test("every class that the server knows can be chosen", { skip }, () => {
  const document = JSON.parse(readFileSync(path, "utf8"));
  assert.deepEqual(CLASSES, document.components.schemas.NewHero.properties.class.enum);
});
