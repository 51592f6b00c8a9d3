// @ts-check
// Joining a table: its preview, a name, a hero, a seat. Only this module sees an invitation's token.
import { ApiError, Unreachable, json } from "../api.js";
import { art } from "../art.js";
import { byId, fill, h, stylesheet } from "../dom.js";
import { field, showFaults, showRefusal } from "../form.js";
import { recall, remember } from "../memory.js";
import { bring, later } from "../state.js";
import { S } from "../words/en.js";
import { JOIN as J } from "../words/en/friends/join.js";
import { calling, clean } from "../text.js";

/** @typedef {import("../types.js").Look} Look @typedef {import("../types.js").Joined} Joined @typedef {import("../types.js").HeroInShort} HeroInShort @typedef {import("../types.js").KeptHero} KeptHero */
/** @typedef {{ title: string, text: string, again?: boolean }} Notice */

const place = byId("home-body", HTMLElement);
/** What is shown in the place of an invitation, once. @type {Notice | null} */
let farewell = null;
/** Heroes whom somebody else turned out to play. @type {Set<unknown>} */
const taken = new Set();
/** Counts what was asked for: a slow answer must not cover a later one. */
let visits = 0;

/** The token of an address. @param {string} hash */
export const tokenOf = (hash) => decodeURIComponent(/^#\/join\/(.+)$/.exec(hash)?.[1] ?? "");

/**
 * What is said of a refusal; nothing where the form says it itself.
 * @param {unknown} error
 * @returns {Notice | null}
 */
export function refusalOf(error) {
  if (error instanceof Unreachable) return { title: J.away.title, text: error.message, again: true };
  if (!(error instanceof ApiError)) return null;
  if (error.status === 410) return J.over;
  if (error.status === 429) return { title: J.tooMany.title, text: J.tooMany.text(error.retryAfter || 60), again: true };
  if (error.code === "table_full") return J.fullTable;
  return error.status >= 500 ? { title: J.away.title, text: error.message, again: true } : null;
}

/** @param {Notice} notice @param {() => void} [retry] */
function say({ title, text, again }, retry) {
  const heading = h("h1", { tabindex: -1 }, title);
  fill(place, heading, h("p", { class: "lead", role: "alert" }, text), again && retry && h("button", { type: "button", class: "primary", onclick: retry }, J.again));
  heading.focus({ preventScroll: true });
}

/** Says goodbye to who was at a table, and shows nothing of it any more. @param {"removed" | "left"} why */
export function goodbye(why) {
  farewell = J[why];
  location.replace("#/join");
}

/** @param {HeroInShort | KeptHero} hero @param {string} value what the box is known by */
const card = (hero, value) =>
  h(
    "label",
    { class: "choice hero-card" },
    h("input", { type: "radio", name: "hero", value }),
    art("person", "portrait", hero.name, `${hero.race}, ${hero.class}`),
    h("span", { class: "name" }, hero.name),
    h("span", { class: "calling" }, calling(hero)),
    h("span", { class: "chosen", "aria-hidden": "true" }, "✓"),
  );

/** @param {string} legend @param {HTMLElement[]} cards */
const group = (legend, cards) => cards.length > 0 && h("fieldset", { class: "bare" }, h("legend", {}, legend), h("div", { class: "cards" }, cards));

/** @param {string} sessionId @param {{ id: string, role: string }} seat */
function sit(sessionId, { id, role }) {
  // Only that there is a seat: its secret is a cookie that no script reads.
  if (role !== "host") remember(`guest.${sessionId}`, id);
  // Back leads past the door.
  location.replace(`#/s/${encodeURIComponent(sessionId)}`);
}

/**
 * Heroes of one's own: the kept ones, and the form for another, which is fetched when it is asked for.
 * @param {(fault: string) => void} tell
 */
function ownHeroes(tell) {
  const box = h("input", { type: "radio", name: "hero", value: "" });
  const label = h("label", { class: "choice hero-card own-card" }, box, art("person", "portrait", "you", "a dark hood, a grey cloak"), h("span", { class: "name" }, J.own), h("span", { class: "soft" }, J.ownText), h("span", { class: "chosen", "aria-hidden": "true" }, "✓"));
  const own = h("fieldset", { class: "own", hidden: true }, h("legend", {}, J.own));
  const mine = h("div", { class: "kept-heroes" });
  /** @type {ReturnType<typeof import("../home/herochoice.js").heroChoice> | undefined} */
  let choice;
  const turn = () => {
    if (choice) return choice.turn();
    const isWanted = box.checked || (recall("heroes") && !mine.childElementCount);
    const parts = { mine, own, ownBox: box, together: h("input", { type: "checkbox" }), card, show() {}, tell };
    if (isWanted) later(() => bring("home/herochoice"), ({ heroChoice }) => (choice ??= heroChoice(parts)));
  };
  return { box, label, mine, own, turn, read: () => (box.checked ? choice?.read() : null), keep: (/** @type {KeptHero} */ hero) => choice?.keep(hero) };
}

/** @param {string} token @param {Look} look */
async function showForm(token, look) {
  const isPlayer = look.role !== "spectator";
  const name = h("input", { name: "guest", value: recall("name") ?? "", maxlength: 40, autocomplete: "nickname", enterkeyhint: "done", required: true });
  const fault = h("p", { class: "fault", role: "alert" });
  const go = h("button", { type: "submit", class: "primary big" }, isPlayer ? J.sit : J.watch);
  const own = isPlayer && look.readyMade.length ? ownHeroes((text) => (fault.textContent = text)) : null;
  const none = isPlayer && !look.heroes.length && !own;
  const form = h(
    "form",
    { novalidate: true, class: "new-game join" },
    field(J.name, name, J.nameHint),
    isPlayer && group(look.heroes.length ? J.waiting : J.heroes, look.heroes.map((hero) => card(hero, hero.id))),
    own && group(J.fresh, [...look.readyMade.map((hero) => card(hero, hero.id)), own.mine, own.label]),
    own?.own,
    none && h("p", { class: "notice" }, J.noHero),
    h("div", { class: "begin" }, fault, !none && go),
  );
  const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[name=hero]")]);
  const chosen = () => boxes.find((box) => box.checked);
  if (boxes[0]) boxes[0].checked = true;
  form.addEventListener("change", () => own?.turn());
  own?.turn();

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (go.getAttribute("aria-disabled") === "true") return;
    fault.textContent = "";
    const made = own?.read();
    // The form of the hero is still on its way.
    if (own?.box.checked && !made) return;
    const called = clean(name.value).trim();
    showFaults(form, [...(called ? [] : [{ field: "guest", message: J.nameMissing }]), ...(made?.faults ?? [])]);
    if (!called || made?.faults.length) return;
    go.setAttribute("aria-disabled", "true");
    fill(go, J.sitting);
    // The table is fetched while the server finds a seat; what fails here is asked for again on the way there.
    Promise.all([import("../table/table.js"), stylesheet("/css/table.css")]).catch(() => {});
    const value = chosen()?.value ?? "";
    const character = made?.hero ?? (value[0] === "{" ? JSON.parse(value) : value);
    if (made?.keep) own?.keep(made.hero);
    try {
      /** @type {Joined} */
      const { sessionId, seat } = await json("POST", "/api/join", { token, name: called, ...(character && isPlayer && { character }) });
      remember("name", called);
      sit(sessionId, seat);
    } catch (error) {
      await refused(error, { form, fault, token, called, character });
    } finally {
      go.removeAttribute("aria-disabled");
      fill(go, isPlayer ? J.sit : J.watch);
    }
  });

  const host = look.host === "Host" || !look.host ? J.invitedByHost : J.invited(look.host);
  const until = new Date(look.expiresAt).toLocaleString(S.locale, { weekday: "long", hour: "numeric", minute: "2-digit" });
  const heading = h("h1", { tabindex: -1 }, look.title);
  fill(place, h("p", { class: "lead invited" }, host), heading, h("p", { class: "lead" }, isPlayer ? J.plays : J.watches), form, h("p", { class: "soft" }, J.until(until)));
  heading.focus({ preventScroll: true });
  // On glass the keyboard would cover the heroes.
  if (!matchMedia("(pointer: coarse)").matches) name.focus();
}

