// @ts-check
// Actions on the people at a table: on one's own seat, and the host's on all.
import { ApiError, json, sessionPath } from "../api.js";
import { confirmed, openDialog, openMenu } from "../dialog.js";
import { h } from "../dom.js";
import { field, showRefusal } from "../form.js";
import { showOut } from "./out.js";
import { HOST, holderOf, nameOf, table } from "./seats.js";
import { app, complain } from "../state.js";
import { DEEDS } from "../words/en/friends/peopledeeds.js";

/** @typedef {import("../types.js").Seat} Seat */

/** @param {string} id @param {string} seat */
const pathOf = (id, seat) => sessionPath(id, `/seats/${encodeURIComponent(seat)}`);

/** @param {string} id @param {string} seat @param {object} what */
export async function change(id, seat, what) {
  try {
    /** @type {Seat} */
    const now = await json("PATCH", pathOf(id, seat), what);
    table.set({ seats: table.get().seats.map((one) => (one.id === now.id ? now : one)) });
  } catch (error) {
    complain(error);
  }
}

/** @param {string} id @param {Seat} seat */
async function remove(id, seat) {
  const name = nameOf(seat.id);
  if (!(await confirmed({ title: DEEDS.removeTitle(name), text: DEEDS.removeText, yes: DEEDS.removeGo, danger: true }))) return;
  try {
    await json("DELETE", pathOf(id, seat.id));
  } catch (error) {
    // Gone already: that is what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) complain(error);
  }
}

/** @param {string} id @param {string} me */
export async function leave(id, me) {
  if (!(await confirmed({ title: DEEDS.leaveTitle, text: DEEDS.leaveText, yes: DEEDS.leave, no: DEEDS.stay }))) return;
  try {
    await json("DELETE", pathOf(id, me));
    showOut(id, "left");
  } catch (error) {
    complain(error);
  }
}

/** @param {string} id @param {Seat} seat */
export function rename(id, seat) {
  const name = h("input", { name: "name", value: seat.name, maxlength: 40, autocomplete: "nickname" });
  const fault = h("p", { class: "fault", role: "alert" });
  const form = h("form", { novalidate: true }, field(DEEDS.name, name), fault, h("div", { class: "row end" }, h("button", { type: "submit", class: "primary" }, DEEDS.renameGo)));
  const dialog = openDialog(DEEDS.rename, "box", form);
  name.select();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await json("PATCH", pathOf(id, seat.id), { name: name.value.trim() });
      dialog.close();
    } catch (error) {
      showRefusal(form, error, fault);
    }
  });
}

/** What the host can do with a guest. @param {string} id @param {Seat} seat */
export function offer(id, seat) {
  const heroes = app.get().session?.characters ?? [];
  const own = seat.characterIds;
  const set = (/** @type {object} */ what) => () => void change(id, seat.id, what);
  const free = heroes.filter((hero) => !own.includes(hero.id) && (holderOf(table.get().seats, hero.id)?.role ?? HOST) === HOST);
  const plays = seat.role === "player";
  const T = DEEDS.deeds;
  openMenu(nameOf(seat.id), [
    ...(plays ? free.map((hero) => ({ label: T.give(hero.name), run: set({ characterIds: [...own, hero.id] }) })) : []),
    ...heroes.filter((hero) => own.includes(hero.id)).map((hero) => ({ label: T.take(hero.name), run: set({ characterIds: own.filter((one) => one !== hero.id) }) })),
    seat.state === "here" ? { label: T.away, hint: T.awayHint, run: set({ state: "away" }) } : { label: T.back, run: set({ state: "here" }) },
    plays ? { label: T.spectator, hint: T.spectatorHint, run: set({ role: "spectator" }) } : { label: T.player, hint: T.playerHint, run: set({ role: "player" }) },
    { label: T.remove, danger: true, run: () => void remove(id, seat) },
  ]);
}
