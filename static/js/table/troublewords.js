// @ts-check
// Texts for errors between page and server, with what the player can do.
import { ApiError } from "../api.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";
import { P } from "../words/en/play.js";

/** @typedef {import("../state.js").State} State @typedef {import("../state.js").Trouble} Trouble */

/**
 * @param {unknown} error
 * @param {() => void} [retry]
 * @returns {Partial<State>}
 */
export function troubleOf(error, retry) {
  const again = retry ? [{ label: S.retry, run: retry }] : [];
  const bad = (/** @type {string} */ text, /** @type {Trouble["actions"]} */ actions = again) =>
    /** @type {Trouble} */ ({ text, tone: "bad", actions });
  if (!(error instanceof ApiError)) return { trouble: bad(error instanceof Error ? error.message : String(error)) };

  // The words are kept, and go another way once the page knows how the table plays.
  if (error.code === "plays_in_rounds") location.reload();
  if (error.code === "level_up_pending") {
    const hero = app.get().session?.characters.find(({ pendingLevelUp }) => pendingLevelUp);
    const take = hero ? [{ label: S.raiseLevel(hero.name), run: () => void later(() => bring("hero/level"), ({ offerLevel }) => offerLevel(hero)) }] : [];
    return { trouble: { text: P.wordsKept(error.message), tone: "plain", actions: take } };
  }
  if (error.code === "spending_cap_reached") {
    const look = { label: P.seeCost, run: () => void later(() => import("./panels.js"), ({ openPanel }) => openPanel("cost")) };
    return { trouble: { text: P.wordsKept(error.message), tone: "plain", actions: [look] } };
  }
  if (error.status === 401) {
    return { trouble: bad(error.message, [{ label: S.signIn, run: () => void later(() => bring("app/signin"), ({ askToSignIn }) => askToSignIn()) }]) };
  }
  if (error.code === "unknown_session") {
    return { trouble: bad(S.sessionGone, [{ label: S.home.toList, run: () => (location.hash = "#/") }]) };
  }
  // A guest whose share is used up has nothing to try again.
  if (error.retryAfter > 0 || error.status === 402) {
    // The words are back in the box, and its button counts the seconds.
    return { trouble: bad(error.message, []), waitUntil: Date.now() + error.retryAfter * 1000 };
  }
  const fields = error.fields.map(({ message }) => message).join(" ");
  const reference = error.status >= 500 && error.problem.requestId ? ` ${P.reference(error.problem.requestId)}` : "";
  return { trouble: bad(`${fields || error.message}${reference}`) };
}
