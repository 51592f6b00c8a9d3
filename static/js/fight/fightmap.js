// @ts-check
// The battle map: twelve by eight squares, navigated with the arrow keys. It shows the fighters, and allows choosing marked
// squares.
import { fill, h, stylesheet } from "../dom.js";
import { MAP, described, feetApart } from "./fightaim.js";
import { isFallen, tokenOf } from "./fightwords.js";
import { bring } from "../state.js";
import { F } from "../words/en/table/fight.js";
import { clean } from "../text.js";

/**
 * @typedef {import("../types.js").Session} Session
 * @typedef {import("../types.js").Combatant} Combatant
 * @typedef {import("../types.js").Square} Square
 * @typedef {{ session: Session, order: Combatant[], current?: Combatant, terrain?: import("./fightground.js").Terrain[], marked: Square[], near: Square[], struck: Set<string>, faceOf: (one: Combatant, session: Session) => HTMLElement | null, choose: (square: Square) => void }} Shown
 */

/** @param {Square} square */
const keyOf = ({ x, y }) => `square-${x}-${y}`;

export class BattleMap {
  /** @type {HTMLElement[][]} by row and column */
  #cells = Array.from({ length: MAP.height }, (_, y) =>
    Array.from({ length: MAP.width }, (_, x) => h("div", { class: "square", role: "gridcell", tabindex: -1, "data-key": keyOf({ x, y }), "data-x": x, "data-y": y })),
  );
  #at = { x: 0, y: 0 };
  /** @type {Set<string>} */
  #marked = new Set();
  /** @type {(square: Square) => void} */
  #choose = () => {};
  /** What draws terrain and larger creatures, once there are any. @type {typeof import("./fightground.js") | null} */
  #ground = null;
  /** Where the token is drawn of whoever fills a square. @type {(square: Square) => Square} */
  #anchor = (square) => square;
  #hint = h("p", { class: "sr", id: "map-keys" }, F.mapKeys);
  #grid = h(
    "div",
    { class: "map", role: "grid", "aria-label": F.map, "aria-describedby": "map-keys" },
    this.#cells.map((row) => h("div", { role: "row" }, row)),
  );
  root = h("div", { class: "map-frame" }, this.#grid, this.#hint);

  constructor() {
    this.#grid.addEventListener("click", ({ target }) => {
      const cell = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".square")) : null;
      if (cell) this.#press({ x: Number(cell.dataset.x), y: Number(cell.dataset.y) });
    });
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
    this.#walk(this.#at);
  }

  /** Whether it has been looked at from where someone stands: until then it begins there. */
  #began = "";

  /** @param {Shown} shown */
  draw(shown) {
    const { session, order, current, terrain = [], marked, near, struck, faceOf, choose } = shown;
    const ground = this.#ground;
    if (!ground && (terrain.length || order.some(({ span }) => span)))
      // Without it the fighters are shown all the same, and the next look tries again.
      void Promise.all([bring("fight/fightground"), stylesheet("/css/fight/fightground.css")]).then(([part]) => {
        this.#ground = part;
        this.draw(shown);
      }, Boolean);
    this.#marked = new Set([...marked, ...near].map(keyOf));
    this.#choose = choose;
    this.#anchor = (square) => ground?.anchorOf(order, square) ?? square;
    ground?.drawKey(this.root, terrain);
    this.#grid.classList.toggle("choosing", marked.length > 0);
    this.#cells.forEach((row, y) =>
      row.forEach((cell, x) => {
        const at = this.#anchor({ x, y });
        const key = keyOf(at);
        const here = order.filter((one) => keyOf(one.square) === key);
        const lies = ground?.groundAt(terrain, { x, y });
        // Who stands is drawn over who lies there.
        const standing = here.find((one) => !isFallen(one, session)) ?? here[0];
        const isMarked = this.#marked.has(cell.dataset.key ?? "") || this.#marked.has(key);
        const away = current ? F.away(feetApart(current, { square: { x, y } })) : "";
        const isNear = isMarked && !marked.length;
        const isStruck = here.some(({ id }) => struck.has(id));
        const names = here.length ? here.map((one) => described(one, current)) : [F.square(x, y), away];
        cell.setAttribute("aria-label", clean([...names, lies?.words, isStruck && F.struck, isMarked && (isNear ? F.near : F.marked)].filter(Boolean).join(", ")));
        cell.className = `square ${lies?.signs ?? ""}${isNear ? " near" : isMarked ? " marked" : ""}${isStruck ? " struck" : ""}`;
        const fallen = standing && isFallen(standing, session);
        fill(
          cell,
          standing && cell.dataset.key === key && h("span", { class: `token ${standing.kind} span-${standing.span ?? 1}${fallen ? " fallen" : ""}${standing.id === current?.id ? " acts" : ""}`, "data-sign": tokenOf(standing.name) }, faceOf(standing, session)),
        );
      }),
    );
    if (current && this.#began !== current.id) {
      this.#began = current.id;
      if (!this.#grid.contains(document.activeElement)) this.#walk(current.square);
    }
  }

  /** The focus goes to the square where the choice begins: the marked one nearest to where one is. */
  focus() {
    const near = (/** @type {HTMLElement} */ { dataset }) => feetApart({ square: this.#at }, { square: { x: Number(dataset.x), y: Number(dataset.y) } });
    const [first] = this.#cells.flat().filter((cell) => cell.classList.contains("marked")).sort((a, b) => near(a) - near(b));
    if (first) this.#walk({ x: Number(first.dataset.x), y: Number(first.dataset.y) });
    this.#cell.focus({ preventScroll: true });
  }

  get #cell() {
    return this.#cells[this.#at.y][this.#at.x];
  }

  /** @param {Square} to the one square that Tab comes to */
  #walk({ x, y }) {
    this.#cell.tabIndex = -1;
    this.#at = { x: Math.min(Math.max(x, 0), MAP.width - 1), y: Math.min(Math.max(y, 0), MAP.height - 1) };
    this.#cell.tabIndex = 0;
  }

  /** @param {Square} square */
  #press(square) {
    this.#walk(square);
    const to = this.#marked.has(keyOf(square)) ? square : this.#anchor(square);
    if (this.#marked.has(keyOf(to))) this.#choose(to);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { x, y } = this.#at;
    const to = { ArrowLeft: { x: x - 1, y }, ArrowRight: { x: x + 1, y }, ArrowUp: { x, y: y - 1 }, ArrowDown: { x, y: y + 1 }, Home: { x: 0, y }, End: { x: MAP.width - 1, y } }[event.key];
    if (to) {
      this.#walk(to);
      this.#cell.focus();
    } else if (event.key === "Enter" || event.key === " ") this.#press(this.#at);
    else return;
    event.preventDefault();
  }
}
