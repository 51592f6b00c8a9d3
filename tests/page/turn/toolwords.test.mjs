import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { S } from "../../../static/js/words/en.js";
import { toolDoing, toolLine } from "../../../static/js/turn/toolwords.js";

/** Every tool a model is given at the table, by the snapshots of their schemas. */
const TOOLS = readdirSync(new URL("../../it/snapshots/", import.meta.url)).flatMap((file) => /^(?:fight_|npc_)?tool_(\w+)\.snap$/.exec(file)?.[1] ?? []);

test("every tool of the table is spoken of in a player's words", () => {
  assert(TOOLS.length > 25, `${TOOLS.length}`);
  for (const name of TOOLS) {
    assert.notEqual(toolDoing(name), toolDoing("a tool of tomorrow"), name);
    for (const status of ["started", "done", "refused"]) assert.doesNotMatch(toolLine({ name, status }), /_|at work/i, name);
  }
});

test("every tool has German words of its own", () => {
  const said = () => TOOLS.map((name) => ["started", "done", "refused"].map((status) => toolLine({ name, status })));
  const english = said().flat();
  S.locale = "de";
  const german = said();
  S.locale = "en";
  german.forEach((lines, i) => lines.forEach((line) => assert(!/undefined|Schirm/.test(line) && !english.includes(line), `${TOOLS[i]}: ${line}`)));
});

test("a tool nobody has heard of names no names", () => {
  for (const name of ["summon_balrog", "constructor", "__proto__"]) {
    assert.equal(toolLine({ name, status: "done" }), "Worked behind the screen");
    assert.equal(toolLine({ name, status: "started" }), toolDoing(name));
  }
  assert.equal(toolLine({ name: "travel", status: "refused" }), "Measured the way (the rules said no)");
});
