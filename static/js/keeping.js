// @ts-check
// What of a table is kept beyond it: the story for when the server is away, and its pages for a printer.
import { keepStory } from "./keptstory.js";
import { turnsSoFar } from "./log.js";
import { forgetStory } from "./memory.js";
import { bindPages } from "./printing.js";
import { app } from "./state.js";

function keep() {
  const { session, phase } = app.get();
  const turns = turnsSoFar().map(({ seq, message, narrative }) => ({ seq, message, narrative }));
  if (!session || phase !== "idle") return;
  if (!turns.length) return forgetStory();
  void keepStory({ id: session.id, title: session.title, hero: session.characters.map(({ name }) => name).join(", "), turns }).catch(() => {});
}

void bindPages();
if ("caches" in globalThis) app.watch(({ session, phase }) => `${session?.id} ${session?.version} ${phase}`, keep);
