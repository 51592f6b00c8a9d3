// @ts-check
// Checks a draft as a whole, and publishes it if nothing is wrong.
import { ApiError, json } from "../api.js";
import { complain, desk, planPath } from "./authordesk.js";
import { fill } from "../dom.js";
import { W } from "../words/en/author/author.js";
import { B } from "../words/en/author/written.js";

/**
 * @param {HTMLButtonElement} button that asks for it
 * @param {(id: string, said: string) => void} came
 */
export async function complete(button, came) {
  const { id } = desk.get();
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  fill(button, B.finalising);
  desk.set({ trouble: null });
  let said = "";
  try {
    /** @type {import("../contract").components["schemas"]["FinalizedPlan"]} */
    const { plan, campaign } = await json("POST", planPath(id, "/finalize"), {});
    said = B.shelved(campaign.title);
    desk.set({ version: plan.version, draft: plan.draft });
    complain(said, [{ label: W.play, run: () => (location.hash = `#/new/${campaign.slug}`) }], "plain");
  } catch (error) {
    const { draft } = desk.get();
    const gaps = error instanceof ApiError ? error.problem.findings : undefined;
    if (gaps?.length) said = B.notYet;
    if (gaps?.length && draft) desk.set({ draft: { ...draft, gaps } });
    complain(said || /** @type {Error} */ (error).message);
  } finally {
    button.setAttribute("aria-disabled", "false");
    fill(button, W.finalise);
  }
  came(id, said);
}
