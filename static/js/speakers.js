// @ts-check
// Who speaks in a turn in which somebody was spoken to: their name, and their face where they have one, above what they say.
import { fill, h, stylesheet } from "./dom.js";
import { speakTo } from "./mention.js";
import { app } from "./state.js";
import { A } from "./strings-aside.js";
import { properName } from "./text.js";

/** @typedef {import("./types.js").Speaker} Speaker */

/**
 * @param {Element} telling
 * @param {Speaker[]} speakers
 */
export async function showSpeakers(telling, speakers) {
  await stylesheet("/aside.css");
  const line = h("div", { class: "speakers" });
  /** @param {(npcId: string) => import("./dom.js").Kid} faceOf */
  const draw = (faceOf) =>
    fill(line, speakers.map(({ npcId, name }) => h("button", { type: "button", class: "quiet speaker", title: A.journal.speak(properName(name)), onclick: () => speakTo(name) }, faceOf(npcId), properName(name))));
  draw(() => null);
  telling.querySelector(":scope > .speakers")?.remove();
  telling.insertBefore(line, telling.querySelector(":scope > .prose"));
  if (!app.get().session?.plot) return;
  const { faceOf, standing } = await import("./faces.js");
  const stop = standing.watch(
    ({ now }) => now?.people,
    (people) => {
      if (!people) return;
      draw(faceOf);
      queueMicrotask(() => stop());
    },
  );
}
