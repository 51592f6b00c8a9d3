// What boons and curses change and how long they last, from the facts the server gives of them.
import assert from "node:assert/strict";
import test from "node:test";
import { boonWords } from "../../../static/js/hero/boonwords.js";
import { BOONS } from "../../../static/js/words/en/table/boons.js";
import { BOONS as german } from "../../../static/js/words/de/table/boons.js";
import { HERO } from "../../../static/js/words/en/hero.js";
import { HERO as germanHero } from "../../../static/js/words/de/hero.js";
import { S } from "../../../static/js/words/en.js";
import { S as germanS } from "../../../static/js/words/de.js";
import { damage } from "../../../static/js/text.js";

const timing = { edge: "start", of: "mira", source: "mira" };
const said = (modifiers, more) => boonWords({ name: "x", modifiers, timing: { ...timing, ...more } }).join(" · ");
const all = [
  { of: "armor-class", by: -2 },
  { of: "speed", feet: 10 },
  { of: "save-dice", dice: "1d4" },
  { of: "attack-dice", dice: "-1d4" },
  { of: "ability-dice", ability: "str", dice: "1d6" },
  { of: "damage-dice", harm: { dice: "1d6", damageType: "fire" } },
  { of: "damage-dice", harm: { dice: "2" } },
  { of: "unarmored-base", base: 13 },
  { of: "resistance", damageType: "cold" },
  { of: "easy-to-hit" },
];
const aid = [{ of: "least-armor-class", least: 16 }, { of: "maximum-hit-points", by: 5 }];

test("a boon says what it changes, and how much longer it lasts", () => {
  assert.equal(
    said(all, { roundsLeft: 4_647 }),
    "Armour −2 · Speed +10 ft · Saving throws +1d4 · Attacks −1d4 · Strength checks and saving throws +1d6 · Damage +1d6 fire · Damage +2 · without armour: 13 + Dexterity · half cold damage · attacks against you have advantage · about 8 hours",
  );
  assert.equal(said(aid, { roundsLeft: 4_800 }), "Armour at least 16 · Maximum hit points +5 · 8 hours");
  for (const [more, words] of [
    [{ roundsLeft: 1 }, "1 round"], [{ roundsLeft: 10 }, "1 minute"], [{ roundsLeft: 14, concentration: true }, "concentration, about 1 minute"],
    [{ roundsLeft: 600 }, "1 hour"], [{ roundsLeft: 601 }, "about 60 minutes"], [{ concentration: true }, "concentration"],
    [{ untilRest: true }, "until the next rest"], [{}, "until it is ended"],
  ]) assert.equal(said([], more), words);
});

test("and does so in German", () => {
  Object.assign(BOONS, german);
  Object.assign(HERO, germanHero);
  Object.assign(S, germanS);
  assert.equal(
    said(all, { roundsLeft: 4_647 }),
    "Rüstung −2 · Tempo +10 Fuß · Rettungswürfe +1W4 · Angriffe −1W4 · Attributs- und Rettungswürfe auf Stärke +1W6 · Schaden +1W6 Feuer · Schaden +2 · ohne Rüstung: 13 + Geschick · halber Schaden: Kälte · Angriffe gegen dich haben Vorteil · etwa 8 Stunden",
  );
  assert.equal(said(aid, { roundsLeft: 4_800 }), "Rüstung mindestens 16 · Höchste Trefferpunkte +5 · 8 Stunden");
  assert.equal(said([], { roundsLeft: 14, concentration: true }), "Konzentration, etwa 1 Minute");
  assert.equal(damage({ damage: "1d8+1", damageType: "slashing" }), "1W8+1 Hieb");
});
