// @ts-check
// One draft of a campaign: the conversation with the author, and live outline, map and findings. On a narrow screen each of the
// four has the screen to itself.
import { ApiError, get } from "../api.js";
import { box, focusBox, write } from "./authorbox.js";
import { nErrors, progress } from "./authorcount.js";
import { complain, desk, isWriting, leave, planPath, said, sit, talk, whyKeyless, withTalk } from "./authordesk.js";
import { byId, fill, h, stylesheet } from "../dom.js";
import { app, bring, isKeyless, later } from "../state.js";
import { S } from "../words/en.js";
import { W } from "../words/en/author/author.js";
import { clean } from "../text.js";

/** @typedef {import("../types.js").Plan} Plan @typedef {import("../types.js").Draft} Draft @typedef {"chat" | "outline" | "map" | "findings"} Pane */

const PANES = /** @type {Pane[]} */ (["chat", "outline", "map", "findings"]);
const wide = matchMedia("(min-width: 64rem)");

const heading = h("h1", { tabindex: -1 });
const standing = h("p", { class: "soft" });
const finalise = h("button", { type: "button" }, W.finalise);
const latest = h("button", { type: "button", class: "latest", "aria-label": W.newest, hidden: true }, h("span", { "aria-hidden": "true" }, "↓"));
const ideas = W.ideas.map((idea) => h("li", {}, h("button", { type: "button", onclick: () => write(idea) }, idea)));
const invitation = h("div", { class: "invitation" }, h("p", {}, W.invitation), h("ul", {}, ideas));
const keyless = h("p", { class: "notice", hidden: true });
const log = h("div", { class: "talk", role: "log", "aria-live": "off", "aria-label": W.chat, tabindex: 0 }, keyless, invitation, said);
/** Comes with the first words. @type {import("../lib/follow.js").Follower | null} */
let follower = null;

const count = h("span", { class: "count" });
const tabs = PANES.map((pane) => h("button", { type: "button", role: "tab", id: `author-tab-${pane}`, "aria-controls": `author-${pane}` }, W.tabs[pane], pane === "findings" && count));
const places = PANES.map((pane) =>
  pane === "chat" ? h("section", { id: `author-${pane}`, class: "chat" }, h("h2", { class: "sr" }, W.tabs.chat), log, latest, box) : h("section", { id: `author-${pane}`, class: "pane", tabindex: 0 }),
);
const [, outline, map, findings] = places;
const root = h(
  "main",
  { id: "author", class: "author", hidden: true, "aria-label": W.title },
  h("div", { class: "author-head" }, h("a", { class: "button quiet", href: "#/author", "aria-label": W.back }, "‹"), h("div", {}, heading, standing), finalise),
  h("div", { class: "author-tabs", role: "tablist", "aria-label": W.panes }, tabs),
  places,
);

let visits = 0;
let hasKeys = false;
/** The pane that is chosen; on a wide screen, beside the talk. @type {Pane} */
let chosen = "chat";
/** Panes whose draft is behind the one there is. @type {Set<Pane>} */
const behind = new Set(PANES);

/** @param {Pane} pane */
function choose(pane) {
  chosen = pane;
  const shown = wide.matches && pane === "chat" ? "outline" : pane;
  PANES.forEach((name, i) => {
    const isShown = name === shown || (wide.matches && name === "chat");
    tabs[i].setAttribute("aria-selected", String(name === shown));
    tabs[i].tabIndex = name === shown ? 0 : -1;
    tabs[i].hidden = wide.matches && name === "chat";
    places[i].hidden = !isShown;
    const isTab = name !== "chat" || !wide.matches;
    places[i].setAttribute("role", isTab ? "tabpanel" : "region");
    places[i].setAttribute(isTab ? "aria-labelledby" : "aria-label", isTab ? `author-tab-${name}` : W.tabs.chat);
    places[i].removeAttribute(isTab ? "aria-label" : "aria-labelledby");
  });
  draw();
}

/** What was written while a pane was fetched is shown with the rest. @param {Draft} draft */
const newest = (draft) => desk.get().draft ?? draft;
/** @template T @param {Promise<T>} part @param {...string} more styles */
const styled = async (part, ...more) => (await Promise.all([part, ...["/css/written.css", ...more].map(stylesheet)]))[0];
const theOutline = () => styled(bring("author/authoroutline"));

/** @param {Draft} draft */
const isEmpty = ({ premise, people, acts, endings }) => !premise && !people.length && !acts.length && !endings.length;

/** Draws what can be seen and is behind. */
function draw() {
  const { draft, cost, keyless } = desk.get();
  if (!draft) return;
  const ask = keyless
    ? null
    : (/** @type {string} */ words) => {
        toBox();
        if (isWriting()) write(words);
        else void withTalk(({ say }) => say(words, []));
      };
  /** @param {Pane} pane */
  const missed = (pane) => {
    behind.add(pane);
    // What else went wrong says more.
    if (!desk.get().trouble) complain(S.unreachable);
  };
  PANES.forEach((pane, i) => {
    if (places[i].hidden || !behind.delete(pane)) return;
    if (pane === "outline" && isEmpty(draft)) fill(outline, h("h2", { class: "sr" }, W.tabs.outline), h("p", { class: "soft" }, W.nothing));
    else if (pane === "outline") void later(theOutline, ({ showOutline }) => showOutline(outline, newest(draft), cost), () => missed(pane));
    else if (pane === "findings") void later(() => styled(bring("author/authorfindings"), "/css/campaigns.css"), ({ showFindings }) => showFindings(findings, newest(draft), { mend: ask }), () => missed(pane));
    else if (pane === "map") void later(() => styled(bring("author/authormap")), ({ showMap }) => showMap(map, newest(draft), goToScene), () => missed(pane));
  });
}

