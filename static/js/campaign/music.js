// @ts-check
// Music of the heroes' place: loops with a crossfade. Off until the player turns it on, and paused in hidden tabs.
import { recall, remember } from "../memory.js";
import { assetPath } from "./plotwords.js";
import { app, createStore } from "../state.js";

/** Seconds in which one piece gives way to the next. */
const FADE = 4;
/** The samples a second of what the server makes, so that nothing is resampled and a loop keeps its seam. */
const RATE = 22_050;
const LOUDNESS = 0.5;

/** @typedef {{ path: string, source: AudioBufferSourceNode, gain: GainNode }} Piece */

export const music = createStore({
  on: recall("music") === "on",
  volume: volumeOf(recall("volume")),
  /** Asked for in an earlier visit: browsers let nothing sound before the player has touched the page. */
  waits: recall("music") === "on",
  failed: false,
  /** What is played, by its address. */
  playing: "",
  /** Whether it can be heard right now. */
  sounds: false,
});

/** @type {AudioContext | null} */
let sound = null;
/** @type {GainNode | null} */
let master = null;
/** @type {Piece | null} */
let piece = null;
/** What was asked for last. */
let wanted = "";

/** @param {string | null} text */
function volumeOf(text) {
  const volume = Number.parseFloat(text ?? "");
  return volume >= 0 && volume <= 1 ? volume : LOUDNESS;
}

/** What should sound now; nothing where it is switched off or no campaign is played. */
function due() {
  const { session } = app.get();
  const { on, waits } = music.get();
  return on && !waits && session?.plot ? assetPath(session.plot.campaign, "music", session.plot.node) : "";
}

/** @param {Piece} old */
function fadeOut({ source, gain }) {
  if (!sound) return;
  gain.gain.cancelScheduledValues(sound.currentTime);
  gain.gain.setValueAtTime(gain.gain.value, sound.currentTime);
  gain.gain.linearRampToValueAtTime(0, sound.currentTime + FADE);
  source.stop(sound.currentTime + FADE);
}

/** @param {AudioContext} context @param {string} path @returns {Promise<AudioBuffer>} */
async function fetched(context, path) {
  // The address names the version, so that the browser keeps it.
  const response = await fetch(path, { credentials: "same-origin" });
  if (!response.ok) throw new Error(`${response.status}`);
  return context.decodeAudioData(await response.arrayBuffer());
}

async function follow() {
  const path = due();
  if (path === wanted) return;
  wanted = path;
  if (!path) {
    if (piece) fadeOut(piece);
    piece = null;
    return music.set({ playing: "", sounds: false });
  }
  try {
    sound ??= new AudioContext({ sampleRate: RATE });
    if (!master) {
      master = sound.createGain();
      master.gain.value = music.get().volume;
      master.connect(sound.destination);
    }
    const buffer = await fetched(sound, path);
    if (path !== wanted) return;
    const [source, gain] = [sound.createBufferSource(), sound.createGain()];
    source.buffer = buffer;
    source.loop = true;
    gain.gain.setValueAtTime(0, sound.currentTime);
    gain.gain.linearRampToValueAtTime(1, sound.currentTime + FADE);
    source.connect(gain).connect(master);
    source.start();
    if (piece) fadeOut(piece);
    piece = { path, source, gain };
    music.set({ playing: path, failed: false });
    rest();
  } catch {
    if (path !== wanted) return;
    // The next scene, or the next press, tries again.
    wanted = "";
    music.set({ failed: true });
  }
}

/** Nobody looks: nothing sounds, and nothing is reckoned. */
function rest() {
  if (!sound) return;
  const quiet = document.hidden || !music.get().on;
  void (quiet ? sound.suspend() : sound.resume());
  music.set({ sounds: !quiet && piece !== null });
}

/** @param {boolean} on */
export function switchMusic(on) {
  remember("music", on ? "on" : "");
  // A press of the switch is all that browsers wait for.
  music.set({ on, waits: false, failed: false });
  void follow();
  if (on) rest();
  else setTimeout(rest, FADE * 1_000);
}

/** @param {number} volume from 0 to 1 */
export function setVolume(volume) {
  remember("volume", `${volume}`);
  music.set({ volume });
  if (sound && master) master.gain.setTargetAtTime(volume, sound.currentTime, 0.05);
}

let watches = false;

export function watchMusic() {
  if (watches) return;
  watches = true;
  const touched = () => {
    for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, touched, true);
    music.set({ waits: false });
    void follow();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touched, true);
  document.addEventListener("visibilitychange", rest);
  app.watch(({ session }) => (session?.plot ? `${session.plot.campaign.digest} ${session.plot.node}` : ""), () => void follow());
}
