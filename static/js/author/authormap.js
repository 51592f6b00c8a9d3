// @ts-check
// The map of a draft: boxes to read and choose, with decorative lines. The outline has the same content.
import { lay, BOX } from "./authorweb.js";
import { nameOf } from "./authornames.js";
import { fill, h, svg } from "../dom.js";
import { W } from "../words/en/author/author.js";
import { B } from "../words/en/author/written.js";
import { listedAs } from "../text.js";

/** @typedef {import("../types.js").Draft} Draft */

/**
 * @param {HTMLElement} element
 * @param {Record<string, number>} numbers
 */
function placed(element, numbers) {
  for (const [name, value] of Object.entries(numbers)) element.style.setProperty(`--${name}`, String(value));
  return element;
}

/**
 * @param {HTMLElement} place
 * @param {Draft} draft
 * @param {(node: string) => void} onChoose
 */
export function showMap(place, draft, onChoose) {
  const held = document.activeElement instanceof HTMLElement && place.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  const { spots, bands, lines, rows } = lay(draft, B.map.actEndings);
  const paths = lines.map(({ from, to, back, path }) => ({ from, to, path: svg("path", { d: path, class: back ? "back" : null }) }));
  /** @param {string} id */
  const light = (id) => {
    for (const { from, to, path } of paths) path.classList.toggle("lit", id !== "" && (from === id || to === id));
  };
  const leads = (/** @type {string} */ id) => lines.filter(({ from }) => from === id).map(({ to }) => nameOf(draft, to));
  const boxes = spots.map(({ id, kind, about, col, row }) => {
    const stage = listedAs(B.stages, about);
    const name = nameOf(draft, id);
    if (kind === "ending") return placed(h("p", { class: `ending ${about}`, title: name }, h("span", {}, name), h("small", {}, listedAs(B.endings, about) ?? about)), { col, row });
    const said = `${name}, ${stage?.word ?? about}. ${B.map.leads(leads(id))}`;
    const box = h("button", { type: "button", class: about, "data-id": id, "aria-label": said, title: name }, h("span", { class: "sign", "aria-hidden": "true" }, stage?.sign), h("span", {}, name));
    box.addEventListener("click", () => onChoose(id));
    for (const kind of ["focus", "pointerenter"]) box.addEventListener(kind, () => light(id));
    for (const kind of ["blur", "pointerleave"]) box.addEventListener(kind, () => light(""));
    return placed(box, { col, row });
  });
  const heads = bands.map(({ title, row }) => placed(h("h3", {}, title), { row }));
  const drawing = svg("svg", { viewBox: `0 0 6 ${rows}`, preserveAspectRatio: "none", "aria-hidden": "true" }, paths.map(({ path }) => path));
  fill(
    place,
    h("h2", { class: "sr" }, W.tabs.map),
    spots.length ? [h("p", { class: "soft" }, B.map.legend), placed(h("div", { class: "web" }, drawing, inOrder([...heads, ...boxes])), { rows, box: BOX })] : h("p", { class: "soft" }, B.map.nothing),
  );
  if (held) /** @type {HTMLElement | null} */ (place.querySelector(`[data-id="${CSS.escape(held)}"]`))?.focus({ preventScroll: true });
}

/** As they are read: a heading before what stands below it. @param {HTMLElement[]} parts */
const inOrder = (parts) => parts.sort((a, b) => Number(a.style.getPropertyValue("--row")) - Number(b.style.getPropertyValue("--row")));