/** Keeps the newest words in view. */
function follow() {
  void later(() => import("../lib/follow.js"), ({ Follower }) => {
    follower ??= new Follower(log, (following) => (latest.hidden = following));
    follower.toEnd();
  });
}

/** @param {string} node */
function goToScene(node) {
  choose("outline");
  void later(theOutline, ({ openAt }) => openAt(outline, node));
}

function invite() {
  invitation.hidden = isWriting() || desk.get().keyless || said.childElementCount > 0;
}

/** @param {Draft | null} draft */
function grown(draft) {
  if (!draft) return;
  invite();
  const title = draft.premise ? draft.title : W.untitled;
  heading.textContent = clean(title);
  document.title = clean(`${title} · ${W.title} · ${S.name}`);
  const n = nErrors([...draft.gaps, ...draft.found]);
  standing.textContent = draft.acts.length ? progress(draft) : "";
  count.textContent = draft.complete ? " ✓" : n ? ` ${n}` : "";
  finalise.classList.toggle("primary", n === 0 && !draft.complete);
  PANES.forEach((pane) => behind.add(pane));
  draw();
}

/**
 * The draft was read through; what came of it stands under the findings.
 * @param {string} id of that draft
 * @param {string} said in a sentence; empty where nothing came of it
 */
function came(id, said) {
  if (id !== desk.get().id || root.hidden) return;
  // On a narrow screen what went wrong stands where one talks, and what was found elsewhere.
  choose(said || wide.matches ? "findings" : "chat");
  if (said) tabs[3].focus({ preventScroll: true });
  if (said && !wide.matches) void later(() => import("../announcer.js"), ({ announce }) => announce(said));
}

function toBox() {
  if (!wide.matches) choose("chat");
  focusBox();
}

/** The id in the address. */
const asked = () => decodeURIComponent(/^#\/author\/([^/]+)$/.exec(location.hash)?.[1] ?? "");

/** Shows the draft the address names. */
export async function show() {
  const visit = ++visits;
  const id = asked();
  const here = () => visit === visits && asked() === id;
  const styles = [stylesheet("/css/author.css"), stylesheet("/css/home.css")];
  try {
    const [plan] = await Promise.all([/** @type {Promise<Plan>} */ (get(planPath(id))), ...styles]);
    if (here()) open(plan);
  } catch (error) {
    if (!here() || !(error instanceof ApiError && error.status === 404)) throw error;
    const [{ showLost }] = await Promise.all([import("./authorlost.js"), ...styles]);
    if (here()) showLost();
  }
}

/** @param {Plan} plan */
function open(plan) {
  if (!root.isConnected) byId("home", HTMLElement).after(root);
  root.hidden = false;
  choose(wide.matches ? "outline" : "chat");
  sit(plan);
  if (plan.chat.length || plan.answering) follow();
  // Keys come behind the first look, and once.
  if (!hasKeys) import("./authorkeys.js").then(({ listen }) => hasKeys || ((hasKeys = true), listen({ root, panes: PANES, tabs, places, log, choose, toBox })), () => {});
  if (wide.matches) focusBox();
  else heading.focus({ preventScroll: true });
}

function hide() {
  if (root.hidden || location.hash === `#/author/${encodeURIComponent(desk.get().id)}`) return;
  visits++;
  root.hidden = true;
  leave();
  desk.set({ id: "", draft: null });
  document.title = S.name;
}

tabs.forEach((tab, i) => tab.addEventListener("click", () => choose(PANES[i])));
latest.addEventListener("click", () => {
  follower?.toEnd();
  log.focus({ preventScroll: true });
});
finalise.addEventListener("click", () => void later(() => bring("author/authorfinish"), ({ complete }) => complete(finalise, came)));
// What hears an answer and shows what it writes is fetched while the first words are written.
box.addEventListener("input", () => void Promise.all([talk(), import("../turn/turnstream.js"), bring("author/authorstatus"), import("../lib/follow.js"), theOutline()]).catch(() => {}), { once: true });
// What was said before comes behind the desk itself.
new MutationObserver(invite).observe(said, { childList: true });
addEventListener("hashchange", hide);
wide.addEventListener("change", () => choose(chosen));
app.watch(
  isKeyless,
  (none) => desk.set({ keyless: none }),
);
desk.watch(({ draft }) => draft, grown);
desk.watch(
  ({ phase }) => phase === "idle",
  (quiet) => {
    if (!quiet && !follower) follow();
    finalise.setAttribute("aria-disabled", String(!quiet));
    invite();
  },
);
desk.watch(
  ({ id, keyless: none }) => `${id} ${none}`,
  () => {
    keyless.hidden = !desk.get().keyless;
    if (!keyless.hidden) whyKeyless().then((why) => fill(keyless, `${why} ${W.needsKeyHere}`), () => {});
    invite();
  },
);
