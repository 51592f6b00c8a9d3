// What each screen of the page weighs on its way: compressed, beyond what the screens before it have fetched.
// Run by itself (node tests/page/weigh.mjs), it prints them all.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

export const file = (path) => readFileSync(new URL(`../../static/${path}`, import.meta.url), "utf8");

/** What a module needs before it runs, and itself. */
export function closure(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, other] of file(`js/${name}.js`).matchAll(/^(?:import|export) [^;]*"\.\/([^"]+)\.js";/gm)) closure(other, seen);
  return seen;
}

/** The parts that a module brings with the words they say (`state.js::bring`, and `fightparts.js::lines` with it). @param {string} name */
export const brought = (name) => [...file(`js/${name}.js`).matchAll(/\b(?:bring|parts\.lines)\("([^"]+)"[,)]/g)].map(([, part]) => part);

/** As the server sends it: without comments that are lines of their own, types and indents (`src/http/page/lean.rs`). */
function lean(path) {
  if (!/\.(js|css)$/.test(path)) return file(path);
  let inside = false;
  const lines = file(path).split("\n").map((line) => {
    const text = line.trim();
    const begins = !inside && text.startsWith("/*");
    const comment = inside || text.startsWith("//") || (begins && !/\*\/./.test(text));
    if (begins || inside) inside = !text.includes("*/");
    return comment ? "" : line.replace(/^ +/, "").replace(/\/\*\* .*?\*\//g, "");
  });
  return lines.join("\n");
}

const compressed = new Map();
/** One file, as brotli packs it and as gzip does. @param {string} path */
export function weight(path) {
  if (!compressed.has(path)) {
    const text = lean(path);
    compressed.set(path, { brotli: brotliCompressSync(text).length, gzip: gzipSync(text, { level: 9 }).length });
  }
  return compressed.get(path);
}

const html = file("index.html");
const firstPaint = file("js/first-paint.js");
export const preloaded = [...html.matchAll(/modulepreload" href="\/js\/([^"]+)\.js"/g)].map(([, name]) => name);
export const named = (view) => new RegExp(`${view}:\\s+"([^"]+)"`).exec(firstPaint)[1].split(" ");
/** What the document asks for at once, for a view. */
export const early = (view) => [...preloaded, ...named(view)];

const ALWAYS = ["index.html", "app.css", "icon.svg", "js/first-paint.js", "js/main.js"];
const js = (names) => [...names].map((name) => `js/${name}.js`);
const START = [...ALWAYS, ...js(closure("main"))];
const LIST = [...START, "home.css", ...js(closure("home"))];
const TABLE = [...START, "table.css", ...js(early("table")), ...js(named("wide"))];
const PANEL = [...TABLE, "aside.css"];
const DESK = [...START, "author.css", ...js(closure("author"))];

/** Every screen by name: what it needs, and what is there by the time one opens it. @type {Record<string, { needs: string[], has: string[] }>} */
export const SCREENS = {
  "the first visit": { needs: [...LIST, ...js(closure("newgame"))], has: [] },
  "the list of adventures": { needs: [...LIST, ...js(closure("sessionlist"))], has: [] },
  "a table": { needs: TABLE, has: [] },
};
/** @param {string} name @param {string[]} parts modules @param {string[]} has @param {string[]} styles */
const opened = (name, parts, has, ...styles) => {
  SCREENS[name] = { needs: [...styles, ...parts.flatMap((part) => js(closure(part)))], has };
};
opened("a new game", ["newgame", "campaigns"], LIST, "campaigns.css");
opened("a hero of one's own", ["herochoice", "heroform"], [...LIST, ...js(closure("newgame"))], "heroform.css");
opened("a level to take", ["level"], TABLE, "level.css", "dialog.css");
opened("settings", ["settings"], TABLE, "dialog.css");
opened("house rules", ["houserules"], [...TABLE, "dialog.css", ...js(closure("settings")), ...js(closure("storysettings"))]);
opened("lines and veils", ["safety"], [...TABLE, "dialog.css", ...js(closure("settings")), ...js(closure("storysettings"))], "safety.css");
opened("what the table does", ["toolwords"], TABLE);
opened("the first turn", ["play", "phasewords", "keys"], TABLE, "play.css");
opened("the journal", ["journal"], TABLE, "aside.css");
opened("what is written down", ["factbook"], [...PANEL, ...js(closure("journal"))], "facts.css");
opened("a line one writes", ["factform"], [...PANEL, ...js(closure("factbook"))]);
opened("the dice", ["dicepanel"], PANEL);
opened("the cost", ["costpanel"], PANEL);
opened("how the dice fell", ["dicefair"], [...PANEL, ...js(closure("dicepanel"))], "past.css");
opened("what turns have cost", ["costchart"], [...PANEL, ...js(closure("costpanel"))], "past.css");
opened("what happened before", ["recap"], [...PANEL, ...js(closure("journal"))], "past.css", "dialog.css");
opened("a search of the story", ["seek"], [...PANEL, ...js(closure("journal"))], "past.css", "dialog.css");
opened("a hero's sheet", ["sheet"], TABLE, "dialog.css");
opened("boons and curses", ["boonwords"], TABLE);
opened("the names of the rules", ["rulenames"], TABLE);
opened("what dice were thrown for", ["rollwords"], TABLE);
opened("a turn's menu", ["turnmenu"], PANEL, "dialog.css");
opened("how a turn was told", ["debugview"], [...PANEL, "dialog.css", ...js(closure("turnmenu"))], "debug.css");
opened("a fight", ["fight"], TABLE, "fight.css");
opened("who fights whom", ["fightsides", "likeness", "art"], [...TABLE, ...js(closure("fight"))], "fightsides.css");
opened("its map, where one aims", ["fightmap", "fightthrows", "fightodds"], [...TABLE, "fight.css", ...js(closure("fight"))], "fightmap.css");
opened("what is on its map", ["fightground"], [...TABLE, "fight.css", "fightmap.css", ...js(closure("fight")), ...js(closure("fightmap"))], "fightground.css");
opened("a reaction that is asked for", ["fightasked"], [...TABLE, "fight.css", ...js(closure("fight"))], "fightasked.css");
opened("a campaign", ["plotpanel"], TABLE, "plot.css");
opened("its music", ["music"], [...TABLE, ...js(closure("plotpanel"))]);
opened("the map of a campaign", ["plotmap"], [...TABLE, "plot.css", ...js(closure("plotpanel"))]);
opened("its last page", ["ending"], [...TABLE, "plot.css", ...js(closure("plotpanel"))], "dialog.css");
opened("the rules", ["rules"], START, "rules.css");
opened("whose words the rules are", ["rulescredit"], [...START, ...js(closure("rules"))]);
opened("a look for friends", ["seated", "keys"], TABLE);
opened("a table with friends", ["company"], [...TABLE, ...js(closure("seated")), ...js(closure("play"))], "friends.css", "aside.css");
opened("what is done about a seat", ["peopledeeds"], [...TABLE, ...js(closure("company"))], "dialog.css");
opened("an invitation", ["invite"], [...TABLE, ...js(closure("seated"))], "invite.css", "dialog.css");
opened("how a table is played", ["tablesettings"], [...TABLE, "dialog.css", "invite.css", ...js(closure("invite"))]);
opened("the table screen", ["watch"], [...START, "home.css"], "table.css", "play.css", "scene.css", "watch.css");
opened("its way in", ["watchcode"], [...START, "table.css", ...js(closure("watch"))]);
opened("joining a table", ["join"], START, "home.css", "join.css");
opened("rules beside a story", ["rules", "rulesbeside"], TABLE, "rules.css");
opened("an entry of the rules", ["rulesentry"], [...START, ...js(closure("rules"))], "rulesentry.css");
opened("the drafts", ["plans"], START, "plans.css", "home.css");
opened("the author's desk", ["author"], START, "author.css");
opened("the author's talk", ["authortalk", "follow"], DESK, "said.css");
opened("an answer of the author's", ["authorstatus", "turnstream", "announcer"], [...DESK, "said.css", ...js(closure("authortalk"))]);
opened("the author's outline", ["authoroutline"], DESK, "written.css");
opened("the author's map", ["authormap"], DESK, "written.css");
opened("the author's findings", ["authorfindings"], DESK, "written.css", "campaigns.css");
opened("the author's pictures", ["authorpictures"], DESK, "said.css");

/** What a screen needs where the page speaks German: beside every list of words the German one. @param {string[]} needs */
const inGerman = (needs) => [...needs, ...js(closure("german")), ...needs.filter((path) => /^js\/strings/.test(path)).map((path) => path.replace(/js$/, "de.js"))];
for (const name of ["the first visit", "a table", "the names of the rules"]) {
  const { needs, has } = SCREENS[name];
  SCREENS[`${name} in German`] = { needs: inGerman(needs), has: has.length ? inGerman(has) : [] };
}

/** What a screen weighs beyond what is there. @param {string} name */
export function weigh(name) {
  const { needs, has } = SCREENS[name];
  const more = [...new Set(needs)].filter((path) => !has.includes(path));
  const sum = (kind) => more.reduce((sum, path) => sum + weight(path)[kind], 0);
  return { brotli: sum("brotli"), gzip: sum("gzip"), files: more };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const name of Object.keys(SCREENS)) {
    const { brotli, gzip, files } = weigh(name);
    console.log(`${name.padEnd(26)} ${String(brotli).padStart(6)} B brotli ${String(gzip).padStart(6)} B gzip  ${String(files.length).padStart(3)} files`);
  }
}
