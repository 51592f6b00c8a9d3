// @ts-check
// Texts of the progress in a campaign, and addresses of its pictures.
import { recall, remember } from "../memory.js";
import { PLOT } from "../words/en/table/plot.js";
import { listedAs } from "../text.js";

/** As many as the server makes. */
const MOST_TAKES = 99;

/**
 * @typedef {import("../types.js").PlotNow} PlotNow
 * @typedef {import("../types.js").PlotWeb} PlotWeb
 * @typedef {{ slug: string, digest: string }} Played
 */

/**
 * Where a picture or a piece of music of a campaign is, in the version that is played.
 * @param {Played} campaign
 * @param {"background" | "portrait" | "music"} kind
 * @param {string} id
 * @param {string} [session] that it is shown in: what crosses a line of it is left out
 */
export const assetPath = ({ slug, digest }, kind, id, session) => {
  const take = recall(takeOf(slug, kind, id));
  return `/api/campaigns/${encodeURIComponent(slug)}/assets/${kind}/${encodeURIComponent(id)}?v=${encodeURIComponent(digest)}${take ? `&take=${take}` : ""}${session ? `&session=${encodeURIComponent(session)}` : ""}`;
};

/** Where this browser remembers which take of it is shown. @param {string} slug @param {string} kind @param {string} id */
const takeOf = (slug, kind, id) => `take.${slug}.${kind}.${id}`;

/**
 * Has it made anew: from now on its next take is shown; after the last comes the first.
 * @param {Played} campaign
 * @param {"background" | "portrait" | "music"} kind
 * @param {string} id
 */
export function anotherTake({ slug }, kind, id) {
  const name = takeOf(slug, kind, id);
  remember(name, `${(Number(recall(name) || 1) % MOST_TAKES) + 1}`);
}

/** What the story waits for. @param {PlotNow} now */
export function waitsFor({ awaits, exits }) {
  const stuck = awaits === "freeText" && exits.length > 0 && !exits.some(({ open }) => open);
  return stuck ? PLOT.nothingOpen : (listedAs(PLOT.awaits, awaits) ?? PLOT.awaits.freeText);
}

/**
 * How near it has come, as a sentence: the first and the last segment have their own.
 * @param {{ filled: number, segments: number }} clock
 */
export function nearness({ filled, segments }) {
  const { near } = PLOT.doom;
  if (filled <= 0) return near[0];
  if (filled >= segments) return near[near.length - 1];
  return near[1 + Math.min(3, Math.floor((filled / segments) * 4))];
}

/** @param {PlotWeb} map @param {string} id */
export const titleOf = (map, id) => map.nodes.find((node) => node.id === id)?.title ?? "";

/**
 * The ways out of a scene to others that were seen, each once.
 * @param {PlotWeb} map
 * @param {string} from
 * @returns {{ label: string, id: string, title: string }[]}
 */
export function waysFrom(map, from) {
  const ways = map.ways.flatMap(({ from: start, to, label }) => (start === from && "node" in to && titleOf(map, to.node) ? [{ label: label ?? "", id: to.node, title: titleOf(map, to.node) }] : []));
  return ways.filter(({ id, label }, i) => ways.findIndex((other) => other.id === id && other.label === label) === i);
}

/**
 * The map for who can't see it.
 * @param {PlotWeb} map
 * @param {string} here
 */
export function mapInWords(map, here) {
  const ways = map.nodes.map(({ id, title }) => {
    const to = [...new Set(waysFrom(map, id).map((way) => way.title))];
    return to.length ? PLOT.map.from(title, to.join(", ")) : "";
  });
  return [PLOT.map.alt(map.nodes.length), titleOf(map, here) && PLOT.map.at(titleOf(map, here)), ...ways].filter(Boolean).join(" ");
}

/**
 * What a finding pointed to, as far as that is known.
 * @param {PlotNow | null} now
 * @param {string} finding
 */
export function ledTo(now, finding) {
  const names = (now?.leads ?? []).filter((lead) => lead.finding === finding).map(({ to }) => to);
  return names.length ? PLOT.findings.led([...new Set(names)].join(", ")) : "";
}
