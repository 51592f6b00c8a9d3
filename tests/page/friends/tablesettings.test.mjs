// The host's form for how a table is played: what it shows, what it sends, and that nothing that was chosen is lost.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

const page = (globalThis.page = { faults: [], refused: [], puts: [] });
class Node {
  listeners = {};
  constructor(tag, attributes = {}, kids = []) {
    Object.assign(this, attributes, { tag, kids: kids.flat(9).filter(Boolean), open: true, value: attributes.value ?? "", checked: Boolean(attributes.checked) });
    if (tag === "select") this.value = (this.kids.find((kid) => kid.selected) ?? this.kids[0])?.value ?? "";
    for (const [name, listener] of Object.entries(attributes)) if (name.startsWith("on")) this.listeners[name.slice(2)] = [listener];
  }
  get textContent() {
    return this.kids.map((kid) => kid.textContent ?? kid).join("");
  }
  /** All of one kind in it. */
  all = (is) => this.kids.flatMap((kid) => (kid instanceof Node ? [...(is(kid) ? [kid] : []), ...kid.all(is)] : []));
  get elements() {
    return this.all(({ tag }) => ["input", "select", "button"].includes(tag));
  }
  hasAttribute = (name) => Boolean(this[name]);
  addEventListener(name, listener) {
    (this.listeners[name] ??= []).push(listener);
  }
  dispatchEvent = ({ type }) => this.happens(type);
  happens = (type) => Promise.all((this.listeners[type] ?? []).map((listener) => listener({ preventDefault() {} })));
  querySelector = (tag) => this.all((kid) => kid.tag === tag)[0] ?? null;
  focus() {}
}
page.node = (tag, attributes, kids) => new Node(tag, attributes, kids);
page.field = (label, control, hint) => new Node("div", {}, [new Node("label", {}, [label]), control, hint && new Node("small", {}, [hint])]);
Object.assign(globalThis, { HTMLInputElement: class { static [Symbol.hasInstance] = ({ tag }) => tag === "input"; }, document: { documentElement: { lang: "en" }, body: { dataset: {} } } });
standIn({
  api: `
    export const get = async (path) => (path.endsWith("/seats") ? { items: [{ id: "ana", name: "Ana" }] } : globalThis.page.answer());
    export const json = async (_, __, body) => (globalThis.page.puts.push(body), globalThis.page.put(body));
    export const sessionPath = (id, more) => id + more;`,
  dialog: "export const openDialog = (title, name, ...kids) => (globalThis.page.dialog = globalThis.page.node('dialog', {}, kids));",
  dom: `
    const { page } = globalThis;
    export const h = (tag, attributes, ...kids) => page.node(tag, attributes, kids);
    export const fill = (node, ...kids) => (node.kids = kids.flat(9).filter(Boolean));
    export const stylesheet = async () => {};`,
  form: `
    const { page } = globalThis;
    export const field = page.field;
    export const showFaults = (_, faults) => (page.faults = faults);
    export const showRefusal = (_, error) => page.refused.push(error.message);`,
});
const { changed, dollars, openTableSettings } = await import("../../../static/js/friends/tablesettings.js");
const { app } = await import("../../../static/js/state.js");
const { S } = await import("../../../static/js/words/en.js");

const NOW = { mode: "free", talk: { spectators: false }, capPerSeatUsd: null, spent: [] };
/** Opens the form on what the server answers. */
async function opened(answer = NOW, id = "s1") {
  Object.assign(page, { faults: [], refused: [], puts: [], answer: () => answer, put: (body) => ({ ...answer, ...body }) });
  app.set({ session: { id }, info: { model: { provider: "anthropic" } } });
  await openTableSettings();
  const form = page.dialog.querySelector("form");
  const control = (name) => form?.elements.find((one) => one.name === name);
  return { form, control, save: () => form.happens("submit"), close: () => page.dialog.happens("close") };
}

