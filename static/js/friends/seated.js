// @ts-check
// Whether others are at the table. Loaded with the table; modules for friends are loaded only if there are some.
import { get, sessionPath } from "../api.js";
import { byId, h, svg } from "../dom.js";
import { recall } from "../memory.js";
import { app, bring, later } from "../state.js";
import { SEATED } from "../words/en/seated.js";

/** The session whose table has company. */
let shared = "";

/** Whether the line was too bad to tell; the next look at the page asks again. */
let isUnsure = false;

function lost() {
  shared = "";
  isUnsure = true;
}

/** Lays out what friends need at this table. @param {string} id */
export function share(id) {
  if (shared === id) return;
  shared = id;
  void later(() => bring("friends/company"), async ({ company }) => (await company(id)) || lost(), lost);
}

/** The seat that one had here when friends were about; a host's is called so. @param {string} id */
const seatAt = (id) => recall(`guest.${id}`);

/** @param {string} id */
async function look(id) {
  const { body } = document;
  shared = "";
  isUnsure = false;
  delete body.dataset.seat;
  if (!id) return;
  const seat = seatAt(id);
  // Who comes back to a table as a guest sees nothing of the host's meanwhile.
  if (seat && seat !== "host") body.dataset.seat = "guest";
  if (seat) return share(id);
  try {
    /** @type {import("../types.js").TableView & { spent: object[] }} */
    const { mode, spent } = await get(sessionPath(id, "/table"));
    if ((spent.length || mode === "rounds") && app.get().session?.id === id) share(id);
  } catch {
    isUnsure = true;
  }
}

/** Two heads, side by side. */
const sign = () => svg("svg", { viewBox: "0 0 24 24", width: 22, height: 22, fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round", "aria-hidden": "true" }, svg("circle", { cx: 9, cy: 8, r: 3.5 }), svg("path", { d: "M2.5 20c0-4 3-6.5 6.5-6.5s6.5 2.5 6.5 6.5M15.5 5a3.3 3.3 0 0 1 0 6.4M17.5 14c2.5.7 4 3 4 6" }));

export function watchSeats() {
  void later(() => bring("table/keys"), ({ watchX }) => watchX());
  const open = () => void later(() => bring("friends/invite"), ({ openInvite }) => openInvite());
  byId("to-rules", HTMLElement).after(h("button", { type: "button", id: "friends", class: "quiet at-table", "aria-haspopup": "dialog", "aria-label": SEATED.invite, title: SEATED.invite, onclick: open }, sign(), matchMedia("(min-width: 90rem)").matches && h("span", { class: "label" }, SEATED.friends)));
  app.watch(({ session }) => session?.id ?? "", (id) => void look(id));
  addEventListener("focus", () => isUnsure && void look(app.get().session?.id ?? ""));
}
