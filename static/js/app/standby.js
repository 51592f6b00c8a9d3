// @ts-check
// Registers the service worker for offline use (`/worker.js`). Loaded after everything else.

import { app } from "../state.js";

/** The only address of a script that this page ever makes of a text; its policy says so. */
const address = "/worker.js";

/** @returns {any} the address, as the browser wants it: some have no such types */
function trusted() {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  return types ? types.createPolicy("worker", { createScriptURL: () => address }).createScriptURL(address) : address;
}

/** Where that can't be had, because the line is no safe one or the browser keeps nothing, the page does without. */
export function standBy() {
  navigator.serviceWorker?.register(trusted()).catch(() => {});
  app.watch(({ session }) => Boolean(session), (lies) => lies && void import("./keeping.js").catch(() => {}));
}
