// @ts-check
// The side of the table screen: place, people and their health, turn order, and dice.
import { art } from "../art.js";
import { diceCard } from "../turn/dice.js";
import { fill, h, stylesheet, svg } from "../dom.js";
import { HOST, holderOf, hostMark, nameOf, present, table } from "../friends/seats.js";
import { bring } from "../state.js";
import { S } from "../words/en.js";
import { F } from "../words/en/friends.js";
import { W } from "../words/en/friends/watch.js";
import { capitalised, curly, properName, term, timeOfDay } from "../text.js";

/** @typedef {import("../types.js").Session} Session @typedef {import("../types.js").Character} Character @typedef {import("../types.js").Roll} Roll */

/** More cards than these are a heap, not dice that fall. */
const MOST_DICE = 3;

/** Where the heroes are, and its picture: a campaign's own, or one by its name, which anybody may see. */
export function placeBox() {
  const frame = h("div", { class: "frame" });
  const where = h("h2", {});
  const when = h("p", { class: "when" });
  let shown = "";
  /** @param {string} name @param {Session} session */
  async function paint(name, session) {
    const { plot, id } = session;
    const { artOfPlace } = await import("../placeart.js");
    const painted = () => artOfPlace("scene", properName(name), session);
    const now = `${painted().getAttribute("src")} ${plot?.node}`;
    if (now === shown) return;
    shown = now;
    if (!plot) return fill(frame, painted());
    const { picture } = await bring("campaign/scenery");
    if (shown !== now) return;
    const image = picture(plot.campaign, plot.node, "", id);
    image.addEventListener("error", () => image.replaceWith(painted()));
    fill(frame, image);
  }
  /** @param {Session} session */
  const draw = (session) => {
    const { plot, story, clock, title } = session;
    const name = story.currentLocation || S.somewhere;
    const scene = plot?.visited.find((one) => one.id === plot.node)?.title;
    fill(where, capitalised(curly(scene ?? properName(name))));
    fill(when, `${title} · ${timeOfDay(clock).replaceAll(" ", "\u00a0")}`);
    void paint(name, session).catch(() => {});
  };
  return { root: h("section", { class: "where", "aria-label": S.header.where.trim() }, frame, h("div", { class: "caption" }, when, where)), draw };
}

/** Who plays a hero, before the mark of a host. @param {import("../types.js").Seat} holder */
function saysWho({ id, role, state }) {
  const name = nameOf(id);
  if (state === "away") return W.away(name);
  return role === HOST && name === F.host ? W.hosted : W.played(name);
}

/** @param {Character} hero */
function heroLine(hero) {
  const { seats } = table.get();
  const holder = holderOf(seats, hero.id);
  const { currentHP, maxHP, conditions } = hero;
  const left = maxHP > 0 ? (Math.min(Math.max(currentHP, 0), maxHP) / maxHP) * 100 : 0;
  const tone = left <= 25 ? "low" : left <= 50 ? "half" : "";
  const by = holder && seats.length > 1 && [saysWho(holder), hostMark(holder.id)];
  return h(
    "li",
    { class: holder?.state === "away" ? "away" : null },
    art("person", "face", hero.name, `${hero.race}, ${hero.class}`),
    h("div", { class: "called" }, h("b", {}, hero.name), by && h("span", { class: "soft" }, by), conditions.length > 0 && h("span", { class: "ails" }, `▲ ${conditions.map(({ name }) => term(name.toLowerCase())).join(" · ")}`)),
    h("span", { class: "life", "aria-hidden": "true" }, `${currentHP}/${maxHP}`),
    h("span", { class: "sr" }, W.hp(currentHP, maxHP)),
    h("span", { class: `meter ${tone}`, "aria-hidden": "true" }, svg("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none" }, svg("rect", { width: left, height: 1 }))),
  );
}

/** Who is here, or who acts when. */
export function peopleBox() {
  const root = h("section", { class: "who-is-here" });
  /** @type {Session | null} */
  let last = null;
  const party = (/** @type {Session} */ { characters }) => {
    const watching = present(table.get().seats).filter(({ role }) => role === "spectator").map(({ id }) => nameOf(id));
    fill(root, h("h3", {}, W.party), h("ul", { class: "party" }, characters.map(heroLine)), watching.length > 0 && h("p", { class: "soft" }, W.watching(watching.join(", "))));
  };
  /** @param {Session} session */
  async function draw(session) {
    last = session;
    if (!session.encounter) return party(session);
    const [{ fightOf, orderList }] = await Promise.all([bring("fight/fightsides"), stylesheet("/css/fight/fight.css"), stylesheet("/css/fight/fightsides.css")]);
    const fight = fightOf(session);
    if (last !== session || !fight) return;
    fill(root, h("p", { class: "round" }, W.round(fight.round)), orderList(session, fight));
    root.querySelector(".acts")?.scrollIntoView({ block: "nearest" });
  }
  const stop = table.watch(({ seats }) => seats, () => last && void draw(last).catch(() => {}));
  return { root, stop, draw: (/** @type {Session} */ session) => void draw(session).catch(() => party(session)) };
}

/** The dice of the turn, the last to fall first. @param {() => Session} session */
export function diceBox(session) {
  const list = h("div", { class: "tray" });
  const more = h("p", { class: "soft" });
  const root = h("section", { class: "fallen-dice", hidden: true }, h("h3", {}, W.dice), list, more);
  /** @type {Roll[]} */
  let shown = [];
  /** @param {Roll[]} rolls */
  const show = (rolls) => {
    root.hidden = !rolls.length;
    const fresh = rolls.slice(shown.length && rolls[0] === shown[0] ? shown.length : 0);
    if (fresh.length === rolls.length) list.replaceChildren();
    for (const roll of fresh) list.prepend(diceCard(roll, session().characters));
    while (list.childElementCount > MOST_DICE) list.lastElementChild?.remove();
    fill(more, rolls.length > MOST_DICE && W.moreDice(rolls.length - MOST_DICE));
    shown = [...rolls];
  };
  return { root, show };
}
