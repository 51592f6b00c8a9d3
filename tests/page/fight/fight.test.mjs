import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";
import { Odds, oddsWords } from "../../../static/js/fight/fightodds.js";
import { chanceAt, offered } from "../../../static/js/fight/fightdeeds.js";
import { endingLine } from "../../../static/js/fight/fightend.js";
import { aimedAt, described, feetApart, laidAt, toggled } from "../../../static/js/fight/fightaim.js";
import { answerWords, happened } from "../../../static/js/fight/askedwords.js";
import { choiceOf, conditionsOf, deedName, fightOf, grouped, isFallen, onTurn, standing, tokenOf, turnLine } from "../../../static/js/fight/fightwords.js";
import { anchorOf, fills, groundAt, groundWords } from "../../../static/js/fight/fightground.js";
import { heading } from "../../../static/js/turn/dice.js";
import { fightLines, judged } from "../../../static/js/fight/fightrolls.js";
import { markOf } from "../../../static/js/turn/changes.js";

const kara = { id: "kara", name: "Kara", kind: "hero", initiative: 17, hp: 9, maxHP: 12, conditions: [], square: { x: 1, y: 2 }, turn: { action: true, bonusAction: true, reaction: true, feet: 30 } };
const goblin = { id: "goblin-a", name: "goblin A", kind: "enemy", initiative: 12, hp: "bloodied", conditions: [{ name: "Prone" }, { name: "Poisoned", roundsLeft: 1 }], square: { x: 4, y: 3 } };
const session = { characters: [{ id: "kara", name: "Kara" }, { id: "odo", name: "Odo", dead: true }], supportingNPCs: [] };
const legal = (act, more = {}) => ({ act, name: "Fire bolt", cost: "action", targets: [], squares: [], ...more });

test("whose turn it is, is said by name, and of somebody unseen only that they act", () => {
  const encounter = { id: "e", round: 2, turnIndex: 1, order: [kara, goblin], status: "fighting" };
  assert.equal(turnLine(encounter), "Goblin A’s turn");
  assert.equal(turnLine({ ...encounter, order: [{ ...kara, name: "Silas" }], turnIndex: 0 }), "Silas’ turn");
  for (const turnIndex of [undefined, null]) {
    assert.equal(onTurn({ ...encounter, turnIndex }), undefined);
    assert.equal(turnLine({ ...encounter, turnIndex }), "Somebody unseen acts");
  }
});

test("how likely an attack hits is said of each target, and of nothing else", () => {
  const blow = legal({ action: "attack", target: "goblin-a" }, { targets: ["goblin-a", "odo"], odds: [{ target: "goblin-a", chance: 65, damage: 4.6 }, { target: "odo", chance: 5, damage: 0.4 }] });
  assert.deepEqual([chanceAt(blow, "goblin-a"), chanceAt(blow, "odo"), chanceAt(blow, "nobody")], ["65% to hit", "5% to hit", undefined]);
  assert.equal(chanceAt(legal({ action: "dodge" }), "odo"), undefined);
});

test("someone is told by name, by how they fare, by what ails them and by how far away they are", () => {
  assert.equal(described(goblin, kara), "Goblin A, bloodied, prone, poisoned, 1 round, 15 ft away");
  assert.equal(described(kara, kara), "Kara, 9 of 12 hit points");
  assert.deepEqual(conditionsOf({ ...goblin, conditions: [{ name: "Bless", roundsLeft: 9 }] }), ["bless, 9 rounds"]);
  assert.deepEqual([feetApart(kara, goblin), feetApart({ square: { x: 0, y: 7 } }, { square: { x: 11, y: 0 } })], [15, 55], "a diagonal step is a step");
});

test("the dead are out of the fight, and heroes who are only down are not", () => {
  assert.equal(isFallen({ ...goblin, hp: "dead" }, session), true);
  assert.equal(isFallen(goblin, session), false);
  assert.equal(isFallen({ ...kara, hp: 0 }, session), false);
  assert.equal(isFallen({ ...kara, id: "odo", hp: 0 }, session), true);
  assert.equal(isFallen({ ...goblin, kind: "ally", hp: 0, maxHP: 7 }, session), true);
});

