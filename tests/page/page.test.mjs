// Promises the page makes about itself, held by reading its files.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const file = (path) => readFileSync(new URL(`../../static/${path}`, import.meta.url), "utf8");
const modules = readdirSync(new URL("../../static/js/", import.meta.url)).filter((name) => name.endsWith(".js"));
const html = file("index.html");
const css = file("app.css");

test("every module is checked by the type checker and fits on few screens", () => {
  for (const name of modules) {
    const source = file(`js/${name}`);
    assert(source.startsWith("// @ts-check\n"), name);
    // The words stand together on purpose, however many they get.
    if (name !== "strings.js") assert(source.split("\n").length <= 250, `${name} has grown: find its two ideas`);
  }
});

test("no module makes markup or code of text", () => {
  for (const name of modules) {
    assert.doesNotMatch(file(`js/${name}`), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|srcdoc/, name);
  }
});

test("elements are made in one place", () => {
  for (const name of modules.filter((name) => name !== "dom.js")) assert.doesNotMatch(file(`js/${name}`), /createElement|createTextNode/, name);
});

test("the document has no inline script or style, and loads from its own server alone", () => {
  assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  for (const [, url] of html.matchAll(/(?:href|src)="([^"]*)"/g)) assert.match(url, /^[/#](?!\/)|^#\//, url);
  assert.doesNotMatch(css, /@import|url\(/);
});

test("every module the page loads is asked for at once", () => {
  const early = [...html.matchAll(/modulepreload" href="\/js\/([^"]+)"/g)].map(([, name]) => name);
  const loaded = modules.filter((name) => !["types.js", "first-paint.js", "main.js"].includes(name));
  assert.deepEqual(early, loaded.sort());
  for (const name of loaded) for (const [, other] of file(`js/${name}`).matchAll(/^import [^;]*"\.\/([^"]+)";/gm)) assert(modules.includes(other), `${name} imports ${other}`);
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
