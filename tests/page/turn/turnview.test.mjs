// A turn on the page: where it led before what was rolled there, many rolls folded up, and pills for what changes a sheet alone.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

standIn({
  // As much of a document as a turn needs.
  dom: `
    const classes = (selector) => [...selector.matchAll(/\\.([\\w-]+)/g)].map(([, name]) => name);
    class Element {
      constructor(tag, { class: className, ...attributes }, kids) {
        Object.assign(this, { tag, className: className || "", attributes, kids: [], parentNode: null, dataset: {}, style: {} });
        this.append(...kids);
      }
      get classList() { return { add: (name) => (this.className += " " + name), remove() {}, toggle() {}, contains: (name) => this.is(name) }; }
      get children() { return this.kids.filter((kid) => kid instanceof Element); }
      get childElementCount() { return this.children.length; }
      get textContent() { return this.kids.map((kid) => kid.textContent ?? kid).join(""); }
      is(name) { return this.className.split(" ").includes(name); }
      put(at, kids) {
        for (const kid of kids.flat(9).filter((kid) => kid || kid === 0)) {
          kid.remove?.();
          this.kids.splice(at, 0, kid);
          if (kid instanceof Element) kid.parentNode = this;
          at++;
        }
      }
      append(...kids) { this.put(this.kids.length, kids); }
      prepend(...kids) { this.put(0, kids); }
      replaceWith(kid) { this.before(kid); this.remove(); }
      before(kid) { this.parentNode.insertBefore(kid, this); }
      insertBefore(kid, next) { kid.remove(); this.put(next ? this.kids.indexOf(next) : this.kids.length, [kid]); }
      remove() { if (this.parentNode) this.parentNode.kids.splice(this.parentNode.kids.indexOf(this), 1); this.parentNode = null; }
      replaceChildren(...kids) { for (const kid of this.children) kid.parentNode = null; this.kids = []; this.append(...kids); }
      closest(selector) { return classes(selector).some((name) => this.is(name)) ? this : (this.parentNode?.closest(selector) ?? null); }
      querySelectorAll(selector) {
        const found = this.children.filter((kid) => classes(selector).some((name) => kid.is(name)));
        return selector.startsWith(":scope") ? found : [...found, ...this.children.flatMap((kid) => kid.querySelectorAll(selector))];
      }
      querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
      setAttribute() {}
      removeAttribute() {}
      addEventListener() {}
    }
    export const h = (tag, attributes, ...kids) => new Element(tag, attributes, kids);
    export const svg = h;
    export const fill = (element, ...kids) => element.replaceChildren(...kids);
    export const byId = () => h("div", {});`,
  prose: `
    import { h } from "./dom.js";
    export const prose = (text) => h("div", { class: "prose" }, text);
    export class StreamedProse { root = h("div", { class: "prose" }); push(text) { this.root.append(text); } end() {} }`,
  toolwords: "export const toolLine = ({ name }) => name;",
});
const { TurnView } = await import("../../../static/js/turn/turnview.js");

const roll = (outcome, characterId) => ({ expression: "1d20+3", dice: [{ sides: 20, value: 9, kept: true }], modifier: 3, total: 12, reason: "x", characterId, goal: outcome && { number: 11, outcome } });
const fallen = (one) => ({ kind: "diceRolled", roll: one });
/** @param {object} turn */
const view = (turn) => TurnView.of({ id: "t", seq: 1, message: "I go on.", characterId: "mira", narrative: "Rain.", toolCalls: [], ...turn }, { characters: [{ id: "mira", name: "Mira" }], creatures: [], supportingNPCs: [] });
const telling = ({ root }) => root.querySelector(".telling").children.map((part) => part.className.split(" ")[0]);

test("where a turn led stands before what was rolled there, and behind what was rolled on the way", () => {
  const [sneak, initiative] = [roll("success", "mira"), roll()];
  const led = { kind: "locationChanged", to: "the hall" };
  assert.deepEqual(telling(view({ rolls: [initiative], changes: [led, fallen(initiative)] })), ["arrival", "roll", "prose"]);
  assert.deepEqual(telling(view({ rolls: [sneak, initiative], changes: [fallen(sneak), led, fallen(initiative)] })), ["roll", "arrival", "roll", "prose"]);
  assert.deepEqual(telling(view({ rolls: [sneak], changes: [fallen(sneak), led] })), ["roll", "arrival", "prose"]);
});

test("the many rolls of a fight are one card that unfolds", () => {
  const rolls = [roll("hit", "mira"), roll(), roll("miss"), roll("hit"), roll()];
  const turn = view({ rolls, changes: rolls.map(fallen) });
  assert.deepEqual(telling(turn), ["rolls", "prose"]);
  const fold = turn.root.querySelector(".rolls");
  assert.equal(fold.querySelectorAll(".roll").length, 5);
  assert.equal(fold.children[0].textContent, "5 rolls");
  assert.equal(turn.rolls.length, 5);
  assert.deepEqual(telling(view({ rolls: rolls.slice(0, 3) })), ["roll", "roll", "roll", "prose"], "few stand by themselves");
});

test("rolls that come one by one fold up as well, and begin anew where all is told again", () => {
  const turn = new TurnView("I strike.", "mira", null);
  turn.text("Steel.");
  for (const one of Array.from({ length: 4 }, () => roll("miss"))) turn.roll(one);
  turn.text("And rain.");
  assert.deepEqual(telling(turn), ["prose", "rolls", "prose"]);
  turn.restart();
  turn.roll(roll("hit"));
  assert.deepEqual([telling(turn), turn.rolls.length], [["roll"], 1]);
});

test("pills say what changed on a sheet; the rest is behind one quiet line", () => {
  const changes = [
    { kind: "importantEventRecorded", text: "marta lied" },
    { kind: "npcMet", name: "marta" },
    { kind: "timePassed", minutes: 15 },
    { kind: "timePassed", minutes: 5 },
    { kind: "hpChanged", characterId: "mira", delta: -2 },
  ];
  const { root } = view({ changes });
  assert.deepEqual(root.querySelector(".marks").children.map(({ textContent }) => textContent), ["♥\ufe0e −2 hit points"]);
  const works = root.querySelector(".works");
  assert.equal(works.children[0].textContent, "20 minutes later · 2 things noted");
  assert.deepEqual(works.children[1].children.map(({ textContent }) => textContent), ["✎ Remembered: Marta lied", "◉ Met Marta"]);
  assert.equal(view({ changes: changes.slice(0, 2) }).root.querySelector(".marks").attributes.hidden ?? view({ changes: changes.slice(0, 2) }).root.querySelector(".marks").hidden, true);
});

test("a turn of a round shows every hero's name and words, in the order they came", () => {
  const deeds = [{ seat: "a", characterId: "mira", message: "I pull." }, { seat: "b", characterId: "gone", message: "I push." }];
  assert.equal(view({ deeds }).deed.textContent, "MiraI pull.YouI push.");
  assert.equal(view({}).deed.textContent, "MiraI go on.");
});
