// @ts-check
// Names of a draft's parts. Pure: no document, no network.
import { words } from "../text.js";

/** @typedef {import("../types.js").Draft} Draft */

/**
 * What a thing of the draft is called, by its id; one that is not there yet, by the words of its id.
 * @param {Draft} draft
 * @param {string} id
 */
export function nameOf(draft, id) {
  const nodes = draft.acts.flatMap((act) => act.nodes);
  const found = [...nodes, ...draft.acts, ...draft.endings].find((part) => part.id === id);
  // A scene that is only outlined has its id for a title.
  if (found) return found.title === id ? words(id) : found.title;
  return draft.people.find((person) => person.id === id)?.name ?? words(id);
}
