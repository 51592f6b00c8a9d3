// @ts-check
// Portraits of a campaign's people whom the heroes have met.
import { h } from "../dom.js";
import { standing } from "./plotnow.js";
import { assetPath } from "./plotwords.js";
import { app } from "../state.js";

export { standing };

/**
 * Somebody's portrait; none where the campaign has none of them. The name always stands beside it.
 * @param {string} npcId as the journal has it, or the campaign
 */
export function faceOf(npcId) {
  const { session } = app.get();
  const person = session?.plot && standing.get().now?.people.find((one) => one.npcId === npcId || one.person === npcId)?.person;
  if (!session?.plot || !person) return null;
  const face = h("img", { class: "face", src: assetPath(session.plot.campaign, "portrait", person, session.id), alt: "", width: 480, height: 600, loading: "lazy", decoding: "async" });
  face.addEventListener("error", () => face.remove());
  return face;
}
