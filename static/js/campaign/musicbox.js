// @ts-check
// Switches for music and pictures, in the campaign's panel.
import { h } from "../dom.js";
import { recall } from "../memory.js";
import { hasBackdrop, paintAnew, setBackdrop } from "./scenery.js";
import { later } from "../state.js";
import { PLOT } from "../words/en/table/plot.js";

const T = PLOT.music;

/** Without a sound card's interface there is nothing to switch. */
const canSound = "AudioContext" in globalThis;

/** What plays comes when it is first asked for; for whoever asked for it in an earlier visit, at once. */
export function musicBox() {
  const isOn = recall("music") === "on";
  const tick = h("input", { type: "checkbox", role: "switch", id: "music", checked: isOn, onchange: () => turn(tick.checked) });
  const volume = h("input", { type: "range", id: "volume", min: 0, max: 1, step: 0.05, oninput: () => tune(Number(volume.value)) });
  const louder = h("div", { class: "field" }, h("label", { for: "volume" }, T.volume), volume);
  const note = h("p", { class: "soft", role: "status" });
  const scenes = h("input", { type: "checkbox", role: "switch", id: "backdrop", checked: hasBackdrop(), onchange: () => setBackdrop(scenes.checked) });
  // What is asked for is held fast: the boxes show how it stood once that is here.
  const turn = (/** @type {boolean} */ on) => void playing(({ switchMusic }) => switchMusic(on));
  const tune = (/** @type {number} */ loud) => void playing(({ setVolume }) => setVolume(loud));
  louder.hidden = true;
  let watched = false;
  /** @param {(part: typeof import("./music.js")) => void} use */
  const playing = (use) =>
    later(
      () => import("./music.js"),
      (part) => {
        if (!watched) {
          watched = true;
          part.watchMusic();
          part.music.watch(
            (state) => state,
            ({ on, volume: loud, waits, failed }) => {
              tick.checked = on;
              louder.hidden = !on;
              if (document.activeElement !== volume) volume.value = `${loud}`;
              note.textContent = failed ? T.failed : on && waits ? T.waits : "";
            },
          );
        }
        use(part);
      },
      () => (tick.checked = false),
    );
  if (canSound && isOn) void playing(() => {});
  const sounds = canSound && [h("label", { class: "check", for: "music" }, tick, T.play), louder, note];
  return h("section", { class: "plot-music" }, h("h3", {}, T.title), sounds, h("label", { class: "check", for: "backdrop" }, scenes, T.pictures), h("button", { type: "button", onclick: paintAnew }, T.anew));
}
