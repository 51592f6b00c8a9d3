// @ts-check
// Faces of heroes, which the server paints from what is said of their looks.
import { artPath } from "./api.js";
import { h } from "./dom.js";

/** How the ready-made heroes look, by their ids; of others class and race say it. @type {Record<string, string>} */
const LOOKS = {
  "brannoc-ashdown": "a broad man of forty, short dark hair, short beard, in armour",
  "pim-underbough": "a small young man, curly brown hair, freckles, green coat",
  "ilvara-starfall": "an elf woman, long silver hair, blue robe",
  "dagna-emberhand": "an old dwarf woman, red plaits, leather apron",
  "kethra-thornwalk": "a half orc woman, black hair tied back, a scar, green cloak",
  "orrin-quill": "a half elf man, long fair hair, red coat",
};

/** @param {{ id: string, name: string, race: string, class: string }} hero */
export function heroFace({ id, name, race, class: calling }) {
  const face = h("img", { class: "portrait", src: artPath("person", name, LOOKS[id] ?? `${race}, ${calling}`), alt: "", width: 480, height: 600, decoding: "async" });
  face.addEventListener("error", () => face.remove());
  return face;
}
