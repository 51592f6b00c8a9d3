// @ts-check
// The speaker of a turn with an NPC: name and portrait above the text.
import { fill, h, stylesheet } from "../dom.js";
import { likeness } from "../hero/likeness.js";
import { speakTo } from "../table/mention.js";
import { keepingFocus } from "../lib/pieces.js";
import { isHere } from "../table/presence.js";
import { app, bring } from "../state.js";
import { A } from "../words/en/aside.js";
import { properName } from "../text.js";

/** @typedef {import("../types.js").Speaker} Speaker */

/**
 * @param {Element} telling
 * @param {Speaker[]} speakers
 */
export async function showSpeakers(telling, speakers) {
  await stylesheet("/css/table/aside.css");
  const line = h("div", { class: "speakers" });
  /** @param {string} npcId @returns {import("../dom.js").Kid} */
  let faceOf = (npcId) => {
    const { session } = app.get();
    const npc = !session?.plot && session?.supportingNPCs.find(({ id }) => id === npcId);
    return npc && likeness(npc);
  };
  /** Who is here can be spoken to again; of a passer-by only the last telling knows. @param {Speaker} speaker */
  const isNear = ({ npcId: id, name }) => isHere(app.get().session, { id, name }) ?? Boolean(line.closest(".newest"));
  /** @param {Speaker} speaker */
  const nameplate = (speaker) => {
    const name = properName(speaker.name);
    const said = [faceOf(speaker.npcId), name];
    return isNear(speaker) ? h("button", { type: "button", class: "quiet speaker", title: A.journal.speak(name), onclick: () => speakTo(speaker.name) }, said) : h("span", { class: "speaker" }, said);
  };
  const draw = () => keepingFocus(line, () => fill(line, speakers.map(nameplate)));
  telling.querySelector(":scope > .speakers")?.remove();
  telling.insertBefore(line, telling.querySelector(":scope > .prose"));
  draw();
  // Who goes away, or is left behind, is still named.
  const leave = app.watch(
    () => (line.isConnected ? speakers.map(isNear).join() : "gone"),
    (who) => (who === "gone" ? queueMicrotask(() => leave()) : draw()),
  );
  if (!app.get().session?.plot) return;
  const faces = await bring("campaign/faces");
  const stop = faces.standing.watch(
    ({ now }) => now?.people,
    (people) => {
      if (!people) return;
      ({ faceOf } = faces);
      draw();
      queueMicrotask(() => stop());
    },
  );
}
