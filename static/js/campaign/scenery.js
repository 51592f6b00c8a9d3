// @ts-check
// Pictures of a campaign's places: a banner on arrival, and the current place faintly behind the story.
import { art } from "../art.js";
import { byId, h, stylesheet } from "../dom.js";
import { recall, remember } from "../memory.js";
import { anotherTake, assetPath } from "./plotwords.js";
import { app } from "../state.js";
import { properName } from "../text.js";

/** @typedef {import("./plotwords.js").Played} Played */

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @param {Played} campaign @param {string} node @param {string} [session] */
const pathOf = (campaign, node, session = app.get().session?.id) => assetPath(campaign, "background", node, session);
/** As long as `plot.css` takes for one picture to give way to the next. */
const FADE_MS = 1_500;

/**
 * @param {Played} campaign
 * @param {string} node
 * @param {string} [alt] nothing, where its name stands beside it
 * @param {string} [session] where it is not the one on the table
 */
export function picture(campaign, node, alt = "", session = undefined) {
  const image = h("img", { class: "scene", src: pathOf(campaign, node, session), alt, width: 1200, height: 675, loading: "lazy", decoding: "async" });
  void stylesheet("/css/table/scene.css");
  // Guests may not see a campaign's own; one by the name of the place or scene is for all.
  image.addEventListener("error", () => {
    const { plot, story } = app.get().session ?? {};
    const name = (plot?.node === node && story?.currentLocation) || plot?.visited.find(({ id }) => id === node)?.title;
    if (name) image.replaceWith(art("place", "scene", properName(name)));
  });
  return image;
}

/** The picture behind the story, and the one that gives way to it. @type {HTMLElement} */
let backdrop;
let shown = "";

export const hasBackdrop = () => recall("backdrop") !== "off";

/** Another picture of the place where the heroes are. */
export function paintAnew() {
  const plot = app.get().session?.plot;
  if (!plot) return;
  const before = pathOf(plot.campaign, plot.node);
  anotherTake(plot.campaign, "background", plot.node);
  const now = pathOf(plot.campaign, plot.node);
  for (const image of document.querySelectorAll("img.scene")) if (image.getAttribute("src") === before) image.setAttribute("src", now);
  drawBackdrop();
}

/** @param {boolean} on */
export function setBackdrop(on) {
  remember("backdrop", on ? "" : "off");
  drawBackdrop();
}

function drawBackdrop() {
  const plot = app.get().session?.plot;
  const src = plot && hasBackdrop() ? pathOf(plot.campaign, plot.node) : "";
  if (src === shown) return;
  shown = src;
  const before = [...backdrop.children];
  const leave = () => before.forEach((image) => image.remove());
  if (!src) return leave();
  const image = h("img", { src, alt: "", decoding: "async", fetchpriority: "low" });
  image.addEventListener("load", () => {
    // Elsewhere by now.
    if (src !== shown) return image.remove();
    image.classList.add("here");
    if (still.matches) leave();
    else setTimeout(leave, FADE_MS);
  });
  image.addEventListener("error", () => image.remove());
  backdrop.append(image);
}

export function watchScenery() {
  if (backdrop) return;
  backdrop = h("div", { class: "backdrop", "aria-hidden": "true" });
  byId("story", HTMLElement).prepend(backdrop);
  app.watch(({ session }) => (session?.plot ? `${session.plot.campaign.digest} ${session.plot.node}` : ""), drawBackdrop);
}
