import assert from "node:assert/strict";
import test from "node:test";
import { waitOf } from "../../../static/js/api.js";
import { coins, markOf, metIn } from "../../../static/js/turn/changes.js";
import { news, verdict } from "../../../static/js/turn/dice.js";
import { rollInWords } from "../../../static/js/dice/dicewords.js";
import { ago } from "../../../static/js/lib/listing.js";
import { S } from "../../../static/js/words/en.js";
import { tellIn, tongue } from "../../../static/js/prose.js";
import { clean, length, modifier, money, opening, properName, signed, timeOfDay, words, curly } from "../../../static/js/text.js";

test("marks that reverse or hide text are taken out, and nothing else is", () => {
  assert.equal(clean("a\u202eb\u2066c\u0007d\u200fe\u{e0041}f\ufeff"), "abcdef");
  assert.equal(clean("tab\tline\r\nnext\rlast"), "tab\tline\nnext\nlast");
  assert.equal(clean("👩‍🚀 é नमस्ते עברית"), "👩‍🚀 é नमस्ते עברית");
  assert.equal(clean("half \ud83d pair"), "half \ufffd pair");
});

test("a cost nobody knows is not nothing", () => {
  assert.equal(money(null), "cost unknown");
  assert.equal(money(undefined), "cost unknown");
  assert.deepEqual([0, 0.00001, 0.0042, 0.0421, 3.14159].map(money), ["$0", "< $0.0001", "$0.0042", "$0.042", "$3.14"]);
});

test("modifiers round down", () => {
  assert.deepEqual([1, 8, 9, 10, 11, 15, 20].map((score) => signed(modifier(score))), ["−5", "−1", "−1", "+0", "+0", "+2", "+5"]);
});

test("names get their capitals back, those that have some keep them", () => {
  assert.deepEqual(["old tam", "brannoc of the stair", "McTavish"].map(properName), ["Old Tam", "Brannoc of the Stair", "McTavish"]);
});

test("names of the program become words", () => {
  assert.deepEqual(["spellSlotsUsed", "quest_giver", "half-elf"].map(words), ["spell slots used", "quest giver", "half elf"]);
});

test("times", () => {
  assert.equal(timeOfDay({ day: 2, hour: 0, minute: 5 }), "Day 2, 00:05");
  const now = Date.parse("2026-01-02T12:00:00Z");
  const times = ["2026-01-02T11:59:30Z", "2026-01-02T11:20:00Z", "2026-01-02T09:00:00Z", "2025-12-30T12:00:00Z", "never"];
  assert.deepEqual(times.map((time) => ago(time, now)), ["just now", "40 minutes ago", "3 hours ago", "3 days ago", ""]);
});

test("what is spoken of a long text ends with a sentence", () => {
  assert.equal(opening("One two three. Four five six. Seven eight.", 32), "One two three. Four five six.");
  assert.equal(opening("word ".repeat(50), 22), "word word word word…");
  assert.equal(opening("short", 20), "short");
});

test("length counts characters, not their parts", () => assert.equal(length("a😀é"), 3));

test("a wait is seconds or a date", () => {
  assert.deepEqual([waitOf(null), waitOf("5"), waitOf("soon"), waitOf("99999999")], [0, 5, 0, 3600]);
  assert.equal(waitOf("Fri, 02 Jan 2026 12:00:09 GMT", Date.parse("2026-01-02T12:00:00Z")), 9);
});

test("coins", () => assert.deepEqual([1250, -37, 100, 0].map(coins), ["12 gp 5 sp", "3 sp 7 cp", "1 gp", "0 gp"]));

const MIRA = { id: "c1", name: "Mira" };
const TAM = { id: "c2", name: "Tam" };

test("changes read as a player would say them", () => {
  const text = (change) => markOf(change, [MIRA])?.text ?? null;
  assert.equal(text({ kind: "hpChanged", characterId: "c1", delta: -4 }), "−4 hit points");
  assert.equal(text({ kind: "itemGained", characterId: "c1", name: "Rope", quantity: 2 }), "+ 2 × Rope");
  assert.equal(text({ kind: "itemLost", characterId: "c1", name: "Rope", quantity: 1 }), "− Rope");
  assert.equal(text({ kind: "purseChanged", characterId: "c1", deltaCp: -110 }), "− 1 gp 1 sp");
  assert.equal(text({ kind: "conditionAdded", characterId: "c1", condition: { name: "Poisoned" } }), "now poisoned");
  const tone = (/** @type {string} */ kind, /** @type {string} */ name) => markOf({ kind, characterId: "c1", name, condition: { name } }, [MIRA])?.tone;
  assert.deepEqual(["Poisoned", "carrying a lit torch"].map((name) => [tone("conditionAdded", name), tone("conditionRemoved", name)]), [["bad", "good"], ["plain", "plain"]]);
  assert.equal(text({ kind: "questAdded", name: "find the bell" }), "Quest: Find the Bell");
  assert.equal(text({ kind: "diceRolled", roll: {} }), null);
});

