// Promises the page makes about itself, held by reading its files.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { lists } from "../lists.mjs";
import { SCREENS } from "../screens.mjs";
import { brought, closure, file, germanOf, isWords, modules, styles, weigh } from "../weigh.mjs";

const html = file("index.html");
const css = styles.map(file).join("");

test("every module is checked by the type checker and fits on few screens", () => {
  for (const name of modules) {
    const source = file(`js/${name}.js`);
    assert(source.startsWith("// @ts-check\n"), name);
    // The words stand together on purpose, however many they get.
    if (!isWords(name)) assert(source.split("\n").length <= 300, `${name} has grown: find its two ideas`);
  }
});

test("no module makes markup or code of text", () => {
  for (const name of modules) {
    assert.doesNotMatch(file(`js/${name}.js`), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|srcdoc/, name);
  }
});

// What runs before the first paint can wait for no module.
test("elements are made in one place", () => {
  for (const name of modules.filter((name) => !["dom", "first-paint"].includes(name))) assert.doesNotMatch(file(`js/${name}.js`), /createElement|createTextNode/, name);
});

test("the document has no inline script or style, and loads from its own server alone", () => {
  assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  for (const [, url] of html.matchAll(/(?:href|src)="([^"]*)"/g)) assert.match(url, /^[/#](?!\/)|^#\//, url);
  assert.doesNotMatch(css, /@import|url\((?!"\/fonts\/)/);
});

test("typefaces are free, small, and named after what is in them", () => {
  const folder = new URL("../../../static/fonts/", import.meta.url);
  const files = readdirSync(folder);
  const faces = files.filter((name) => name.endsWith(".woff2"));
  const used = [...css.matchAll(/url\("\/fonts\/([^"]+)"\)/g)].map(([, name]) => name);
  assert.deepEqual(faces, used.sort(), "each is used, and each that is used is there");
  let together = 0;
  for (const name of faces) {
    const bytes = readFileSync(new URL(name, folder));
    together += bytes.length;
    // Browsers keep them for a year.
    const [, family, hash] = /^(\w+)-.+-(\w{8})\.woff2$/.exec(name);
    assert.equal(createHash("sha256").update(bytes).digest("hex").slice(0, 8), hash, name);
    assert.match(readFileSync(new URL(`${family}-OFL.txt`, folder), "utf8"), /SIL OPEN FONT LICENSE Version 1\.1/, family);
  }
  assert(together <= 90_000, `${together} bytes`);
  for (const [face] of css.matchAll(/@font-face \{.+\}/g)) assert.match(face, /src: url.+font-display: swap|src: local.+size-adjust: .+ascent-override: .+descent-override: .+line-gap-override: 0%/);
});

test("the lists that the page keeps are those its modules ask for", () => {
  for (const { path, there, made } of lists()) assert.equal(there, made, `${path}: node tests/page/lists.mjs writes it`);
});

test("every module that is imported is there, and every one that is there is imported", () => {
  const imported = new Set(["main", "first-paint", "types", "app/offline"]);
  for (const name of modules) for (const [, other] of file(`js/${name}.js`).matchAll(/(?:from |import\()"(\.[^"]+)\.js"/g)) imported.add(join(dirname(name), other));
  for (const part of modules.flatMap(brought)) imported.add(part);
  // The page in German reads the list beside each.
  for (const name of modules.filter(isWords)) if (modules.includes(germanOf(name))) imported.add(germanOf(name));
  assert.deepEqual([...imported].sort(), [...modules].sort());
});

test("a screen is light, and what is looked at later comes later", () => {
  for (const [name, { limit }] of Object.entries(SCREENS)) {
    const { brotli } = weigh(name);
    assert(brotli <= limit, `${name}: ${brotli}`);
  }
  for (const later of ["author/authortalk", "author/authorlog", "author/authoroutline", "author/authormap", "author/authorfindings", "author/authorfinish", "author/authorpictures", "author/authorstatus"]) assert(!closure("author/author").has(later), later);
});

test("a line that looks like a comment is one", () => {
  for (const name of modules) {
    let inside = false;
    file(`js/${name}.js`).split("\n").forEach((line, i) => {
      const text = line.trim();
      const place = `${name}:${i + 1}`;
      if (inside || text.startsWith("/*")) {
        // Behind the end of a longer comment stands nothing more.
        if (inside && text.includes("*/")) assert(text.endsWith("*/") && text.indexOf("*/") === text.length - 2, place);
        inside = !text.includes("*/");
      } else if (!text.startsWith("//")) {
        // No text in backquotes goes over more than one line. One in a set of signs begins no text.
        assert.equal((line.replace(/\[\S*`\S*\]/g, "").match(/`/g) ?? []).length % 2, 0, place);
        // A type stands on one line, and in no text.
        for (const { index } of line.matchAll(/\/\*\*/g)) {
          assert.match(line.slice(index), /^\/\*\* .*\*\//, place);
          for (const sign of ['"', "`"]) assert.equal(line.slice(0, index).split(sign).length % 2, 1, place);
        }
      }
    });
  }
});

const luminance = (hex) => {
  const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

test("text stands out 4.5 to 1 from every ground, lines 3 to 1, by day and by night", () => {
  const colours = Object.fromEntries([...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [name, [light, dark]]));
  for (const theme of [0, 1]) {
    for (const ground of ["bg", "panel", "raised"]) {
      for (const text of ["ink", "soft", "gold", "blood", "heal", "arcane"]) {
        const ratio = contrast(colours[text][theme], colours[ground][theme]);
        assert(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`);
      }
      const ratio = contrast(colours.line[theme], colours[ground][theme]);
      assert(ratio >= 3, `line on ${ground}: ${ratio.toFixed(2)}`);
    }
    assert(contrast(colours["on-gold"][theme], colours.gold[theme]) >= 4.5);
  }
});

test("words keep their contrast over any picture behind the story", () => {
  const colours = Object.fromEntries([...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [name, [light, dark]]));
  const veils = /--veil: light-dark\(rgb\((.+?) \/ (.+?)\), rgb\((.+?) \/ (.+?)\)\)/.exec(css).slice(1);
  for (const theme of [0, 1]) {
    const [rgb, opacity] = [veils[theme * 2].split(" ").map(Number), Number(veils[theme * 2 + 1])];
    // The worst a picture can be: black by day, white by night.
    const under = theme ? 255 : 0;
    const ground = `#${rgb.map((c) => Math.round(c * opacity + under * (1 - opacity)).toString(16).padStart(2, "0")).join("")}`;
    for (const text of ["ink", "soft", "gold", "blood", "heal"]) {
      const ratio = contrast(colours[text][theme], ground);
      assert(ratio >= 4.5, `${text} over a picture: ${ratio.toFixed(2)}`);
    }
  }
});

test("the manifest can be read, and what it names is there", () => {
  const manifest = JSON.parse(file("app.webmanifest"));
  assert.equal(manifest.name, "Embertale");
  assert.deepEqual([manifest.orientation, manifest.share_target.method], ["any", "GET"]);
  const sizes = [];
  for (const { src, sizes: said, type, purpose = "any" } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons = [] }) => icons)]) {
    const bytes = readFileSync(new URL(`../../../static${src}`, import.meta.url));
    if (!src.endsWith(".png")) continue;
    // The width and height that a PNG says.
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, said, src);
    assert(bytes.length < 10_000, src);
    if (type) sizes.push(`${said} ${purpose}`);
  }
  assert.deepEqual(sizes, ["192x192 any", "512x512 any", "512x512 maskable"]);
  // Relative, so that they hold below a path of a proxy, too.
  for (const { url } of manifest.shortcuts) assert.match(url, /^\.\/#\//);
});

test("what is shared becomes words, each once", async () => {
  const { wordsOf } = await import("../../../static/js/app/share.js");
  assert.equal(wordsOf(new URLSearchParams("title=A bell&text=A bell rings&url=")), "A bell A bell rings");
  assert.equal(wordsOf(new URLSearchParams("text=I wait&url=I wait")), "I wait");
});

/** The root of the page as it comes, and how much it asks for. @param {number} hour @param {Record<string, string>} kept @param {boolean} [standsIn] */
function comes(hour, kept, standsIn = false) {
  const root = { dataset: {}, lang: "en" };
  let asked = 0;
  const link = () => ({});
  runInNewContext(file("js/first-paint.js"), {
    document: { documentElement: root, createElement: link, head: { append: () => asked++ }, currentScript: { hasAttribute: () => standsIn } },
    localStorage: { getItem: (name) => kept[name] ?? null },
    Date: class { getHours = () => hour; },
    navigator: { languages: ["en"] }, location: { hash: "" }, history: {}, matchMedia: () => ({ matches: false }), addEventListener: link,
  });
  return { root, asked };
}
/** @param {number} hour @param {Record<string, string>} kept */
const themeAt = (hour, kept) => comes(hour, kept).root.dataset.theme;

test("the page is dark at night until somebody chooses", () => {
  assert.deepEqual([0, 5, 6, 12, 19, 20, 23].map((hour) => themeAt(hour, {})), ["dark", "dark", "", "", "", "dark", "dark"]);
  assert.deepEqual(["", "light", "dark"].map((chosen) => themeAt(23, { "embertale.theme": chosen })), ["", "light", "dark"]);
});

test("the page that stands in looks as the page does, and asks for none of its parts", () => {
  const { root, asked } = comes(23, { "embertale.size": "large", "embertale.language": "de" }, true);
  assert.deepEqual([root.dataset.theme, root.dataset.size, root.lang, asked], ["dark", "large", "de", 0]);
  assert(comes(23, {}).asked > 0);
  assert.match(file("offline.html"), /<script src="\/js\/first-paint.js" data-stand-in><\/script>/);
  for (const name of modules.filter((name) => name !== "first-paint")) assert.doesNotMatch(file(`js/${name}.js`), /getHours/, name);
});

test("there is one ring of focus", () => {
  for (const [rule, name, , outline] of css.matchAll(/([^{}]*):focus(-visible)?[^{}]*\{[^}]*outline: ([^;]+);/g)) {
    if (outline !== "none") assert.equal(outline, "3px solid var(--gold)", rule);
    else assert.match(rule, /h[12]:focus|\.choice input:focus-visible/, name);
  }
});

test("every word of the page has the apostrophes and quotation marks of print", () => {
  for (const name of modules.filter(isWords)) {
    // What the server calls things by is looked up as it is.
    const said = file(`js/${name}.js`).replace(/^ *(\/\/|\/?\*).*$/gm, "").replace(/"[^"\n]*":/g, "");
    assert.doesNotMatch(said, /\p{L}'\p{L}|\\"/u, name);
  }
  assert.doesNotMatch(html, />[^<]*\p{L}'\p{L}/u);
});
