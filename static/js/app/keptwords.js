// @ts-check
// Unsent messages in this browser, for offline use. Nothing here needs the server.
import { PREFIX, recall, remember } from "../memory.js";

/** @typedef {{ kind: "turn" | "note" | "author", id: string, entry: string, text: string, title: string }} Words
 *   of a session, of its journal (an entry, or a new note where that is empty), or of a campaign that is being written */

/** @param {string} id */
const titleOf = (id) => recall(`title.${id}`) ?? "";

/** What a note's words are kept in: by entry. @param {string} id @returns {Record<string, string>} */
function notes(id) {
  try {
    const kept = JSON.parse(recall(`draft.journal.${id}`) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/**
 * All of it, that of one session first, with a place to write in for that one even where nothing is written.
 * @param {Iterable<string>} names what is remembered, each by its name
 * @param {string} first the session the address names
 * @returns {Words[]}
 */
export function keptWords(names, first) {
  /** @type {Words[]} */
  const found = [];
  if (first) found.push({ kind: "turn", id: first, entry: "", text: recall(`draft.${first}`) ?? "", title: titleOf(first) });
  for (const name of [...names].sort()) {
    if (!name.startsWith(`${PREFIX}draft.`)) continue;
    const whose = name.slice(`${PREFIX}draft.`.length);
    if (whose.startsWith("journal.")) {
      const id = whose.slice("journal.".length);
      for (const [entry, text] of Object.entries(notes(id))) if (String(text).trim()) found.push({ kind: "note", id, entry, text: String(text), title: titleOf(id) });
    } else if (whose !== first) {
      const text = recall(`draft.${whose}`) ?? "";
      const isAuthors = whose.startsWith("plan.");
      if (text.trim()) found.push({ kind: isAuthors ? "author" : "turn", id: whose, entry: "", text, title: isAuthors ? "" : titleOf(whose) });
    }
  }
  return found;
}

/** Keeps what was written on. @param {Words} words @param {string} text */
export function keepWords({ kind, id, entry }, text) {
  if (kind !== "note") return remember(`draft.${id}`, text);
  const { [entry]: _, ...others } = notes(id);
  const all = text.trim() ? { ...others, [entry]: text } : others;
  remember(`draft.journal.${id}`, Object.keys(all).length ? JSON.stringify(all) : "");
}
