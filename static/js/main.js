// @ts-check
// The entry point: chooses the view by the address. Each view is loaded when first shown.
import { ApiError, get, onUnauthorized, sessionPath } from "./api.js";
import { byId, fill, h, stylesheet } from "./dom.js";
import { app, bring, inWords, later } from "./state.js";
import { S } from "./words/en.js";

/** @typedef {import("./types.js").Session} Session */

const home = byId("home", HTMLElement);
const table = byId("table", HTMLElement);

/** When what stands in for the page is set up: nobody waits for it, so it waits for everything else. */
const STANDS_BY_MS = 3_000;

/** How long a table waits for its typefaces: those that come later break its lines anew. */
const FACES_MS = 1_500;
const faces = () => Promise.race([Promise.all(["1em Alegreya", "italic 1em Alegreya", "1em Figtree"].map((face) => document.fonts.load(face))).catch(() => {}), new Promise((resolve) => setTimeout(resolve, FACES_MS))]);

/** Counts the views asked for, so that a slow answer for one that was left is not shown. */
let visits = 0;
/** @type {typeof import("./table/table.js") | null} once a table was laid */
let laid = null;

/** @param {"home" | "table" | "rules" | "author"} view */
function turnTo(view) {
  document.body.dataset.view = view;
  home.hidden = view !== "home";
  table.hidden = view !== "table";
  // A document has one main part that shows, and says so itself.
  byId("story", HTMLElement).hidden = table.hidden;
}

/** @param {unknown} error */
function failed(error) {
  const status = error instanceof ApiError && error.status;
  const gone = status === 404;
  laid?.leaveTable();
  turnTo("home");
  void stylesheet("/css/home.css");
  fill(
    byId("home-body", HTMLElement),
    h("h1", { tabindex: -1 }, gone ? S.goneTitle : status === 401 ? S.home.closed : S.home.away),
    h("p", { role: "alert" }, gone ? S.sessionGone : S.couldNotLoad(error)),
    h("div", { class: "row" }, !gone && h("button", { type: "button", class: "primary", onclick: route }, status === 401 ? S.signIn : S.retry), h("a", { class: "button", href: "#/" }, S.home.toList)),
  );
}

async function route() {
  const visit = ++visits;
  const { hash } = location;
  const is = (/** @type {"rules" | "author" | "join" | "watch" | "new"} */ name) => hash.startsWith(`#/${name}`);
  const rules = is("rules");
  const author = is("author");
  // Rules lie open beside the story they were asked for at, also after a reload.
  const id = rules ? (history.state?.beside ?? app.get().session?.id) : decodeURIComponent(/^#\/s\/([^/]+)$/.exec(hash)?.[1] ?? "");
  if (rules && id) void later(() => bring("rules/rules"), ({ showRules }) => showRules(id));
  if (id && app.get().session?.id === id) return;
  laid?.leaveTable();
  try {
    await inWords();
    if (visit !== visits) return;
    if (!id) {
      turnTo(rules ? "rules" : author ? "author" : "home");
      if (/^#.(join|host)/.test(hash)) return await (await bring("friends/join")).showJoin();
      if (is("watch")) return await (await bring("watch/watch")).showWatch();
      if (rules) return await (await bring("rules/rules")).showRules();
      if (author) return await (await (hash[8] ? bring("author/author") : bring("author/plans"))).show();
      // What is known of the server stands above the rest, and would push it down if it came later.
      const [{ showHome }] = await Promise.all([bring("home/home"), stylesheet("/css/home.css"), informed]);
      if (visit === visits) await showHome(is("new"));
      return;
    }
    const [part, session] = await Promise.all([import("./table/table.js"), /** @type {Promise<Session>} */ (get(sessionPath(id))), stylesheet("/css/table.css"), faces()]);
    if (visit !== visits) return;
    laid = part;
    turnTo("table");
    await part.openTable(session);
  } catch (error) {
    if (visit === visits) failed(error);
  }
}

async function loadInfo() {
  try {
    app.set({ info: await get("/api/info") });
  } catch {
    // Only the line about the storyteller is missing then; the view itself says that the server is away.
  }
}

/** @param {unknown} error of ours, which nobody caught */
const broke = (error) => void later(() => bring("app/crash"), ({ showCrash }) => showCrash(error));

// Without an error it is a remark of the browser's own, such as on a size that was observed to change twice.
addEventListener("error", ({ error, message }) => error && broke(error instanceof Error ? error : message));
addEventListener("unhandledrejection", ({ reason }) => broke(reason));
onUnauthorized(async () => (await bring("app/signin")).askToSignIn());
const settings = () => later(() => bring("settings/settings"), ({ openSettings }) => openSettings());
byId("settings", HTMLButtonElement).addEventListener("click", settings);
addEventListener("hashchange", route);
const informed = loadInfo();
// Who has changed the language there goes on there.
if (history.state?.tongue) void informed.then(settings);
const shared = location.search ? import("./app/share.js").then(({ takeIn }) => takeIn()).catch(() => {}) : null;
void Promise.resolve(shared).then(route).then(() => setTimeout(() => void import("./app/standby.js").then(({ standBy }) => standBy()).catch(() => {}), STANDS_BY_MS));
