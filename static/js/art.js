// @ts-check
// Pictures that the server paints from words alone: of places by name and description, of people by name and looks.
import { h } from "./dom.js";

/**
 * @param {"place" | "person"} kind
 * @param {string} style
 * @param {string[]} words
 */
export function art(kind, style, ...words) {
  const src = `/art/${kind}/${words.map((word) => encodeURIComponent(word)).join("/")}`;
  return h("img", { class: style, src, alt: "", width: 480, height: kind === "place" ? 270 : 600, loading: "lazy", decoding: "async" });
}
