// @ts-check
// The way in on the table screen: a code to scan, made when it is asked for. What hides it closes the way.
import { json, sessionPath } from "./api.js";
import { fill, h } from "./dom.js";
import { isLoopback, moment } from "./invitewords.js";
import { S } from "./strings.js";
import { INVITE } from "./strings-invite.js";
import { W } from "./strings-watch.js";

/** @typedef {import("./types.js").InvitationWithLink} InvitationWithLink */

/** As many as a sofa holds, within an evening's beginning. */
const ASKED = { role: "player", uses: 8, expiresIn: 7_200 };

/** @param {string} id of the session @param {HTMLButtonElement} button that shows and hides it */
export function codeBox(id, button) {
  const root = h("section", { class: "way-in", "aria-label": W.codeTitle, tabindex: -1, hidden: true });
  /** @type {InvitationWithLink | null} */
  let open = null;
  let isBusy = false;
  const label = () => {
    button.setAttribute("aria-pressed", String(!root.hidden));
    fill(/** @type {Element} */ (button.lastElementChild), root.hidden ? W.code : W.codeAway);
  };
  const close = () => {
    if (open) void json("DELETE", sessionPath(id, `/invitations/${encodeURIComponent(open.id)}`)).catch(() => {});
    open = null;
    const hadFocus = root.contains(document.activeElement);
    root.hidden = true;
    label();
    if (hadFocus) button.focus();
  };
  root.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  const show = async () => {
    isBusy = true;
    root.hidden = false;
    fill(root, h("p", { role: "status" }, W.codeMaking));
    label();
    try {
      /** @type {InvitationWithLink} */
      const made = await json("POST", sessionPath(id, "/invitations"), ASKED);
      open = made;
      const here = isLoopback(location.hostname);
      fill(
        root,
        h("img", { class: "qr", src: `data:image/svg+xml,${encodeURIComponent(made.qr)}`, alt: W.codeAlt, width: 240, height: 240 }),
        h("div", {}, h("h3", {}, W.codeTitle), h("p", {}, W.codeText), h("p", { class: "soft" }, W.codeUntil(moment(made.expiresAt))), here && h("p", { class: "notice" }, INVITE.loopback(location.host)), h("p", {}, h("button", { type: "button", onclick: close }, W.codeAway))),
      );
      root.focus({ preventScroll: true });
    } catch (error) {
      fill(root, h("p", { class: "fault", role: "alert" }, S.couldNotLoad(error)));
    } finally {
      isBusy = false;
      // Left while it was made.
      if (!root.isConnected) close();
    }
  };
  return { root, close, press: () => void (isBusy || (root.hidden ? show() : close())) };
}