test("one goblin is told from the next on the map", () => {
  assert.deepEqual(["goblin A", "goblin B", "The Wolf", "Kara", "orc 12", "Old Marta"].map(tokenOf), ["GA", "GB", "Wo", "Ka", "O12", "OM"]);
});

test("deeds stand under what they are, the attack first, and ending the turn stands apart", () => {
  const items = [
    legal({ action: "move", to: { x: 0, y: 0 } }, { cost: "movement" }),
    legal({ action: "endTurn" }, { cost: "free" }),
    legal({ action: "attack", target: "goblin-a" }),
    legal({ action: "use", feature: "Omen" }, { cost: "legendary" }),
    legal({ action: "do", deed: "bless", slot: 1 }),
    legal({ action: "dodge" }),
    legal({ action: "use", feature: "Rage" }, { cost: "bonus action" }),
  ];
  assert.deepEqual(grouped(items).map(({ title, deeds }) => [title, deeds.length]), [["Attack", 1], ["Spells", 1], ["Tricks", 3], ["Moves", 1]]);
});

test("what is spent keeps its place, and what can be done is as it is now", () => {
  const [strike, dodge, move] = [legal({ action: "attack", target: "a" }, { name: "Sword" }), legal({ action: "dodge" }, { name: "Dodge" }), legal({ action: "move" }, { name: "Move" })];
  const shorter = { ...move, squares: [{ x: 1, y: 1 }] };
  const surge = legal({ action: "attack", target: "b" }, { name: "Bow" });
  assert.deepEqual(offered([], [strike, dodge, move]), [strike, dodge, move]);
  assert.deepEqual(offered([strike, dodge, move], [shorter, surge]), [strike, dodge, shorter, surge]);
});

test("only what leaves a choice asks for one", () => {
  assert.equal(choiceOf(legal({ action: "dodge" })), "");
  assert.equal(choiceOf(legal({ action: "attack", target: "a" }, { targets: ["a"] })), "");
  assert.equal(choiceOf(legal({ action: "attack", target: "a" }, { targets: ["a", "b"] })), "target");
  assert.equal(choiceOf(legal({ action: "do", deed: "Fireball" }, { squares: [{ x: 1, y: 1 }] })), "square");
});

test("an act is sent as the server wrote it, but for what was chosen", () => {
  const attack = legal({ action: "attack", target: "goblin-a", with: "Longsword", secondHand: true }, { targets: ["goblin-a", "goblin-b"] });
  assert.deepEqual(aimedAt(attack, "goblin-b"), { action: "attack", target: "goblin-b", with: "Longsword", secondHand: true });
  assert.equal(attack.act.target, "goblin-a", "what the server said stays as it was");
  assert.deepEqual(aimedAt(legal({ action: "do", deed: "Guiding Bolt", targets: ["a"], slot: 2 }), "b"), { action: "do", deed: "Guiding Bolt", targets: ["b"], slot: 2 });
  assert.deepEqual(laidAt(legal({ action: "move", to: { x: 0, y: 0 } }), { x: 3, y: 4 }), { action: "move", to: { x: 3, y: 4 } });
  assert.deepEqual(laidAt(legal({ action: "do", deed: "Fireball", at: { x: 0, y: 0 }, slot: 3 }), { x: 3, y: 4 }), { action: "do", deed: "Fireball", at: { x: 3, y: 4 }, slot: 3 });
});

test("several are aimed at, one by one, and no more than can be", () => {
  const bless = legal({ action: "do", deed: "Bless", targets: ["a"] }, { targets: ["a", "b", "c"], maxTargets: 2 });
  const [one, two] = [toggled(bless, [], "b"), toggled(bless, ["b"], "c")];
  assert.deepEqual([one, two, toggled(bless, two, "a"), toggled(bless, two, "b")], [["b"], ["b", "c"], ["b", "a"], ["c"]]);
  assert.deepEqual(aimedAt(bless, ...two), { action: "do", deed: "Bless", targets: ["b", "c"] });
});

test("a spell's button says which slot it spends", () => {
  assert.equal(deedName(legal({ action: "do", deed: "cure wounds", slot: 2 }, { name: "cure wounds" })), "Cure Wounds (level 2)");
  assert.equal(deedName(legal({ action: "dash" }, { name: "Dash (quickly)" })), "Dash (quickly)");
});

