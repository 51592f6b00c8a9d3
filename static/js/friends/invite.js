// @ts-check
// The host's invitations: links for friends, and which are open.
import { ApiError, get, json, sessionPath } from "../api.js";
import { openDialog, openMenu } from "../dialog.js";
import { byId, fill, h, stylesheet } from "../dom.js";
import { field, showRefusal } from "../form.js";
import { deadEnd, moment } from "./invitewords.js";
import { remember } from "../memory.js";
import { openPanel } from "../table/panels.js";
import { share } from "./seated.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";
import { INVITE as T } from "../words/en/friends/invite.js";
import { SEATED } from "../words/en/seated.js";

/** @typedef {import("../types.js").Invitation} Invitation @typedef {import("../types.js").InvitationWithLink} InvitationWithLink @typedef {import("../types.js").Seat} Seat */

const SPECTATOR = "spectator";
const HOUR = 3_600;
const DAY = 24 * HOUR;
const USES = [1, 2, 3, 4, 5, 10];
/** Some while a friend needs to look at a message, or all who play next week. */
const OPEN_FOR = [HOUR, DAY, 3 * DAY, 7 * DAY, 30 * DAY];

/** The sentence for what is asked of the server. @param {{ whom: string, uses: string, openFor: string }} chosen */
export const asked = ({ whom, uses, openFor }) => ({
  role: whom === SPECTATOR ? SPECTATOR : "player",
  ...(whom && whom !== SPECTATOR && { characterId: whom }),
  // A hero has one player.
  uses: whom && whom !== SPECTATOR ? 1 : Number(uses),
  expiresIn: Number(openFor),
});

/** @param {[string | number, string][]} all @param {string | number} chosen */
const options = (all, chosen) => all.map(([value, label]) => h("option", { value, selected: value === chosen }, label));

/** Who an invitation is for. @param {Invitation} invitation */
function meant({ role, characterId }) {
  if (role === SPECTATOR) return T.spectator;
  const hero = app.get().session?.characters.find(({ id }) => id === characterId);
  return hero ? T.as(hero.name) : T.forAny;
}

/** A notice, in which what is typed into a terminal stays on one line. @param {string} text */
const typed = (text) => text.split(/(--\w+)/).map((part) => (part.startsWith("--") ? h("code", {}, part) : part));

/** @param {InvitationWithLink} made */
function ready(made) {
  const link = h("input", { readonly: true, value: made.url, name: "link", spellcheck: false, onfocus: () => link.select() });
  const done = h("p", { class: "soft", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made.url);
      fill(done, T.copied);
    } catch {
      // Not over a trusted line, or not allowed: then by hand.
      link.focus();
      fill(done, T.copyByHand);
    }
  };
  const title = app.get().session?.title ?? S.name;
  const pass = () => navigator.share({ title, text: T.shareText(title), url: made.url }).catch(() => {});
  const why = deadEnd(app.get().info?.share, made.url);
  const code = h("img", { class: "qr", src: `data:image/svg+xml,${encodeURIComponent(made.qr)}`, alt: T.qr, width: 240, height: 240 });
  const root = h(
    "section",
    { class: "ready", tabindex: -1, "aria-label": T.ready },
    h("h3", {}, T.ready),
    why && h("p", { class: "notice" }, typed(why)),
    h("p", { class: "soft" }, `${meant(made)} · ${T.nUses(made.uses)} · ${T.until(moment(made.expiresAt))}`),
    field(T.link, link),
    h("div", { class: "row" }, h("button", { type: "button", class: "primary", onclick: copy }, T.copy), typeof navigator.share === "function" && h("button", { type: "button", onclick: pass }, T.share)),
    done,
    code,
    h("p", { class: "soft" }, T.scan),
    h("p", { class: "soft" }, T.onlyNow),
  );
  return root;
}

/** The open invitations, each with a way to end it. @param {string} id */
function openOnes(id) {
  const list = h("ul", { class: "lines" });
  const none = h("p", { class: "soft" }, T.none);
  const said = h("p", { class: "soft", role: "status" });
  const root = h("section", {}, h("h3", { tabindex: -1 }, T.open), list, none, said);
  /** @param {Invitation} one @param {boolean} guests */
  const end = async (one, guests) => {
    try {
      await json("DELETE", sessionPath(id, `/invitations/${encodeURIComponent(one.id)}${guests ? "?guests=true" : ""}`));
    } catch (error) {
      // Over already: that is what was wanted.
      if (!(error instanceof ApiError && error.status === 404)) return void fill(said, /** @type {Error} */ (error).message);
    }
    fill(said, T.revoked);
    await draw();
    /** @type {HTMLElement} */ (root.firstElementChild).focus();
  };
  /** @param {Invitation} one */
  const revoke = (one) => {
    if (!one.used) return void end(one, false);
    openMenu(T.revokeTitle, [
      { label: T.revokeOnly, hint: T.revokeOnlyHint, run: () => void end(one, false) },
      { label: T.revokeAll, danger: true, run: () => void end(one, true) },
    ]);
  };
  const draw = async () => {
    try {
      /** @type {{ items: Invitation[] }} */
      const { items } = await get(sessionPath(id, "/invitations"));
      none.hidden = items.length > 0;
      fill(
        list,
        items.map((one) =>
          h(
            "li",
            {},
            h("span", {}, meant(one), h("small", {}, [T.used(one.used, one.uses), T.until(moment(one.expiresAt))].join(" · "))),
            h("button", { type: "button", "aria-label": T.revokeOf(meant(one)), onclick: () => revoke(one) }, T.revoke),
          ),
        ),
      );
    } catch (error) {
      fill(said, S.couldNotLoad(error));
    }
  };
  return { root, draw };
}