/** @param {unknown} error @param {{ form: HTMLFormElement, fault: HTMLElement, token: string, called: string, character: unknown }} sent */
async function refused(error, { form, fault, token, called, character }) {
  if (error instanceof ApiError && error.code === "hero_taken") {
    remember("name", called);
    taken.add(character);
    return void (await open(token, J.taken));
  }
  const notice = refusalOf(error);
  if (notice && !notice.again) return say(notice);
  if (notice) return void (fault.textContent = notice.text);
  // The server calls the guest's name as the form calls a hero's.
  if (error instanceof ApiError) error.fields = error.fields.map((one) => (one.field === "name" ? { ...one, field: "guest" } : one));
  showRefusal(form, error, fault);
}

/** @param {string} token @param {string} [said] what happened to the seat that was asked for */
async function open(token, said = "") {
  const visit = ++visits;
  try {
    /** @type {Look} */
    const look = await json("POST", "/api/join/look", { token });
    if (visit !== visits) return;
    const free = (/** @type {HeroInShort[]} */ heroes) => heroes.filter(({ id }) => !taken.has(id));
    if (look.seat) return sit(look.sessionId, look.seat);
    await showForm(token, { ...look, heroes: free(look.heroes), readyMade: free(look.readyMade) });
    const fault = place.querySelector(".begin .fault");
    if (said && fault) fault.textContent = said;
  } catch (error) {
    if (visit !== visits) return;
    say(refusalOf(error) ?? { title: J.away.title, text: S.couldNotLoad(error), again: true }, () => void open(token));
  }
}

/** Signs in who opens the link that a shared server prints for its host. @param {string} secret */
async function beHost(secret) {
  try {
    await (await bring("app/signin")).signIn(secret);
    location.replace("#/");
  } catch (error) {
    const isWrong = error instanceof ApiError && error.status === 401;
    say(isWrong ? J.noHost : (refusalOf(error) ?? { title: J.away.title, text: S.couldNotLoad(error), again: true }), () => void beHost(secret));
  }
}

/** Shows what the address invites to. */
export async function showJoin() {
  const token = tokenOf(location.hash);
  const [, secret] = /^#\/host\/(.+)$/.exec(location.hash) ?? [];
  // Before anything else: who looks over a shoulder or into the history finds no way in.
  history.replaceState(null, "", "#/join");
  document.title = S.name;
  const notice = farewell ?? (token || secret ? null : J.noToken);
  farewell = null;
  fill(place, h("p", { class: "soft", role: "status" }, J.looking));
  await Promise.all([stylesheet("/css/home.css"), stylesheet("/css/join.css")]);
  if (notice) return say(notice);
  await (secret ? beHost(secret) : open(token));
}

