// @ts-check
// What the rules page shows, written as an address and read back: it can be shared, and a browser goes back through it.
// Pure.

/**
 * @typedef {object} Asked
 * @property {string} query
 * @property {string} type the only one to look among; empty for all
 * @property {string} edition
 * @property {{ type: string, slug: string } | null} entry the one that is open
 */

const BASE = "#/rules";
export const EDITIONS = ["2014", "2024"];

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
 * @returns {Asked}
 */
export function readAddress(hash) {
  const [path, search = ""] = hash.split(/\?(.*)/s);
  const [type, slug] = path.slice(BASE.length + 1).split("/").map(decoded);
  const params = new URLSearchParams(search);
  const edition = params.get("edition") ?? "";
  return {
    query: params.get("q") ?? "",
    type: params.get("type") ?? "",
    edition: EDITIONS.includes(edition) ? edition : EDITIONS[0],
    entry: type && slug ? { type, slug } : null,
  };
}

/** @param {Partial<Asked>} asked */
export function addressOf({ query, type, edition = EDITIONS[0], entry }) {
  const path = entry ? `${BASE}/${encodeURIComponent(entry.type)}/${encodeURIComponent(entry.slug)}` : BASE;
  const params = new URLSearchParams({ ...(query && { q: query }), ...(type && { type }), ...(edition !== EDITIONS[0] && { edition }) });
  return params.size ? `${path}?${params}` : path;
}

/**
 * The name an entry has in addresses, of the name it has among people.
 * @param {string} name
 */
export const slugOf = (name) => name.toLowerCase().replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
