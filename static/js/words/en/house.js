// @ts-check
// House rules. Every switch of the server's has its words, and the first option of each is the rules' own way.

/** @typedef {import("../../types.js").HouseRules} HouseRules @typedef {Exclude<keyof HouseRules, "text">} Switch */

/** @type {{ [Name in Switch]-?: { title: string, options: Record<NonNullable<HouseRules[Name]>, string> } }} */
const switches = {
  criticalHits: { title: "Critical hits", options: { doubleDice: "The dice are rolled twice, as the rules say", maximumAndRoll: "The dice count in full and are rolled once more" } },
  flanking: { title: "Flanking", options: { none: "Gives nothing, as the rules say", advantage: "Gives advantage hand to hand" } },
  potions: { title: "Potions of healing", options: { action: "Drinking is an action, as the rules say", bonusAction: "Drinking one yourself is a bonus action" } },
  longRest: { title: "Long rest", options: { full: "Gives back all hit points, as the rules say", noHitPoints: "Gives back no hit points" } },
  deathSaves: { title: "Death saving throws", options: { plain: "Nothing is added, as the rules say", constitution: "Constitution is added" } },
};

export const HOUSE = {
  switches,
  text: "Other house rules",
  hint: "The Dungeon Master keeps to them; the built-in storyteller can’t read them. What has a choice above, the dice keep to by themselves.",
};