test("a throw that names its thrower itself does not name them twice", () => {
  const roll = { reason: "Kara attacks goblin A: Longsword", characterId: "kara" };
  assert.equal(heading(roll, [kara]), "Kara attacks goblin A: Longsword");
  assert.equal(heading({ ...roll, reason: "to climb" }, [kara]), "Kara · To climb");
  assert.equal(heading({ reason: "", characterId: "kara" }, [kara]), "Kara");
});

test("a throw of the rules is said in the page's words, once they are fetched", async () => {
  const roll = { reason: "Grak → Kara · Scimitar", purpose: { kind: "attack", who: "Grak", target: "Kara", name: "scimitar", houseRule: "flanking" } };
  assert.equal(heading(roll, [kara]), "Grak → Kara · Scimitar");
  const { purposeInWords } = await import("../../../static/js/dice/rollwords.js");
  assert.equal(heading(roll, [kara]), "Grak attacks Kara: Scimitar (house rule: flanking)");
  assert.equal(purposeInWords({ kind: "check", name: "vorbei", skill: "stealth" }), "Stealth: vorbei");
  assert.equal(purposeInWords({ kind: "saveToKeep", name: "bless", ability: "con" }), "Constitution save to keep Bless");
  assert.equal(purposeInWords({ kind: "of a later server", name: "twice" }), "Twice");
});

test("what came of a fight is said with its rounds, and what it earned only where it is won", () => {
  const changes = [{ kind: "encounterEnded", id: "e", ending: "victory" }, { kind: "xpGained", characterId: "kara", amount: 75 }];
  assert.equal(endingLine(changes, "e", 3), "The fight is won. It took 3 rounds. 75 experience for each hero.");
  assert.equal(endingLine([{ ...changes[0], ending: "fled" }, changes[1]], "e", 1), "You got away. It took 1 round.");
  for (const ending of ["constructor", "adjourned"]) assert.equal(endingLine([{ ...changes[0], ending }], "e", 2), "The fight is over. It took 2 rounds.");
  assert.equal(endingLine(changes, "another", 3), "", "a fight that was taken back is not over");
});

test("what a fight's own panel shows is no mark of a turn; who dies, and how it ends, is", () => {
  for (const kind of ["combatTurnBegan", "combatantMoved", "turnSpent", "stanceTaken", "encounterBegan", "encounterXpGathered", "usesSpent", "concentrationBegan", "effectEnded", "deathSavesChanged"]) {
    assert.equal(markOf({ kind, name: "x" }, []), null, kind);
  }
  const two = [kara, { id: "odo", name: "Odo" }];
  assert.deepEqual([{ kind: "heroDied", characterId: "odo" }, { kind: "heroRevived", characterId: "odo" }, { kind: "encounterEnded", ending: "defeat" }].map((change) => markOf(change, two).text), ["Odo: now dead", "Odo: no longer dead", "Fight lost"]);
});

test("what is put on or taken off is a mark, and how someone stands to the heroes is none", () => {
  const armour = { kind: "itemEquipped", characterId: "kara", name: "chain mail", armorClass: 16, speed: 30 };
  assert.deepEqual([true, false].map((equipped) => markOf({ ...armour, equipped }, []).text), ["Chain Mail put on", "Chain Mail taken off"]);
  assert.equal(markOf({ kind: "creatureTurned", npcId: "goblin-a", disposition: "hostile" }, []), null);
});

const forecast = (mean) => ({ n: 400, victory: { mean }, rounds: { mean: 4.4 }, heroesFallen: { mean: 0.62 } });

test("odds are said in tenths, never as a certainty, with what was fought out", () => {
  const said = [0, 0.04, 0.06, 0.31, 0.5, 0.72, 0.949, 0.96, 1].map((mean) => oddsWords(forecast(mean)).line.replace("Odds: you ", ""));
  assert.deepEqual(said, ["hardly ever win", "hardly ever win", "win 1 in 10", "win 3 in 10", "win 5 in 10", "win 7 in 10", "win 9 in 10", "nearly always win", "nearly always win"]);
  const { title } = oddsWords(forecast(0.7));
  assert.match(title, /400 times/);
  assert.match(title, /round 4, with 0.6 of you down/);
});

