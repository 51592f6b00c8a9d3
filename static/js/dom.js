// @ts-check
// The only place that makes elements. A string becomes a text node, never markup, and is cleaned on its way in.
import { clean } from "./text.js";

/** @typedef {Node | string | number | false | null | undefined | Kid[]} Kid */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Kid[]} kids
 */
function dress(element, attributes, kids) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (name.startsWith("on")) throw new Error(`${name} takes a function`);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, clean(String(value)));
  }
  add(element, kids);
}

/**
 * @param {Element} parent
 * @param {Kid[]} kids
 */
export function add(parent, kids) {
  for (const kid of kids) {
    if (Array.isArray(kid)) add(parent, kid);
    else if (kid instanceof Node) parent.append(kid);
    else if (kid !== false && kid !== null && kid !== undefined) parent.append(clean(String(kid)));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Kid} kids
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...kids) {
  const element = document.createElement(tag);
  dress(element, attributes, kids);
  return element;
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Kid} kids
 */
export function svg(tag, attributes = {}, ...kids) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes, kids);
  return element;
}

/**
 * Fetches a style sheet, once. What it dresses is shown when it is here, or can't be had.
 * @param {string} href
 * @returns {Promise<unknown>}
 */
export function stylesheet(href) {
  sheets[href] ??= new Promise((resolve) => {
    /** @type {HTMLLinkElement | null} asked for before the page was drawn, perhaps */
    const early = document.querySelector(`link[href="${href}"]`);
    if (early?.sheet) return resolve(null);
    const link = early ?? h("link", { rel: "stylesheet", href });
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      // Whoever needs it next asks for it again.
      link.remove();
      delete sheets[href];
      resolve(null);
    });
    if (!early) document.head.append(link);
  });
  return sheets[href];
}

/** @type {Record<string, Promise<unknown>>} */
const sheets = {};

/**
 * Puts these in the place of all that is in the parent.
 * @param {Element} parent
 * @param {...Kid} kids
 */
export function fill(parent, ...kids) {
  parent.replaceChildren();
  add(parent, kids);
}

/**
 * An element the page was written with. A missing one is a mistake of ours: say so at once.
 * @template {Element} T
 * @param {string} id
 * @param {new (...args: any[]) => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} #${id}.`);
  return element;
}
