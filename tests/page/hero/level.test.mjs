// What a level brought is said once it is taken.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

standIn({ dialog: "export const openDialog = () => {};", dom: "export const [fill, h, stylesheet] = [];", form: "export const [field, showFaults, showRefusal] = [];" });
const { gained, slugOfSubclass } = await import("../../../static/js/hero/level.js");

const abilities = { str: 10, dex: 16, con: 14, int: 12, wis: 12, cha: 8 };
const pim = { maxHP: 10, proficiencyBonus: 2, abilities, features: [{ name: "Expertise" }] };

test("a level says the hit points, abilities and features it brought", () => {
  assert.equal(gained(pim, { ...pim, maxHP: 17, features: [...pim.features, { name: "Cunning Action" }] }), "+7 hit points, Cunning Action");
  const later = { maxHP: 17, proficiencyBonus: 3, abilities: { ...abilities, dex: 18 }, features: [...pim.features, { name: "Roguish Archetype", chosenOption: "Thief" }] };
  assert.equal(gained({ ...pim, maxHP: 17 }, later), "Dexterity 18, Proficiency +3, Roguish Archetype (Thief)");
});

test("a subclass is looked up by the name that the rules list it by", () => {
  const slugs = { "Path of the Berserker": "berserker", "College of Lore": "lore", "Life Domain": "life", "Circle of the Land": "land", Champion: "champion", "Way of the Open Hand": "open-hand", "Oath of Devotion": "devotion", "Draconic Bloodline": "draconic", "The Fiend": "fiend", "School of Evocation": "evocation" };
  for (const [name, slug] of Object.entries(slugs)) assert.equal(slugOfSubclass(name), slug);
});
