// A contact sheet of places: what the server paints from the words of `places.json`, to be looked at one by one.
//
//   node tests/page/places.mjs [http://127.0.0.1:3000] > sheet.html
//
// Each line of `places.json` is a place as the page asks for it (`/art/place/NAME/SEEN/MOOD`) and what nobody must fail to see in it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** @type {{ name: string, seen: string, mood: string, shows: string }[]} */
export const places = JSON.parse(readFileSync(new URL("places.json", import.meta.url), "utf8"));

/** @param {string} text */
const html = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {string} server */
export function sheet(server) {
  const figures = places.map(({ name, seen, mood, shows }, i) => {
    const src = `${server}/art/place/${[name, seen, mood].map(encodeURIComponent).join("/")}`;
    return `<figure><img src="${html(src)}" alt="" width="384" height="216"><figcaption><b>${i + 1} ${html(name)}</b> ${html(mood)}<br>${html(shows)}</figcaption></figure>`;
  });
  const style = "body{display:grid;grid-template-columns:repeat(auto-fill,384px);gap:12px;font:14px/1.3 sans-serif;margin:12px}figure{margin:0}img{display:block}";
  return `<!doctype html><meta charset="utf-8"><title>Sixty places</title><style>${style}</style>\n${figures.join("\n")}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.stdout.write(sheet(process.argv[2] ?? "http://127.0.0.1:3000"));
