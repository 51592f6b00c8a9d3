// @ts-check
// Joining from the table screen: a code to scan, made on request. Hiding it revokes the invitation.
import { ApiError, json, request, sessionPath } from "../api.js";
import { fill, h } from "../dom.js";
import { deadEnd, moment } from "../friends/invitewords.js";
import { app } from "../state.js";
import { S } from "../words/en.js";
import { INVITE as T } from "../words/en/friends/invite.js";
import { W } from "../words/en/friends/watch.js";

/** @typedef {import("../types.js").InvitationWithLink} InvitationWithLink */

/** As many as a sofa holds, within an evening's beginning. */
const ASKED = { role: "player", uses: 8, expiresIn: 7_200 };

/** A line that was down for a moment is back by then. */
const AGAIN_MS = 1_000;

/** Closes a way in. It outlives the page, as whoever closes the tab closes the way. @param {string} path */
async function revoke(path) {
  const end = () => request(path, { method: "DELETE", keepalive: true });
  try {
    await end().catch(() => new Promise((resolve) => setTimeout(resolve, AGAIN_MS)).then(end));
  } catch (error) {
    // Over already: that is what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** What is shown of a way in. @param {InvitationWithLink} made @param {() => void} close */
function face(made, close) {
  const why = deadEnd(app.get().info?.share, made.url);
  return [
    h("img", { class: "qr", src: `data:image/svg+xml,${encodeURIComponent(made.qr)}`, alt: T.codeAlt, width: 240, height: 240 }),
    h("div", {}, h("h3", {}, T.codeTitle), h("p", {}, T.codeText), h("p", { class: "soft" }, T.codeUntil(moment(made.expiresAt))), why && h("p", { class: "notice" }, why), h("p", {}, h("button", { type: "button", onclick: close }, T.codeAway))),
  ];
}

/** Ways in that are open, as far as is known. @param {string} id of the session @param {(way: InvitationWithLink) => void} stuck what is told of one that stays open */
function openWays(id, stuck) {
  /** @type {Set<InvitationWithLink>} */
  const ways = new Set();
  /** @param {InvitationWithLink} way */
  const end = async (way) => {
    ways.delete(way);
    try {
      await revoke(sessionPath(id, `/invitations/${encodeURIComponent(way.id)}`));
    } catch {
      // What hides the next code, or this word, tries again.
      ways.add(way);
      stuck(way);
    }
  };
  return {
    async make() {
      /** @type {InvitationWithLink} */
      const way = await json("POST", sessionPath(id, "/invitations"), ASKED);
      ways.add(way);
      return way;
    },
    endAll: () => [...ways].forEach((way) => void end(way)),
  };
}

/** @param {string} id of the session @param {HTMLButtonElement} button that shows and hides it */
export function codeBox(id, button) {
  const root = h("section", { class: "way-in", "aria-label": T.codeTitle, tabindex: -1, hidden: true });
  let isBusy = false;
  /** @param {string} text @param {HTMLElement} [more] */
  const fault = (text, more) => fill(root, h("p", { class: "fault", role: "alert" }, text), more);
  const ways = openWays(id, ({ expiresAt }) => {
    if (!root.isConnected || !root.hidden) return;
    fault(T.codeOpen(moment(expiresAt)), h("p", {}, h("button", { type: "button", onclick: close }, S.retry)));
    turn(true);
  });
  /** @param {boolean} isShown */
  const turn = (isShown) => {
    root.hidden = !isShown;
    (isShown ? addEventListener : removeEventListener)("pagehide", close);
    button.setAttribute("aria-pressed", String(isShown));
    fill(/** @type {Element} */ (button.lastElementChild), isShown ? T.codeAway : W.code);
  };
  const close = () => {
    const hadFocus = root.contains(document.activeElement);
    turn(false);
    if (hadFocus) button.focus();
    ways.endAll();
  };
  const show = async () => {
    isBusy = true;
    fill(root, h("p", { role: "status" }, T.codeMaking));
    turn(true);
    try {
      const made = await ways.make();
      // Hidden or left while it was made.
      if (root.hidden || !root.isConnected) return ways.endAll();
      fill(root, face(made, close));
      root.focus({ preventScroll: true });
    } catch (error) {
      fault(S.couldNotLoad(error));
    } finally {
      isBusy = false;
    }
  };
  root.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  return { root, close, press: () => void (root.hidden ? isBusy || show() : close()) };
}