test("odds are asked once a round, and those of a round gone by don't count", async () => {
  const paths = [];
  const answers = [];
  let drawn = 0;
  const odds = new Odds(() => drawn++, (path) => (paths.push(path), new Promise((resolve, reject) => answers.push({ resolve, reject }))));
  const first = odds.ask("s 1", { id: "e", round: 1 });
  void odds.ask("s 1", { id: "e", round: 1 });
  const second = odds.ask("s 1", { id: "e", round: 2 });
  assert.deepEqual(paths, ["/api/sessions/s%201/forecast", "/api/sessions/s%201/forecast"]);
  answers[0].resolve(forecast(0.9));
  await first;
  assert.equal(drawn, 0);
  answers[1].reject(new Error("offline"));
  await second;
  assert.equal(drawn, 1);
  assert.equal(odds.line(), null);
});

test("a deed is called in the page's language, however it is done, and by its own name where that has no word for it", async () => {
  const [{ F }, { F: german }, { S }, { S: ours }, { NAMES }] = await Promise.all(["words/en/table/fight", "words/de/table/fight", "words/en", "words/de", "words/de/names"].map((name) => import(`../../../static/js/${name}.js`)));
  assert.equal(deedName(legal({ action: "attack" }, { name: "Shortsword (second hand)" })), "Shortsword (second hand)");
  Object.assign(F.terms, german.terms);
  Object.assign(S.terms, ours.terms, NAMES.terms);
  for (const [name, said] of [["Grapple", "Packen"], ["Dash (quickly)", "Spurten (schnell)"], ["Shortsword (second hand)", "Kurzschwert (zweite Hand)"], ["Unarmed Strike", "Waffenloser Schlag"], ["fire bolt", "Fire bolt"], ["Claws (hybrid form only)", "Claws (hybrid form only)"], ["constructor", "Constructor"]]) assert.equal(deedName(legal({ action: "x" }, { name })), said);
  for (const name of Object.keys(F.terms)) delete F.terms[name];
  for (const name of Object.keys(S.terms)) delete S.terms[name];
});

const coals = { kind: "hazard", name: "coals", damage: "1d6", damageType: "fire", squares: [{ x: 5, y: 3 }, { x: 5, y: 4 }] };
const cart = { kind: "blocked", name: "cart", squares: [{ x: 5, y: 4 }] };

test("terrain is said by what it is and does, and drawn by what it does", () => {
  assert.equal(groundWords(cart), "cart, blocked");
  assert.equal(groundWords({ ...cart, kind: "threeQuartersCover" }), "cart, three-quarters cover");
  assert.equal(groundWords(coals), "coals, hazard, 1d6 fire damage");
  assert.equal(groundWords({ ...cart, kind: "constructor" }), "cart, constructor", "a kind from a newer server is named as it is");
  assert.deepEqual(groundAt([coals, cart], { x: 5, y: 4 }), { words: "coals, hazard, 1d6 fire damage, cart, blocked", signs: "ground-hazard ground-blocked" });
  assert.deepEqual(groundAt([coals, cart], { x: 0, y: 0 }), { words: "", signs: "" });
});

test("a larger creature fills its squares, and is measured from the nearest of them", () => {
  const ogre = { ...goblin, id: "ogre", span: 2, square: { x: 4, y: 2 } };
  assert.deepEqual([[4, 2], [5, 3], [6, 2], [4, 4]].map(([x, y]) => fills(ogre, { x, y })), [true, true, false, false]);
  assert.deepEqual(anchorOf([kara, ogre], { x: 5, y: 3 }), { x: 4, y: 2 });
  assert.deepEqual(anchorOf([kara, ogre], { x: 1, y: 2 }), { x: 1, y: 2 });
  assert.deepEqual([feetApart(kara, ogre), feetApart({ ...kara, square: { x: 7, y: 3 } }, ogre), feetApart(kara, goblin)], [15, 10, 15]);
});