test("whoever is at the table is called by name, and who is not by what their id says", () => {
  const known = [{ id: "goblin-2", name: "Snag the Lesser" }, { id: "hob-tarrow", name: "hob tarrow" }];
  const said = (change) => markOf(change, [], known).text;
  assert.equal(said({ kind: "creatureConditionAdded", npcId: "goblin-2", condition: { name: "Prone" } }), "Snag the Lesser: prone");
  assert.equal(said({ kind: "creatureConditionRemoved", npcId: "hob-tarrow", name: "prone" }), "Hob Tarrow: no longer prone");
  assert.equal(said({ kind: "creatureDied", npcId: "old-wolf" }), "Old Wolf falls");
  assert.equal(said({ kind: "creatureHpChanged", npcId: "goblin-2", delta: -3 }), "Snag the Lesser is hurt");
  assert.equal(said({ kind: "npcMoved", npcId: "hob-tarrow", to: "the mill" }), "Hob Tarrow goes to The Mill");
  assert.equal(markOf({ kind: "remembered", memory: {} }, []), null, "what somebody remembers is theirs");
});

test("a quest that failed and a secret that was found are marks; what only the program keeps is none", () => {
  const mark = (change) => markOf(change, [MIRA]);
  assert.deepEqual(mark({ kind: "questFailed", questId: "bell", name: "find the bell" }), { tone: "bad", sign: "✗", text: "Quest failed: Find the Bell" });
  assert.deepEqual(mark({ kind: "secretFound", placeId: "mill", text: "a stair behind the altar" }), { tone: "note", sign: "◎", text: "Found: A stair behind the altar" });
  for (const change of [{ kind: "storyBeatCompleted", name: "the fall" }, { kind: "historyCleared", to: 4 }, { kind: "diceReseeded", seed: "00" }]) {
    assert.equal(mark(change), null, change.kind);
  }
});

test("with several heroes a change says whose it is", () => {
  assert.equal(markOf({ kind: "xpGained", characterId: "c2", amount: 50 }, [MIRA, TAM])?.text, "Tam: 50 experience");
});

test("a kind this page does not know is still readable, and odd ones break nothing", () => {
  assert.equal(markOf({ kind: "omenSeen", characterId: "c1", text: "a white heron", weight: 3 }, [MIRA])?.text, "Omen seen: a white heron, weight 3");
  for (const kind of ["constructor", "__proto__", "toString", ""]) assert.equal(typeof markOf({ kind }, [MIRA])?.text, "string");
  assert.deepEqual(["locationChanged", "levelUpEarned", "supportingNpcCreated"].map((kind) => markOf({ kind }, []) !== null), [false, true, true]);
});

test("a roll is good or bad news for the heroes, whosever it was", () => {
  assert.deepEqual([news({ characterId: "mira" }, false), news({ characterId: "mira" }, true)], ["bad", "good"]);
  assert.deepEqual([news({ foe: true }, false), news({ foe: true }, true)], ["good", "bad"], "a foe's natural one is good news");
  assert.deepEqual([news({}, false), news({ foe: false }, true)], ["", ""], "whose it was is not known");
});

test("a roll says by how much it was made or missed, unless its die alone decided", () => {
  const outcome = (total, number, outcome) => verdict({ total, goal: { number, outcome } }).outcome;
  assert.deepEqual([outcome(17, 12, "success"), outcome(12, 12, "success"), outcome(9, 12, "failure")], ["success, 5 over", "success, exactly", "failure, 3 short"]);
  assert.deepEqual([outcome(17, 12, "hit"), outcome(25, 12, "criticalHit"), outcome(3, 12, "miss"), outcome(14, 12, "miss")], ["hit, 5 over", "critical hit", "miss, 9 short", "miss"]);
  assert.equal(verdict({ total: 3 }), null);
});

