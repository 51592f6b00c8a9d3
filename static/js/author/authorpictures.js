// @ts-check
// Pictures for the author. The server takes small ones; larger ones are scaled down here.
import { fill, h } from "../dom.js";
import { SAID } from "../words/en/author/said.js";
import { clean } from "../text.js";

/** @typedef {import("./authordesk.js").Picture} Picture */

const MOST = 4;
const MOST_BYTES = 128 * 1024;
/** The longer side and the quality that are tried, one after the other. */
const TRIES = /** @type {const} */ ([[1024, 0.85], [1024, 0.65], [768, 0.6], [512, 0.5], [320, 0.5]]);
const KINDS = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** @param {Blob} blob @returns {Promise<string>} */
function dataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}

/** @param {ImageBitmap} bitmap @param {number} side @param {number} quality @returns {Promise<Blob | null>} */
function smaller(bitmap, side, quality) {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = h("canvas", { width: Math.max(1, Math.round(bitmap.width * scale)), height: Math.max(1, Math.round(bitmap.height * scale)) });
  const paper = canvas.getContext("2d");
  if (paper) {
    // What shows through is paper.
    paper.fillStyle = "#fff";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

/** @param {File} file @returns {Promise<Picture | null>} */
async function read(file) {
  const name = clean(file.name).slice(0, 100) || "picture";
  try {
    // Whatever it is called, it is a picture if it can be read as one.
    const bitmap = await createImageBitmap(file);
    if (KINDS.includes(file.type) && file.size <= MOST_BYTES) return { name, data: await dataUrl(file) };
    for (const [side, quality] of TRIES) {
      const blob = await smaller(bitmap, side, quality);
      if (blob && blob.size <= MOST_BYTES) return { name, data: await dataUrl(blob) };
    }
  } catch {
    // It is none.
  }
  return null;
}

/**
 * @param {File[]} files
 * @param {number} nBefore how many were chosen before
 * @returns {Promise<{ pictures: Picture[], why: string }>} `why` some are not among them; empty if all are
 */
export async function readAll(files, nBefore) {
  const taken = files.slice(0, MOST - nBefore);
  const found = await Promise.all(taken.map(read));
  const bad = taken.find((_, i) => !found[i]);
  const why = bad ? SAID.pictures.noPicture(bad.name) : files.length > taken.length ? SAID.pictures.most(MOST) : "";
  return { pictures: found.filter((picture) => picture !== null), why };
}

/**
 * Those that go with the next words, each with a way to leave it out.
 * @param {HTMLElement} place
 * @param {Picture[]} chosen
 * @param {(left: Picture[]) => void} choose
 * @param {HTMLElement} attach where the focus goes when none is left
 */
export function list(place, chosen, choose, attach) {
  const held = [...place.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
  fill(
    place,
    chosen.map((picture) => {
      const leaveOut = () => {
        const left = chosen.filter((other) => other !== picture);
        if (!left.length) attach.focus();
        choose(left);
      };
      return h("li", {}, h("span", {}, picture.name), h("button", { type: "button", class: "quiet", "aria-label": SAID.pictures.remove(picture.name), onclick: leaveOut }, "✕"));
    }),
  );
  if (held >= 0) place.querySelectorAll("button")[Math.min(held, chosen.length - 1)]?.focus();
}