test("an amount of dollars is read as people write it, and nothing else is", () => {
  const read = (...texts) => texts.map(dollars);
  assert.deepEqual(read("", "  ", "0", "0.5", ".25", "3", "1.50 $", "$2", "0,50", "1,000,000"), [null, null, 0, 0.5, 0.25, 3, 1.5, 2, 0.5, undefined]);
  assert.deepEqual(read("-1", "abc", "1e3", "0,005", "1.2.3", "1000001", "."), Array(7).fill(undefined));
  S.locale = "de";
  assert.deepEqual(read("0,005", "2,5", "0.5", "1.000", "1.000,5"), [0.005, 2.5, 0.5, undefined, undefined]);
  S.locale = "en";
});

test("only what was changed is sent, so that nothing another tab has set is undone", () => {
  assert.deepEqual(changed({ a: 1, b: { c: true }, d: null }, { a: 1, b: { c: false }, d: null }), { b: { c: false } });
});

test("there is a field for each setting that the server knows, and for rounds only where it plays them", async () => {
  const names = async (answer) => (await opened(answer)).form.elements.map(({ name }) => name).filter(Boolean);
  assert.deepEqual(await names(NOW), ["talk.spectators", "capPerSeatUsd"]);
  assert.deepEqual(await names({ mode: "free", talk: { spectators: true }, spent: [] }), ["talk.spectators"]);
  assert.deepEqual(await names({ ...NOW, awayAfterS: 120 }), ["mode", "awayAfterS", "talk.spectators", "capPerSeatUsd"]);
});

test("how long a round waits is asked for only while rounds are chosen", async () => {
  const { form, control, save } = await opened({ ...NOW, awayAfterS: 120 });
  const wait = form.all((one) => one.kids.includes(control("awayAfterS")))[0];
  assert.equal(wait.hidden, true);
  control("mode").value = "rounds";
  control("mode").happens("change");
  assert.equal(wait.hidden, false);
  control("awayAfterS").value = "90";
  await save();
  assert.deepEqual(page.puts, [{ mode: "rounds", awayAfterS: 90 }]);
});

test("a cap that is none stands at its field and is not sent; one that was refused stays as it was written", async () => {
  const { form, control, save, close } = await opened();
  control("capPerSeatUsd").value = "much";
  await save();
  assert.deepEqual([page.puts, page.faults.map(({ field }) => field)], [[], ["capPerSeatUsd"]]);
  page.put = () => { throw new Error("the line is down"); };
  control("capPerSeatUsd").value = "0.25";
  control("talk.spectators").checked = true;
  await save();
  assert.deepEqual([page.refused, control("capPerSeatUsd").value], [["the line is down"], "0.25"]);
  page.put = () => NOW;
  await save();
  assert.deepEqual(page.puts.at(-1), { talk: { spectators: true }, capPerSeatUsd: 0.25 });
  assert.match(form.textContent, /Saved\./);
  await close();
});

test("what was chosen and not saved is there when the form is opened again, at that table alone", async () => {
  const first = await opened();
  first.control("capPerSeatUsd").value = "2.5";
  first.control("talk.spectators").checked = true;
  await first.close();
  const other = await opened(NOW, "s2");
  assert.equal(other.control("capPerSeatUsd").value, "");
  await other.close();
  const again = await opened();
  assert.deepEqual([again.control("capPerSeatUsd").value, again.control("talk.spectators").checked], ["2.5", true]);
  assert.match(again.form.textContent, /Not saved yet/);
  await again.save();
  await again.close();
  assert.doesNotMatch((await opened()).form.textContent, /Not saved yet/);
});

test("what each guest has cost stands there, and who has used up their share", async () => {
  const { form } = await opened({ ...NOW, capPerSeatUsd: 0.5, spent: [{ seat: "ana", spentUsd: 0.5 }, { seat: "jo", spentUsd: 0.25 }] });
  assert.match(form.textContent, /Ana\$0\.500 · used up/);
  assert.match(form.textContent, /Somebody who has left\$0\.250(?! · used up)/);
});

test("settings that can't be read are asked for again", async () => {
  Object.assign(page, { answer: () => { throw new Error("The server can’t be reached."); } });
  app.set({ session: { id: "s1" } });
  await openTableSettings();
  assert.match(page.dialog.textContent, /can’t be reached/);
  page.answer = () => NOW;
  await page.dialog.querySelector("button").happens("click");
  assert(page.dialog.querySelector("form"));
});
