import assert from "node:assert/strict";
import test from "node:test";
import { addressOf, readAddress, slugOf, writeBeside } from "../../../static/js/rules/rulesaddress.js";
import { namedIn, partsOf, slanted } from "../../../static/js/rules/rulestext.js";

test("what is asked goes into the address and comes back", () => {
  const all = [
    { query: "", type: "", edition: "2014", entry: null },
    { query: "what happens at 0 hit points?", type: "rule", edition: "2024", entry: null },
    { query: "a/b?c#d&e=f %41 огонь", type: "", edition: "2014", entry: { type: "spell", slug: "fire/ball ?" } },
  ];
  for (const asked of all) assert.deepEqual(readAddress(addressOf(asked)), asked);
  assert.equal(addressOf(all[0]), "#/rules");
  assert.equal(addressOf({ entry: { type: "spell", slug: "fireball" } }), "#/rules/spell/fireball");
});

test("beside a story an address that names no edition means the table's, and every written one names it", () => {
  assert.equal(readAddress("#/rules/spell/bless", "2024").edition, "2024");
  assert.equal(readAddress("#/rules/spell/bless?edition=2014", "2024").edition, "2014");
  writeBeside(true);
  try {
    assert.deepEqual(["2014", "2024"].map((edition) => addressOf({ edition })), ["#/rules?edition=2014", "#/rules?edition=2024"]);
  } finally {
    writeBeside(false);
  }
  assert.deepEqual(["2014", "2024"].map((edition) => addressOf({ edition })), ["#/rules", "#/rules?edition=2024"]);
});

test("an address nobody wrote for us is read all the same", () => {
  for (const hash of ["", "#/rules", "#/rules/", "#/rules/spell", "#/rules?edition=1974&x=y", "#/rules//?"]) {
    assert.deepEqual(readAddress(hash), { query: "", type: "", edition: "2014", entry: null }, hash);
  }
  assert.deepEqual(readAddress("#/rules/spell/%E0%A4%A").entry, { type: "spell", slug: "%E0%A4%A" });
});

test("a name gives the name in addresses", () => {
  assert.deepEqual(["Magic Missile", "Hunter’s Mark", "Half-Elf", "Antipathy/Sympathy", " Éclair "].map(slugOf), ["magic-missile", "hunters-mark", "half-elf", "antipathy-sympathy", "éclair"]);
});

test("tables are told from the words around them", () => {
  assert.deepEqual(partsOf("Before.\n\n| A | B |\n|---|:-:|\n| 1 | two words |\n|  | - |\nAfter."), [
    { words: "Before.\n" },
    { head: ["A", "B"], rows: [["1", "two words"], ["", "-"]] },
    { words: "After." },
  ]);
  assert.deepEqual(partsOf(""), []);
  assert.deepEqual(partsOf("|---|"), []);
});

test("a stat block's own words are set slanted", () => {
  assert.equal(slanted("Melee Weapon Attack: +4 to hit. Hit: 5 (1d6 + 2) damage."), "_Melee Weapon Attack:_ +4 to hit. _Hit:_ 5 (1d6 + 2) damage.");
  assert.equal(slanted("Dexterity Saving Throw: DC 21.\nFailure: 59 damage. Success: Half."), "_Dexterity Saving Throw:_ DC 21.\n_Failure:_ 59 damage. _Success:_ Half.");
  assert.equal(slanted("The wall was hit: it fell."), "The wall was hit: it fell.");
});

test("names in a text are found once each, the longest first, and spells of one word only where they are called spells", () => {
  const named = (name, type = "spell") => ({ name, type, href: `#${name}` });
  const names = [named("Charmed", "condition"), named("Light"), named("Fire Shield"), named("Fire")];
  const text = "By light or fire shield the charmed see; charmed by the light spell, not enlightened, not (fire.";
  assert.deepEqual(namedIn(text, names).map(({ at, length, named }) => [text.slice(at, at + length), named.name]), [
    ["fire shield", "Fire Shield"],
    ["charmed", "Charmed"],
    ["light", "Light"],
  ]);
  assert.deepEqual(namedIn("anything", []), []);
  assert.equal(namedIn("a half-elf, a wyrm", [named("Half-Elf", "species")]).length, 1);
  assert.deepEqual(namedIn("a.b (c) [d]", [named("(c)", "condition")]).length, 1);
});