export async function openInvite() {
  const { session } = app.get();
  if (!session) return;
  const { id, characters } = session;
  await stylesheet("/css/table/invite.css");
  /** Heroes whom a guest plays are not to give away. @type {{ items: Seat[] }} */
  const { items } = await get(sessionPath(id, "/seats")).catch(() => ({ items: [] }));
  const free = characters.filter((hero) => !items.some((seat) => seat.role === "player" && seat.characterIds.includes(hero.id)));
  const whom = h("select", { name: "role" }, options([["", T.anyone], ...free.map((hero) => /** @type {[string, string]} */ ([hero.id, T.as(hero.name)])), [SPECTATOR, T.spectator]], ""));
  const uses = h("select", { name: "uses" }, options(USES.map((n) => [n, T.nUses(n)]), 1));
  const openFor = h("select", { name: "expiresIn" }, options(OPEN_FOR.map((n) => [n, n < DAY ? T.hours(n / HOUR) : T.days(n / DAY)]), DAY));
  const go = h("button", { type: "submit", class: "primary" }, T.make);
  const fault = h("p", { class: "fault", role: "alert" });
  const many = field(T.uses, uses);
  const form = h("form", { novalidate: true }, field(T.whom, whom), h("div", { class: "pair" }, many, field(T.openFor, openFor)), fault, go);
  const made = h("div", {});
  // Where nobody signs in, everyone is a host.
  const { info } = app.get();
  const isClosed = info?.auth === "none";
  const why = isClosed ? T.needsSignIn : deadEnd(info?.share);
  const here = h("p", { class: "notice", hidden: !why }, typed(why));
  const open = openOnes(id);
  whom.addEventListener("change", () => (many.hidden = Boolean(whom.value) && whom.value !== SPECTATOR));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (go.disabled) return;
    go.disabled = true;
    fault.textContent = "";
    try {
      /** @type {InvitationWithLink} */
      const invitation = await json("POST", sessionPath(id, "/invitations"), asked({ whom: whom.value, uses: uses.value, openFor: openFor.value }));
      const shown = ready(invitation);
      // Now the link says it.
      here.hidden = true;
      fill(made, shown);
      fill(go, T.another);
      // Read from its beginning; the link is a step of Tab away.
      shown.focus({ preventScroll: true });
      shown.scrollIntoView({ block: "start" });
      await open.draw();
      // Whoever comes is seen, also after a reload.
      remember(`guest.${id}`, "host");
      share(id);
    } catch (error) {
      showRefusal(form, error, fault);
    } finally {
      go.disabled = false;
    }
  });
  await open.draw();
  // Whoever is asked for meanwhile is at another table.
  if (app.get().session?.id !== id) return;
  const toPeople = () => {
    dialog.close();
    openPanel("people");
  };
  const settings = () => void later(() => bring("friends/tablesettings"), ({ openTableSettings }) => openTableSettings());
  const company = items.length > 1 && h("button", { type: "button", onclick: toPeople }, T.people);
  /** @param {string} title @param {string} hint @param {...import("../dom.js").Kid} deeds */
  const beside = (title, hint, ...deeds) => h("section", { class: "beside" }, h("div", {}, h("h3", {}, title), h("p", { class: "soft" }, hint)), h("div", { class: "row" }, deeds));
  const set = !isClosed && beside(T.settings, T.settingsHint, h("button", { type: "button", "aria-haspopup": "dialog", onclick: settings }, T.settings));
  const screen = beside(SEATED.screen, T.screenHint, company, h("a", { class: "button", href: `#/watch/${encodeURIComponent(id)}`, target: "_blank" }, SEATED.screen));
  const dialog = openDialog(T.title, "box invite", h("p", {}, T.lead), here, made, !isClosed && form, !isClosed && open.root, set, screen);
  if (!isClosed) byId(whom.id, HTMLSelectElement).focus();
}
