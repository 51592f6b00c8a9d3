// @ts-check
// Copies of a story: one for offline reading, and one for printing.
import { keepStory } from "./keptstory.js";
import { turnsSoFar } from "../turn/log.js";
import { forgetStory } from "../memory.js";
import { bindPages } from "../journal/printing.js";
import { app } from "../state.js";
import { S } from "../words/en.js";

/** Of a round, what every hero does, each in a line. @param {import("../turn/turnview.js").TurnView} view */
function wordsOf({ message, deeds, session }) {
  const line = (/** @type {import("../turn/turnview.js").Deed} */ deed) => `${session?.characters.find(({ id }) => id === deed.characterId)?.name ?? S.you}: ${deed.message}`;
  return deeds.length > 1 ? deeds.map(line).join("\n") : message;
}

function keep() {
  const { session, phase } = app.get();
  const turns = turnsSoFar().map((view) => ({ seq: view.seq, message: wordsOf(view), narrative: view.narrative }));
  if (!session || phase !== "idle") return;
  if (!turns.length) return forgetStory();
  void keepStory({ id: session.id, title: session.title, hero: session.characters.map(({ name }) => name).join(", "), turns }).catch(() => {});
}

void bindPages();
if ("caches" in globalThis) app.watch(({ session, phase }) => `${session?.id} ${session?.version} ${phase}`, keep);
