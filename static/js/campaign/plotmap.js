// @ts-check
// The map of a campaign: the scenes that were seen, act by act, and the ways between them. It is walked over with the arrow keys;
// the scene that is looked at shows its picture and its ways. What was not seen is not on it: the server leaves it out.
import { isSame } from "../table/arrival.js";
import { fill, h, svg } from "../dom.js";
import { layOut, neighbour } from "./plotlayout.js";
import { mapInWords, titleOf, waysFrom } from "./plotwords.js";
import { picture } from "./scenery.js";
import { app } from "../state.js";
import { PLOT } from "../words/en/table/plot.js";
import { curly, properName } from "../text.js";

/**
 * @typedef {import("../types.js").Plot} Plot @typedef {import("../types.js").PlotWeb} PlotWeb
 * @typedef {import("./plotlayout.js").Spot} Spot @typedef {import("./plotlayout.js").Act} Act
 */

const T = PLOT.map;

/** Where the heroes are, where a scene is called otherwise than its place. @param {string} title */
function hereAt(title) {
  const place = app.get().session?.story.currentLocation ?? "";
  return place && !isSame(title, place) ? `${T.here}: ${curly(properName(place))}` : T.here;
}

export class PlotMap {
  #acts = h("div", { class: "plot-acts", role: "group", "aria-label": T.title, "aria-describedby": "plot-map-words plot-map-keys" });
  #words = h("p", { class: "sr", id: "plot-map-words" });
  #look = h("div", { class: "plot-look" });
  root = h("div", {}, this.#words, h("p", { class: "sr", id: "plot-map-keys" }, T.keys), this.#acts, this.#look);
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  /** Every scene, its rows counted through all acts. @type {Spot[]} */
  #spots = [];
  /** The scene that is looked at. */
  #at = "";
  /** Where the heroes were when it was last drawn. */
  #here = "";
  #drawn = "";

  constructor() {
    this.#acts.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Plot} plot @param {PlotWeb} map */
  draw(plot, map) {
    const drawn = JSON.stringify([plot.campaign.digest, plot.node, map, app.get().session?.story.currentLocation]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    // Who moves on looks at where they are.
    if (plot.node !== this.#here || !titleOf(map, this.#at)) this.#at = plot.node;
    this.#here = plot.node;
    const acts = layOut(map, plot.visited.map(({ id }) => id));
    let above = 0;
    this.#spots = acts.flatMap(({ rows, spots }) => {
      const moved = spots.map((spot) => ({ ...spot, y: spot.y + above }));
      above += rows;
      return moved;
    });
    const hadFocus = this.#acts.contains(document.activeElement);
    this.#buttons.clear();
    fill(this.#acts, acts.map((act) => this.#act(act, acts.length > 1, plot, map)));
    fill(this.#words, mapInWords(map, plot.node));
    this.#show(plot, map);
    this.center();
    if (hadFocus) this.#buttons.get(this.#at)?.focus();
  }

  /** A map that is taller than its frame is shown where one looks. The panel around it stays where it is. */
  center() {
    const button = this.#buttons.get(this.#at);
    if (!button) return;
    const [frame, spot] = [this.#acts.getBoundingClientRect(), button.getBoundingClientRect()];
    this.#acts.scrollTop += (spot.top + spot.bottom - frame.top - frame.bottom) / 2;
  }

  /** @param {Act} act @param {boolean} isOneOfMany @param {Plot} plot @param {PlotWeb} map */
  #act({ title, rows, spots, lines }, isOneOfMany, plot, map) {
    const height = rows * 100;
    const middle = (/** @type {number} */ row) => row * 100 + 50;
    const ways = lines.map(({ from, to }) => {
      // A way that passes others goes round them.
      const bow = Math.abs(from.y - to.y) > 1 || (from.y === to.y && Math.abs(from.x - to.x) > 0.4) ? 45 : 0;
      const [x1, y1, x2, y2] = [from.x * 100, middle(from.y), to.x * 100, middle(to.y)];
      const [mx, my] = from.y === to.y ? [(x1 + x2) / 2, y1 + bow] : [(x1 + x2) / 2 + (x1 + x2 > 100 ? bow : -bow) / 2, (y1 + y2) / 2];
      return svg("path", { d: `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}` });
    });
    const field = h(
      "div",
      { class: "plot-field" },
      svg("svg", { viewBox: `0 0 100 ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, ways),
      spots.map((spot) => this.#button(spot, plot, map)),
    );
    field.style.setProperty("--rows", `${rows}`);
    return [isOneOfMany && h("h4", {}, title), field];
  }

  /** @param {Spot} spot @param {Plot} plot @param {PlotWeb} map */
  #button({ id, title, x, y }, plot, map) {
    const isHere = id === plot.node;
    const look = () => {
      this.#at = id;
      this.#show(plot, map);
    };
    const button = h(
      "button",
      { type: "button", class: `plot-node${isHere ? " here" : ""}`, "aria-current": isHere ? "location" : null, onclick: look },
      isHere && h("span", { "aria-hidden": "true" }, "✦ "),
      title,
      isHere && h("span", { class: "sr" }, `, ${T.here}`),
    );
    button.style.setProperty("--x", x.toFixed(4));
    button.style.setProperty("--y", `${y}`);
    this.#buttons.set(id, button);
    return button;
  }

  /** The scene that is looked at, below the map. @param {Plot} plot @param {PlotWeb} map */
  #show(plot, map) {
    for (const [id, button] of this.#buttons) {
      button.setAttribute("aria-pressed", String(id === this.#at));
      button.tabIndex = id === this.#at ? 0 : -1;
    }
    const title = titleOf(map, this.#at);
    const ways = waysFrom(map, this.#at);
    fill(
      this.#look,
      h(
        "figure",
        {},
        picture(plot.campaign, this.#at, T.picture(title)),
        h("figcaption", {}, h("strong", {}, title), this.#at === plot.node && h("span", { class: "soft" }, ` · ${hereAt(title)}`)),
      ),
      ways.length
        ? h("ul", { class: "plot-ways" }, ways.map((way) => h("li", {}, way.label ? T.to(way.label, way.title) : way.title)))
        : map.nodes.length > 1 && h("p", { class: "soft" }, T.noWays),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const focused = [...this.#buttons].find(([, button]) => button === document.activeElement)?.[0];
    const at = this.#spots.find(({ id }) => id === focused);
    const ends = { Home: this.#spots[0], End: this.#spots[this.#spots.length - 1] }[event.key];
    const to = at && (ends ?? neighbour(this.#spots, at, event.key));
    if (!to) return;
    event.preventDefault();
    for (const [id, button] of this.#buttons) button.tabIndex = id === to.id ? 0 : -1;
    this.#buttons.get(to.id)?.focus();
  }
}
