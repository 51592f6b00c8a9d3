// @ts-check
// The people at a table.
import { art } from "../art.js";
import { fill, h } from "../dom.js";
import { keepingFocus } from "../lib/pieces.js";
import { HOST, hostMark, nameOf, present, table } from "./seats.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";
import { C } from "../words/en/company.js";
import { SEATED } from "../words/en/seated.js";

/** @typedef {import("../types.js").Seat} Seat */

/** What is done about a seat comes with the first of it. @param {(part: typeof import("./peopledeeds.js")) => unknown} use */
const deed = (use) => void later(() => bring("friends/peopledeeds"), use);

/** @param {string} id @param {Seat} seat */
function row(id, seat) {
  const { me, isGuest, marks } = table.get();
  const heroes = (app.get().session?.characters ?? []).filter((hero) => seat.characterIds.includes(hero.id));
  const name = nameOf(seat.id);
  const isMe = seat.id === me;
  const role = heroes.length ? C.plays(heroes.map((hero) => hero.name)) : seat.role === "player" ? C.noHero : C.roles[seat.role];
  const open = () => deed(({ offer, rename }) => (isMe ? rename : offer)(id, seat));
  const [hero] = heroes;
  const state = marks[seat.id] ?? seat.state;
  return h(
    "li",
    { class: seat.state },
    hero ? art("person", "face", hero.name, `${hero.race}, ${hero.class}`) : h("span", { class: "face blank", "aria-hidden": "true" }, name.slice(0, 1)),
    h("div", {}, h("b", {}, name, hostMark(seat.id)), isMe && name !== S.you && h("span", { class: "soft" }, ` (${C.you})`), h("span", { class: "soft role-line" }, seat.role === HOST && heroes.length ? `${C.roles.host}, ${role}` : role)),
    h("span", { class: `state ${state}` }, C.states[state]),
    (isMe || !isGuest) && h("button", { type: "button", class: "quiet", "aria-haspopup": "dialog", "aria-label": isMe ? C.rename : C.options(name), "data-key": `seat-${seat.id}`, onclick: open }, isMe ? "✎" : "⋯"),
  );
}

/** @param {string} id */
export function people(id) {
  const list = h("ul", { class: "people" });
  const gone = h("p", { class: "soft" });
  const deeds = h("div", { class: "row" });
  const hint = h("p", { class: "soft" });
  const cut = h("p", { class: "notice", role: "status" });
  const root = h("section", {}, h("h2", {}, C.people), cut, list, gone, deeds, hint);
  const settings = () => void later(() => bring("friends/tablesettings"), ({ openTableSettings }) => openTableSettings());
  const invite = () => void later(() => bring("friends/invite"), ({ openInvite }) => openInvite());
  const draw = () => {
    const { seats, me, isGuest, isCut } = table.get();
    const own = seats.find((seat) => seat.id === me);
    const isAway = own?.state === "away";
    cut.hidden = !isCut;
    fill(cut, isCut && C.offline);
    const away = h("button", { type: "button", "aria-pressed": String(isAway), "data-key": "away", onclick: () => deed(({ change }) => change(id, me, { state: isAway ? "here" : "away" })) }, isAway ? C.comeBack : C.goAway);
    keepingFocus(root, () => {
      fill(list, present(seats).map((seat) => row(id, seat)));
      const left = new Set(seats.filter(({ state }) => state === "gone").map(({ id }) => nameOf(id)));
      fill(gone, left.size > 0 && C.gone([...left]));
      fill(
        deeds,
        !isGuest && h("button", { type: "button", class: "primary", "aria-haspopup": "dialog", "data-key": "invite", onclick: invite }, C.inviteMore),
        h("a", { class: "button", href: `#/watch/${encodeURIComponent(id)}`, target: "_blank", "data-key": "screen" }, SEATED.screen),
        !isGuest && h("button", { type: "button", "aria-haspopup": "dialog", "data-key": "settings", onclick: settings }, C.settings),
        isGuest && away,
        isGuest && h("button", { type: "button", "data-key": "leave", onclick: () => deed(({ leave }) => leave(id, me)) }, C.leave),
      );
      hint.hidden = !isGuest || !isAway;
      fill(hint, !hint.hidden && C.awayHint);
    });
  };
  const stops = [table.watch(({ seats, isCut, me, marks }) => JSON.stringify([seats, isCut, me, marks]), draw), app.watch(({ session }) => session?.characters.map((hero) => hero.id).join(), draw)];
  return { root, stop: () => stops.forEach((stop) => stop()) };
}
