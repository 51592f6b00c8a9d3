// @ts-check
// The page that is shown where no server answers: it says so, lets the player go on writing, and gives way once the server is back.
import { byId, fill, h } from "./dom.js";
import { keepWords, keptWords } from "./keptwords.js";
import { recall } from "./memory.js";
import { O as english } from "./strings-offline.js";
import { O as german } from "./strings-offline.de.js";

/** How often the server is looked for. */
const EVERY_MS = 4_000;

const root = document.documentElement;
for (const name of ["theme", "size"]) root.dataset[name] = recall(name) ?? "";
const tongue = recall("language") || navigator.languages.find((one) => /^(de|en)\b/.test(one));
if (tongue?.startsWith("de")) root.lang = "de";
const O = root.lang === "de" ? german : english;

const why = h("p", {});
const status = h("p", { class: "soft", role: "status" }, O.looking);
const button = h("button", { type: "button", class: "primary", onclick: () => (isBack ? location.reload() : void look()) }, O.again);
let isBack = false;

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

async function look() {
  try {
    const { status: answered } = await fetch("/api/info", { cache: "no-store" });
    // What stands before a server that is away may answer for it.
    if (answered >= 500) return;
  } catch {
    return sayWhy();
  }
  if (!isWriting()) return location.reload();
  if (isBack) return;
  isBack = true;
  fill(status, O.back);
  fill(button, O.open);
}

const first = decodeURIComponent(/^#\/s\/([^/]+)$/.exec(location.hash)?.[1] ?? "");
const words = keptWords(names(), first);
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
setInterval(() => void (document.hidden || look()), EVERY_MS);
for (const event of ["online", "offline"]) addEventListener(event, () => void look());
addEventListener("hashchange", () => location.reload());
