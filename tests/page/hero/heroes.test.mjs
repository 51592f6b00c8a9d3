// Heroes of one's own: the numbers of the form are the game's, and a kept hero is what the server takes as a new one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { ABILITIES, ARRAY, CLASS_FACTS, POINTS, RACES, added, cost, outset, placed, rollScore } from "../../../static/js/hero/heroscores.js";
import { CLASSES } from "../../../static/js/home/newgame.js";
import { OWN } from "../../../static/js/words/en/heroform.js";

const kept = new Map();
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name) };
const { besides, heroIn, inItsPlace, keepHero, keptHeroes, newHero } = await import("../../../static/js/hero/heroes.js");

const game = (path) => readFileSync(new URL(`../../../crates/game/src/${path}`, import.meta.url), "utf8");

test("classes begin with what the game gives them", () => {
  assert.deepEqual(Object.keys(CLASS_FACTS), CLASSES);
  for (const [name, facts] of Object.entries(CLASS_FACTS)) {
    const { hitDie, priorities, skills, nSkills, kit, casting, improvements, unarmored } = JSON.parse(game(`class/${name}.json`));
    assert.deepEqual([facts.die, facts.order, facts.skills, facts.picks], [hitDie, priorities.join(" "), skills.join(", "), nSkills], name);
    assert.equal(facts.kit, kit.map(({ name, count }) => (count > 1 ? `${count} ${name}` : name)).join(", "), name);
    assert.equal(facts.cantrips ?? "", (casting?.cantrips ?? []).slice(0, casting?.nCantrips ?? 0).join(", "), name);
    const known = { prepared: -1, book: 6, halfPrepared: 0 }[casting?.nSpells] ?? casting?.nSpells.known[0] ?? 0;
    assert.deepEqual([facts.known ?? 0, facts.rises, facts.bare], [known, improvements, unarmored?.ability], name);
    if (known) assert.deepEqual([facts.spells, facts.casts], [casting.spells[0].join(", "), casting.ability], name);
  }
});

test("peoples add to abilities what the game adds", () => {
  const source = game("race.rs");
  const found = [...source.matchAll(/name: "([a-z -]+)",\n\s+increases: &\[(.+?)\],(?:\n\s+free_increases: (\d),)?/g)];
  const adds = Object.fromEntries(found.map(([, name, list, free]) => [name, [Object.fromEntries([...list.matchAll(/\((\w+), (\d)\)/g)].map(([, ability, n]) => [ability.toLowerCase(), Number(n)])), Number(free ?? 0)]]));
  assert.deepEqual(Object.fromEntries(Object.entries(RACES).map(([name, { adds, free = 0 }]) => [name, [adds, free]])), adds);
});

test("each class and people is told in a sentence", () => {
  assert.deepEqual(Object.keys(OWN.classes), CLASSES);
  assert.deepEqual(Object.keys(OWN.races), Object.keys(RACES));
});

test("a hero nobody arranged is the one the server would make", () => {
  const abilities = added(placed("fighter", ARRAY), "fighter", "dwarf", 1);
  assert.deepEqual(ABILITIES.map((ability) => abilities[ability]), [15, 13, 16, 8, 12, 10]);
  const { hp, ac, skills } = outset({ class: "fighter", race: "dwarf", abilities });
  assert.deepEqual([hp, ac, skills], [13, 18, ["athletics", "perception"]]);
  const wizard = added(placed("wizard", ARRAY), "wizard", "human", 5);
  assert.deepEqual([wizard.int, outset({ class: "wizard", race: "human", level: 5, abilities: wizard }).hp], [18, 8 + 4 * 6]);
  assert.deepEqual(added(placed("bard", ARRAY), "bard", "half-elf", 1), { str: 8, dex: 15, con: 14, int: 10, wis: 12, cha: 17 });
});

test("points are counted as the rules price scores, and the lowest of four dice falls away", () => {
  assert.equal(cost(ARRAY), POINTS);
  assert.equal(cost([15, 15, 15, 8, 8, 8]), POINTS);
  const dice = [3, 6, 1, 5];
  assert.deepEqual(rollScore(() => dice.pop()), { dice: [6, 5, 3, 1], score: 14 });
});

test("a hero is kept once, later states in the place of former ones, and read back from a file", () => {
  const pim = { name: "Pim", class: "rogue", race: "halfling", level: 1, abilities: { str: 8, dex: 17, con: 14, int: 13, wis: 12, cha: 11 } };
  keepHero(pim);
  keepHero({ ...pim, level: 2, background: "Lamplighter" });
  keepHero({ ...pim, name: "Ada" });
  assert.deepEqual(keptHeroes().map(({ name, level }) => `${name} ${level}`), ["Pim 2", "Ada 1"]);
  assert.deepEqual(heroIn(JSON.stringify({ format: "embertale.hero", version: 1, hero: { ...pim, gold: 900 } })), pim);
  for (const text of ["", "{}", "[]", JSON.stringify(pim), JSON.stringify({ format: "embertale.hero", hero: { ...pim, abilities: { str: 99 } } })]) assert.equal(heroIn(text), null, text);
  assert.equal(newHero({ ...pim, name: "x".repeat(61) }), null);
  kept.set("embertale.heroes", "broken");
  assert.deepEqual(keptHeroes(), []);
});

test("a hero that comes takes nobody's place unasked, and keeps a name of its own beside the one there was", () => {
  const pim = { name: "Pim", class: "rogue", race: "halfling", level: 2, abilities: { str: 8, dex: 17, con: 14, int: 13, wis: 12, cha: 11 } };
  assert.equal(inItsPlace(pim, [{ ...pim }]), undefined, "the same hero is no other");
  assert.equal(inItsPlace(pim, [{ ...pim, class: "wizard", level: 9 }]), undefined);
  assert.deepEqual(inItsPlace(pim, [{ ...pim, level: 9 }]), { ...pim, level: 9 });
  assert.equal(besides(pim, [pim]).name, "Pim 2");
  assert.equal(besides(pim, [pim, { ...pim, name: "Pim 2" }]).name, "Pim 3");
  assert(newHero(besides({ ...pim, name: "P".repeat(60) }, [])), "still a hero that the server takes");
});