test("minutes and hours that pass are told as people tell them", () => {
  assert.deepEqual([1, 20, 60, 288, 480].map(S.change.time), ["1 minute later", "20 minutes later", "1 hour later", "about 5 hours later", "8 hours later"]);
});

test("spell slots that come back are not called spent", () => {
  const said = (used) => markOf({ kind: "spellSlotsUsed", characterId: "c1", level: 1, used }, [MIRA]).text;
  assert.deepEqual([said(2), said(0)], ["Level 1 spell slots spent: 2", "Level 1 spell slots restored"]);
});

test("a throw in words says whose it was, what it was to reach and what came of it", () => {
  const roll = { expression: "1d20+5", dice: [{ sides: 20, value: 12, kept: true }], modifier: 5, total: 17, reason: "stealth", proof: { index: 0 } };
  const heroes = [{ id: "mira", name: "Mira" }];
  assert.equal(rollInWords(roll, heroes), "Stealth: 17.");
  const reached = { ...roll, characterId: "mira", goal: { number: 15, outcome: "success" } };
  assert.equal(rollInWords(reached, heroes), "Mira · Stealth: 17 against 15, success, 2 over.");
  assert.equal(rollInWords({ ...roll, goal: { number: 18, outcome: "miss" } }), "Stealth: 17 against armour\u00a018, miss, 1 short.");
});

test("who is met and written into the journal in one turn is the same person, however the name is written", () => {
  assert.equal(metIn({ kind: "npcMet", name: "dunstan pike" }), metIn({ kind: "supportingNpcCreated", npc: { name: "Dunstan Pike" } }));
  for (const change of [{ kind: "creatureEntered", name: "wolf" }, { kind: "hpChanged", delta: 1 }]) assert.equal(metIn(change), "");
});

test("a companion who is let go leaves and enters in one turn, and did not come", () => {
  const [left, entered] = [{ kind: "creatureLeft", npcId: "wat" }, { kind: "creatureEntered", creature: { id: "wat", name: "Wat" } }].map(metIn);
  assert.equal(left, entered);
});

test("straight quotation marks and apostrophes are set as in print", () => {
  for (const [straight, set] of [
    [`"You've been," she said. "It's 'the' way."`, "“You’ve been,” she said. “It’s ‘the’ way.”"],
    [`'Tis the '90s, and dogs' bones`, "’Tis the ’90s, and dogs’ bones"],
    [`*"Go!"* he said—"now" ("no")`, "*“Go!”* he said—“now” (“no”)"],
    [`"'Go,' he said," she said.`, "“‘Go,’ he said,” she said."],
    [`"He said 'no'", she said, "or 'yes'."`, "“He said ‘no’”, she said, “or ‘yes’.”"],
    ["“As it is”", "“As it is”"],
    [`"Wait—", she said. "...no."`, "“Wait—”, she said. “...no.”"],
  ]) assert.equal(curly(straight), set);
});

test("a German story has German quotation marks, whichever its teller writes", () => {
  for (const [written, set] of [
    [`"Du warst dort", sagte sie. "Er rief: 'Halt!' und ging."`, "„Du warst dort“, sagte sie. „Er rief: ‚Halt!‘ und ging.“"],
    ["“Hallo”, sagte er. “Wie geht’s?”", "„Hallo“, sagte er. „Wie geht’s?“"],
    ["„Halt”, rief sie – „sofort“.", "„Halt“, rief sie – „sofort“."],
    [`„Warte—“, rief sie. "'Nein'!"`, "„Warte—“, rief sie. „‚Nein‘!“"],
    [`"‚Wie geht's?'" – 's ist 'ne Frage, Hans'`, "„‚Wie geht’s?‘“ – ’s ist ’ne Frage, Hans’"],
    [`*"Los!"* »Ja.«`, "*„Los!“* »Ja.«"],
  ]) assert.equal(curly(written, "de"), set);
  assert.equal(curly("„Halt“, rief sie."), "„Halt“, rief sie.", "and keeps them on a page in another language");
});

test("a sentence of the story has the marks of the story's language, wherever it is shown", () => {
  tellIn("de");
  assert.equal(curly('"Halt", rief sie.', tongue), "„Halt“, rief sie.");
  tellIn("");
  assert.equal(curly('"Stop", she cried.', tongue), "“Stop”, she cried.");
});
