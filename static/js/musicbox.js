// @ts-check
// The switches of music and pictures, in the campaign's panel.
import { h } from "./dom.js";
import { music, setVolume, switchMusic } from "./music.js";
import { hasBackdrop, setBackdrop } from "./scenery.js";
import { PLOT } from "./strings-plot.js";

const T = PLOT.music;

/** Without a sound card's interface there is nothing to switch. */
const canSound = "AudioContext" in globalThis;

export function musicBox() {
  const tick = h("input", { type: "checkbox", role: "switch", id: "music", onchange: () => switchMusic(tick.checked) });
  const volume = h("input", { type: "range", id: "volume", min: 0, max: 1, step: 0.05, oninput: () => setVolume(Number(volume.value)) });
  const louder = h("div", { class: "field" }, h("label", { for: "volume" }, T.volume), volume);
  const note = h("p", { class: "soft", role: "status" });
  const scenes = h("input", { type: "checkbox", role: "switch", id: "backdrop", checked: hasBackdrop(), onchange: () => setBackdrop(scenes.checked) });
  music.watch(
    (state) => state,
    ({ on, volume: loud, waits, failed }) => {
      tick.checked = on;
      louder.hidden = !on;
      if (document.activeElement !== volume) volume.value = `${loud}`;
      note.textContent = failed ? T.failed : on && waits ? T.waits : "";
    },
  );
  const sounds = canSound && [h("label", { class: "check", for: "music" }, tick, T.play), louder, note];
  return h("section", { class: "plot-music" }, h("h3", {}, T.title), sounds, h("label", { class: "check", for: "backdrop" }, scenes, T.pictures));
}