const actor = (name) => ({ id: { creature: name }, name });
const asked = (trigger, ...options) => ({ kind: "reaction", responseType: "reaction", mode: "one", prompt: "As the server says it.", owed: ["kara"], given: [], currentHP: 9, trigger, options });
const option = (reaction, more = {}) => ({ id: reaction.kind, name: "Shield", effect: "As the server says it", reaction, ...more });
const hit = { kind: "hit", attacker: actor("goblin A"), target: actor("Kara"), with: "scimitar", total: 17, armorClass: 15 };
const REACTIONS = [
  { kind: "shield", slot: 1, armorClass: 20 },
  { kind: "opportunityAttack", with: "Longsword", toHit: 5, damage: "1d8+3" },
  { kind: "protection" },
  { kind: "uncannyDodge", damage: 4 },
  { kind: "deflectMissiles", dice: "1d10+5" },
  { kind: "indomitable", left: 2 },
  { kind: "counterspell", slot: 3 },
  { kind: "counterspell", slot: 3, dc: 14 },
  { kind: "omen" },
];

test("while a reaction is asked for, the fight is its question, and nobody's turn", () => {
  const encounter = { id: "e", round: 2, turnIndex: 0, order: [kara, goblin], status: "fighting" };
  assert.equal(fightOf({ ...session, encounter: null, awaiting: asked(hit) }), null);
  assert.equal(turnLine(fightOf({ ...session, encounter, awaiting: null })), "Kara’s turn");
  const answers = { kind: "answers", responseType: "saving_throw", mode: "all", prompt: "The roof!", owed: ["kara"], given: [] };
  assert.equal(turnLine(fightOf({ ...session, encounter, awaiting: answers })), "Kara’s turn");
  const fight = fightOf({ ...session, encounter, awaiting: asked(hit) });
  assert.equal(turnLine(fight), "Kara is asked");
  // While the answer is played nothing is said, so that a second question in the same words is said again.
  assert.deepEqual([standing(fight), standing(fight, true)], ["Round 2. Kara is asked.", ""]);
  const plain = { ...fight, asked: null };
  assert.equal(standing(plain, true), standing(plain));
  assert.equal(fight.asked.prompt, "As the server says it.");
});

test("a question says what happened, by its trigger, and in the server's words where the page has none", () => {
  const said = (trigger) => happened(asked(trigger), "Kara");
  assert.equal(said(hit), "Goblin A would hit Kara with Scimitar: 17 against armour 15. Kara has 9 hit points left.");
  assert.equal(said({ kind: "leaves", mover: actor("goblin A") }), "Goblin A moves out of Kara’s reach.");
  assert.equal(said({ kind: "attacked", attacker: actor("goblin A"), target: actor("Odo"), with: "Bite" }), "Goblin A attacks Odo with Bite.");
  assert.equal(happened({ ...asked({ kind: "damage", attacker: actor("ogre"), with: "Club", damage: 8 }), currentHP: 1 }, "Kara"), "Ogre hits Kara with Club: 8 damage. Kara has 1 hit point left.");
  const save = { kind: "failedSave", ability: "dex", reason: { purpose: "against", name: "fireball" }, total: 9, dc: 15 };
  assert.equal(said(save), "Kara fails a Dexterity saving throw against Fireball: 9 against 15.");
  assert.equal(said({ ...save, reason: { purpose: "end", name: "Frightened" } }), "Kara fails a Dexterity saving throw to end Frightened: 9 against 15.");
  assert.equal(said({ ...save, reason: { purpose: "story", name: "x" } }), "Kara fails a Dexterity saving throw: 9 against 15.");
  assert.equal(said({ kind: "cast", caster: actor("mage"), spell: "fireball", level: 3 }), "Mage casts Fireball (level 3).");
  for (const trigger of [{ kind: "omen" }, undefined]) assert.equal(said(trigger), "As the server says it.");
});

test("each answer says what it does and what it costs", () => {
  assert.deepEqual(REACTIONS.map((reaction) => Object.values(answerWords(option(reaction))).join(" · ")), [
    "Shield · armour 20: the attack misses · Costs your reaction and a level 1 slot",
    "Opportunity attack · Longsword: +5 to hit, 1d8+3 damage · Costs your reaction",
    "Shield · disadvantage on the attack · Costs your reaction",
    "Shield · only 4 damage · Costs your reaction",
    "Shield · 1d10+5 less damage · Costs your reaction",
    "Shield · roll the saving throw again · Costs one use of 2",
    "Shield · the spell fails · Costs your reaction and a level 3 slot",
    "Shield · a check against 14, then the spell fails · Costs your reaction and a level 3 slot",
    "Shield · As the server says it · Costs your reaction",
  ]);
});

