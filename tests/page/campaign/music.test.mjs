// Music is asked for, follows the heroes, and is heard only by whoever asked and looks.
import assert from "node:assert/strict";
import test from "node:test";

/** What happened to the sound card. @type {string[]} */
const heard = [];
/** @type {Record<string, (() => void)[]>} */
const listeners = {};
const listen = (kind, run) => (listeners[kind] ??= []).push(run);
const hear = (kind) => (listeners[kind] ?? []).forEach((run) => run());
globalThis.addEventListener = listen;
globalThis.removeEventListener = (kind, run) => (listeners[kind] = (listeners[kind] ?? []).filter((other) => other !== run));
globalThis.document = { hidden: false, addEventListener: listen };
const stored = new Map([["embertale.music", "on"], ["embertale.volume", "9"]]);
globalThis.localStorage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => stored.set(name, value), removeItem: (name) => stored.delete(name) };

let n = 0;
const param = (name) => ({
  value: 1,
  cancelScheduledValues() {},
  setValueAtTime() {},
  setTargetAtTime: (to) => heard.push(`${name} is ${to}`),
  linearRampToValueAtTime: (to, at) => heard.push(`${name} to ${to} by ${at}`),
});
globalThis.AudioContext = class {
  currentTime = 10;
  constructor({ sampleRate }) {
    heard.push(`opened at ${sampleRate}`);
  }
  createGain() {
    return { gain: param(`gain ${n++}`), connect: (to) => to };
  }
  createBufferSource() {
    return { connect: (to) => to, start: () => heard.push("starts"), stop: (at) => heard.push(`stops at ${at}`) };
  }
  decodeAudioData = async () => ({});
  suspend = async () => heard.push("rests");
  resume = async () => heard.push("wakes");
};
let answers = true;
/** @type {string[]} */
const asked = [];
globalThis.fetch = async (path) => {
  asked.push(path);
  return answers ? new Response("") : new Response("", { status: 500 });
};

const { app } = await import("../../../static/js/state.js");
const { music, setVolume, switchMusic, watchMusic } = await import("../../../static/js/campaign/music.js");
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const at = (node) => app.set({ session: node && { id: "s", plot: { campaign: { slug: "road", digest: "0f" }, node } } });
const path = (node) => `/api/campaigns/road/assets/music/${node}?v=0f`;

test("music that was on in an earlier visit waits for a hand", async () => {
  assert.deepEqual([music.get().on, music.get().waits, music.get().volume], [true, true, 0.5]);
  at("inn");
  watchMusic();
  await settle();
  assert.deepEqual([asked, heard], [[], []]);
  hear("pointerdown");
  await settle();
  assert.deepEqual(asked, [path("inn")]);
  assert.deepEqual(heard.splice(0), ["opened at 22050", "gain 1 to 1 by 14", "starts", "wakes"]);
  assert.deepEqual([music.get().playing, music.get().sounds, listeners.pointerdown.length], [path("inn"), true, 0]);
});

test("one piece gives way to the next in the same seconds", async () => {
  at("mill");
  await settle();
  assert.deepEqual(asked.splice(0), [path("inn"), path("mill")]);
  assert.deepEqual(heard.splice(0), ["gain 2 to 1 by 14", "starts", "gain 1 to 0 by 14", "stops at 14", "wakes"]);
  at("mill");
  await settle();
  assert.deepEqual([asked, heard], [[], []]);
});

test("nothing sounds in a tab that nobody looks at", async () => {
  document.hidden = true;
  hear("visibilitychange");
  assert.deepEqual([heard.splice(0), music.get().sounds], [["rests"], false]);
  document.hidden = false;
  hear("visibilitychange");
  assert.deepEqual([heard.splice(0), music.get().sounds], [["wakes"], true]);
});

test("what is switched off fades, is remembered, and asks for nothing more", async () => {
  setVolume(0.25);
  switchMusic(false);
  assert.deepEqual(heard.splice(0), ["gain 0 is 0.25", "gain 2 to 0 by 14", "stops at 14"]);
  assert.deepEqual([stored.get("embertale.music"), stored.get("embertale.volume"), music.get().sounds], [undefined, "0.25", false]);
  at("inn");
  await settle();
  assert.deepEqual(asked, []);
});

test("music that can't be had says so, and is tried again with the next press", async () => {
  answers = false;
  switchMusic(true);
  await settle();
  assert.deepEqual([music.get().failed, music.get().sounds, asked.splice(0)], [true, false, [path("inn")]]);
  answers = true;
  switchMusic(true);
  await settle();
  assert.deepEqual([music.get().failed, music.get().sounds, asked.splice(0)], [false, true, [path("inn")]]);
});

test("a table without a campaign is silent", async () => {
  heard.splice(0);
  at(null);
  await settle();
  assert.deepEqual([music.get().sounds, asked, heard.filter((what) => what.startsWith("stops"))], [false, [], ["stops at 14"]]);
});
