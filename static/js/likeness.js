// @ts-check
// The face of somebody no campaign has painted, from what the journal says of their looks.
import { art } from "./art.js";
import { properName } from "./text.js";

/** @param {Pick<import("./types.js").SupportingNpc, "name" | "displayName" | "appearance">} npc */
export const likeness = ({ name, displayName, appearance }) => art("person", "face", displayName ?? properName(name), appearance);
