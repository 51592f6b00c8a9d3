// @ts-check
// What the rules page shows, written as an address and read back: it can be shared, and a browser goes back through it.
// It knows nothing of the page.

/**
 * @typedef {object} Asked
 * @property {string} query
 * @property {string} type the only one to look among; empty for all
 * @property {string} edition
 * @property {{ type: string, slug: string } | null} entry the one that is open
 */

const BASE = "#/rules";
export const EDITIONS = ["2014", "2024"];

/** The edition that need not be named. @type {string | undefined} */
let usual = EDITIONS[0];

/**
 * Beside a story every address names its edition: one that names none means that of the table, whichever it is.
 * @param {boolean} isBeside
 */
export function writeBeside(isBeside) {
  usual = isBeside ? undefined : EDITIONS[0];
}

/** @param {string} part of an address, as anybody may have typed it */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * @param {string} hash
 * @param {string} [otherwise] the edition, where it names none
 * @returns {Asked}
 */
export function readAddress(hash, otherwise = EDITIONS[0]) {
  const [path, search = ""] = hash.split(/\?(.*)/s);
  const [type, slug] = path.slice(BASE.length + 1).split("/").map(decoded);
  const params = new URLSearchParams(search);
  const edition = params.get("edition") ?? "";
  return {
    query: params.get("q") ?? "",
    type: params.get("type") ?? "",
    edition: EDITIONS.includes(edition) ? edition : otherwise,
    entry: type && slug ? { type, slug } : null,
  };
}

/** @param {Partial<Asked>} asked */
export function addressOf({ query, type, edition = EDITIONS[0], entry }) {
  const path = entry ? `${BASE}/${encodeURIComponent(entry.type)}/${encodeURIComponent(entry.slug)}` : BASE;
  const params = new URLSearchParams({ ...(query && { q: query }), ...(type && { type }), ...(edition !== usual && { edition }) });
  return params.size ? `${path}?${params}` : path;
}

/**
 * The name an entry has in addresses, of the name it has among people.
 * @param {string} name
 */
export const slugOf = (name) => name.toLowerCase().replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
