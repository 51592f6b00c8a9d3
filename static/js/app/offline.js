// @ts-check
// The offline page: lets the player go on writing, and gives way once the server is back.
import { byId, fill, h } from "../dom.js";
import { keptStory } from "./keptstory.js";
import { keepWords, keptWords } from "./keptwords.js";
import { holdsDraft, watchMemory } from "../memory.js";
import { prose } from "../prose.js";
import { O as english } from "../words/en/offline.js";
import { O as german } from "../words/de/offline.js";

/** How often the server is looked for. */
const EVERY_MS = 4_000;

const O = document.documentElement.lang === "de" ? german : english;

const why = h("p", {});
const status = h("p", { class: "soft", role: "status" }, O.looking);
const button = h("button", { type: "button", class: "primary", onclick: () => (isBack ? leave() : void look()) }, O.again);
let isBack = false;
/** Whether there are words that only this page keeps, because the browser won't. */
let isHeld = false;

const sayWhy = () => fill(why, navigator.onLine ? O.unreachable : O.unplugged);

/** What a browser that remembers nothing has: nothing. */
function names() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** @param {import("./keptwords.js").Words} words @param {number} i */
function place(words, i) {
  const { kind, title } = words;
  const box = h("textarea", { id: `words-${i}`, rows: 4, oninput: () => keepWords(words, box.value) });
  box.value = words.text;
  return h("div", { class: "words" }, h("label", { for: box.id }, kind === "author" ? O.author : O[kind](title)), box);
}

/** Whether somebody writes here just now: nothing is taken from under their hands. */
const isWriting = () => document.activeElement instanceof HTMLTextAreaElement;

/** To the page, at the place it was asked for. */
const leave = () => location.replace(`/${location.hash}`);

/** @param {boolean} back whether the server answers */
function say(back) {
  isBack = back;
  sayWhy();
  fill(status, isHeld ? O.held : back ? O.back : O.looking);
  fill(button, back ? O.open : O.again);
}

async function look() {
  try {
    const { status: answered } = await fetch("/api/info", { cache: "no-store", signal: AbortSignal.timeout(EVERY_MS) });
    // What stands before a server that is away may answer for it.
    if (answered >= 500) return say(false);
  } catch {
    return say(false);
  }
  if (!isWriting() && !holdsDraft()) return leave();
  if (!isBack) say(true);
}

/** The session the address names. */
function named() {
  try {
    return decodeURIComponent(/^#\/s\/([^/]+)$/.exec(location.hash)?.[1] ?? "");
  } catch {
    // An address nobody made on purpose.
    return "";
  }
}

/** What was read last is there to be read again. @param {import("./keptstory.js").Story} story */
function read({ title, hero, turns }) {
  const told = turns.map(({ message, narrative }) => [h("p", { class: "deed" }, message), prose(narrative)]);
  byId("away", HTMLElement).append(h("details", { class: "kept-story" }, h("summary", {}, O.story), h("h2", {}, title), h("p", { class: "soft" }, hero), told));
}

const words = keptWords(names(), named());
sayWhy();
document.title = `${O.title} · Embertale`;
fill(
  byId("away", HTMLElement),
  h("img", { src: "/icon.svg", alt: "", width: 72, height: 72 }),
  h("h1", {}, O.title),
  why,
  h("p", {}, O.safe, words.length ? null : ` ${O.nothing}`),
  h("div", { class: "row" }, button, status),
  words.map(place),
);
keptStory().then((story) => story && read(story), () => {});
setInterval(() => void (document.hidden || look()), EVERY_MS);
for (const event of ["online", "offline"]) addEventListener(event, () => void look());
watchMemory(() => {
  isHeld = true;
  say(isBack);
});
// Words that the browser would not take are gone with this page.
addEventListener("beforeunload", (event) => holdsDraft() && event.preventDefault());
addEventListener("hashchange", () => location.reload());
