import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

const page = (globalThis.page = { asked: [] });
Object.assign(globalThis, { HTMLElement: class {}, document: { documentElement: { lang: "de" } } });
standIn({
  api: `
    export const sessionPath = (id, rest) => "/api/sessions/" + id + rest;
    export const get = async () => ({ items: [{ id: "spiders", en: "Spiders", de: "Spinnen" }, { id: "gore", en: "Gore", de: "Blut" }, { id: "rats", en: "Rats", de: "Ratten" }] });
    export const json = async (method, path, body) => (globalThis.page.asked.push([method, path, body]), { id: "s" });`,
  dom: `
    export const h = (tag, attributes, ...kids) => {
      const node = { tag, ...attributes, kids, focus() {}, closest: () => null };
      if (tag === "textarea") node.value = kids[0] ?? "";
      if (tag === "select") node.value = kids[0].find((it) => it.selected).value;
      if (tag === "input") node.value = "";
      return node;
    };
    export const stylesheet = async () => {};`,
  dialog: "export const openDialog = (title, name, form) => (globalThis.page.dialog = { title, form });",
  form: "export const field = (label, control, hint) => ({ label, control, hint }); export const showRefusal = () => {};",
  reread: "export const rereadAfter = (deed) => deed();",
  state: "export const app = { get: () => ({ session: { id: 's' } }), set: (now) => (globalThis.page.now = now) }; export const remark = () => {};",
});
const { safetyForm, playX } = await import("../../../static/js/settings/safety.js");

test("tags, own words and dials are read as they are set", async () => {
  const now = { lines: ["spiders", "my aunt"], veils: ["gore"], tone: "light" };
  const { fields, read } = await safetyForm(now);
  assert.deepEqual(read(), { lines: ["spiders", "my aunt"], veils: ["gore"], tone: "light" });
  const own = fields.kids[2].map(({ control }) => control);
  own[1].value = " moths \n\nclowns ";
  assert.deepEqual(read().veils, ["gore", "moths", "clowns"]);
});

test("a campaign that crosses a line is named before it begins", async () => {
  let tags = ["rats", "spiders"];
  const { fields, warn } = await safetyForm({ lines: ["spiders"] }, () => tags);
  const [contents, , warning] = fields.kids.slice(-3);
  assert.match(contents.textContent, /: Spinnen, Ratten\.$/);
  assert.match(warning.textContent, /Spinnen/);
  assert.doesNotMatch(warning.textContent, /Ratten/);
  tags = ["rats"];
  warn();
  assert.equal(warning.textContent, "");
});

test("the X card asks nothing before the scene has stopped, and nobody has to answer", async () => {
  await playX();
  assert.deepEqual(page.asked, [["POST", "/api/sessions/s/x", {}]]);
  const event = { preventDefault() {} };
  await page.dialog.form.onsubmit(event);
  assert.equal(page.asked.length, 1);
  page.dialog.form.kids[1].control.value = " clowns ";
  await page.dialog.form.onsubmit(event);
  assert.deepEqual(page.asked[1], ["POST", "/api/sessions/s/x", { about: "clowns" }]);
});
