// @ts-check
// A generated portrait from the journal's description of somebody.
import { art } from "../art.js";
import { properName } from "../text.js";

/** @param {Pick<import("../types.js").SupportingNpc, "name" | "displayName" | "appearance">} npc */
export const likeness = ({ name, displayName, appearance }) => art("person", "face", displayName ?? properName(name), appearance);
