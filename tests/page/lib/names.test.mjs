// What is remembered in lower case gets its capitals back.
import assert from "node:assert/strict";
import { test } from "node:test";

import { flowing, paragraph } from "../../../static/js/lib/aloud.js";
import { namesOf, opened, remembered } from "../../../static/js/lib/names.js";

const session = {
  story: { currentLocation: "Thornwick", knownPlaces: ["The Closed Mine"], metNPCs: ["pettibone", "a guard"] },
  characters: [{ name: "Ilvara Starfall" }],
  supportingNPCs: [{ name: "old tam" }],
  creatures: [{ name: "the Old Foreman" }, { name: "goblin" }, { name: "A+ (b)" }],
};
const say = (text) => remembered(text, namesOf(session));

test("a sentence and every name in it have their capitals again", () => {
  assert.equal(say("ilvara starfall found a tally that leads to the closed mine."), "Ilvara Starfall found a tally that leads to the Closed Mine.");
  assert.equal(say("the old foreman of thornwick fears ilvara, not a goblin"), "The Old Foreman of Thornwick fears Ilvara, not a goblin");
  assert.equal(say("ilvara gave old tam a coin"), "Ilvara gave Old Tam a coin");
  assert.equal(say("she raised a hand against pettibone, and a guard saw it"), "She raised a hand against Pettibone, and a guard saw it");
});

test("words that only look like a part of a name stay as they are", () => {
  assert.equal(say("an old door, closed; thornwicker ale and a+ (b)"), "An old door, closed; thornwicker ale and A+ (b)");
});

test("a word everybody uses stays as it is written, though somebody is called so", () => {
  const names = ["Will", "Rose", "Hope", "Ilvara"];
  assert.equal(remembered("the guard will ask ilvara, and hope is lost", names), "The guard will ask Ilvara, and hope is lost");
  assert.equal(remembered("the map was hidden in Rose's room", names), "The map was hidden in Rose's room");
});

test("what somebody said has the capitals of its sentences", () => {
  assert.equal(say("pettibone said: “i've had an offer. for the lot, and i'll take it!”"), "Pettibone said: “I've had an offer. For the lot, and I'll take it!”");
});

test("without names a sentence still begins with its capital", () => {
  assert.equal(remembered("nobody here", []), "Nobody here");
});

test("every sentence has its capital again, but not what goes on after an initial or a call", () => {
  const text = "the sacks were slung with a hitch. whoever tied it, j. clamp says, could. “never!” he said. “or so.” and 3. and so on";
  assert.equal(remembered(text, []), "The sacks were slung with a hitch. Whoever tied it, j. clamp says, could. “Never!” he said. “Or so.” And 3. and so on");
});

test("within a sentence the article of a name is small", () => {
  assert.equal(say("The heroes came to The Closed Mine."), "The heroes came to the Closed Mine.");
  assert.equal(say("the closed mine is shut"), "The Closed Mine is shut");
  assert.equal(say("A fight was lost (the closed mine)."), "A fight was lost (the Closed Mine).");
});

test("what happened is one paragraph, each deed once", () => {
  const told = ["old tam asked ilvara for help", "Old Tam asked Ilvara for help.", "ilvara came to the closed mine", "Ilvara found a tally", "ilvara found a tally that says much!"];
  assert.equal(paragraph(told, namesOf(session)), "Old Tam asked Ilvara for help. Ilvara came to the Closed Mine. Ilvara found a tally that says much!");
  assert.equal(paragraph([], []), "");
});

test("what begins in the middle of a speech opens it", () => {
  assert.equal(opened("Sit. Not there!” She looks up. “So.”"), "“… Sit. Not there!” She looks up. “So.”");
  assert.equal(opened("Setz dich.“ Sie sieht auf. „Also.“"), "„… Setz dich.“ Sie sieht auf. „Also.“");
  for (const whole of ["“Sit.” She looks up.", "„Setz dich.“ Sie sieht auf.", "She looks up. “So.”", "Rain."]) assert.equal(opened(whole), whole);
});

test("deeds of one hero, one behind the other, are read aloud as one sentence that names the hero once", () => {
  const told = (/** @type {string[]} */ ...sentences) => flowing(sentences, ["Kara Vell", "The heroes"]).join("").trim();
  assert.equal(told("Kara Vell lit a torch.", "Kara Vell came to the mill.", "Kara Vell killed a rat."), "Kara Vell lit a torch, came to the mill and killed a rat.");
  assert.equal(told("The heroes came to the mill.", "The heroes came to the ford."), "The heroes came to the mill and came to the ford.");
  assert.equal(told("Kara Vell lit a torch.", "A fight was won.", "Kara Vell slept."), "Kara Vell lit a torch. A fight was won. Kara slept.");
  const four = ["woke", "rose", "ate", "left"].map((deed) => `Kara Vell ${deed}.`);
  assert.equal(told(...four), "Kara Vell woke, rose and ate. Kara left.");
  assert.equal(told("Kara Vell said: no.", "Kara Vell left."), "Kara Vell said: no. Kara Vell left.");
});