test("a question is asked in German as well, from what happened rather than from a sentence", async () => {
  const [{ Q }, { Q: german }] = await Promise.all(["words/en/table/asked", "words/de/table/asked"].map((name) => import(`../../../static/js/${name}.js`)));
  const english = { ...Q };
  Object.assign(Q, german);
  assert.equal(happened(asked(hit), "Kara"), "Goblin A würde Kara treffen (Scimitar): 17 gegen Rüstung 15. Kara hat noch 9 Trefferpunkte.");
  assert.equal(answerWords(option(REACTIONS[0])).costs, "Kostet deine Reaktion und einen Zauberplatz (Grad 1)");
  Object.assign(Q, english);
});

test("the order says who acts, and while a reaction is asked for, who is asked", async () => {
  standIn({ dom: "export const h = (tag, given, ...kids) => kids.flat(9).filter((kid) => kid || kid === 0).join(' '); export const svg = h;" });
  const { orderList } = await import("../../../static/js/fight/fightorder.js");
  const encounter = { id: "e", round: 2, turnIndex: 0, order: [kara, goblin], status: "fighting" };
  const read = (awaiting) => orderList(session, fightOf({ ...session, encounter, awaiting }));
  assert.match(read(null), /Kara , hero, initiative 17, Kara’s turn, .*Goblin A , foe, initiative 12, /);
  assert.match(read(asked(hit)), /Kara , hero, initiative 17, Kara is asked, .*Goblin A , foe, initiative 12, /);
});

test("the map shows where one could go and who could be struck", async () => {
  const { within } = await import("../../../static/js/fight/fightsides.js");
  const move = legal({ action: "move" }, { squares: [{ x: 1, y: 1 }] });
  const { walk, struck } = within([legal({ action: "attack" }, { targets: ["a"] }), legal({ action: "attack" }, { targets: ["a", "b"] }), legal({ action: "do" }, { targets: ["c"] }), move]);
  assert.deepEqual([walk, [...struck]], [move, ["a", "b"]]);
  assert.deepEqual(within([]).walk, undefined);
});

const attack = (id, name, total, outcome) => ({ kind: "attack", who: { id, name }, target: { name: name === "Kara" ? "goblin" : "Kara" }, total, outcome });
const d20 = (total, more) => ({ expression: "1d20+5", dice: [{ sides: 20, value: total - 5, kept: true }], modifier: 5, total, reason: "x", ...more });
const HIT = { hit: { critical: false, damage: 7 } };

test("the events of a fight say whose a roll was and what came of it; initiative of the same total stays what it is", () => {
  const rolls = [d20(9), d20(12), d20(9), { ...d20(7), dice: [{ sides: 8, value: 4, kept: true }] }, d20(6), d20(11)];
  const combatEvents = [
    { kind: "fightBegan", order: [] },
    attack({ hero: "kara" }, "Kara", 9, HIT),
    attack({ creature: "goblin" }, "goblin", 6, "miss"),
    { kind: "savingThrow", who: { id: { creature: "wolf" }, name: "wolf" }, total: 11, dc: 13, made: false },
  ];
  const told = judged({ rolls, combatEvents }, [{ id: "wolf", kind: "ally" }]).map(({ characterId, foe, goal }) => [characterId, foe, goal?.outcome, goal?.number]);
  const nothing = [undefined, undefined, undefined, undefined];
  assert.deepEqual(told, [nothing, nothing, ["kara", false, "hit", undefined], nothing, [undefined, true, "miss", undefined], [undefined, false, "failure", 13]]);
  assert.deepEqual(fightLines({ combatEvents }), ["Kara → goblin: hit, −7 hit points", "Goblin → Kara: miss"]);
});

test("a turn without events has its rolls as they are, and no line", () => {
  assert.deepEqual([judged({ rolls: [d20(9)] }), fightLines({})], [[d20(9)], []]);
});
