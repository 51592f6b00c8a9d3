import assert from "node:assert/strict";
import test from "node:test";
import { parseBlocks, parseInline, settled } from "../../../static/js/markdown.js";

/** Inline parts in a short form: `{em slow}`. */
const short = (parts) => parts.map((p) => ("kids" in p ? `{${p.kind} ${short(p.kids)}}` : p.kind === "code" ? `{code ${p.text}}` : p.text)).join("");
const inline = (text, unfinished) => short(parseInline(text, unfinished));
const kinds = (text) => parseBlocks(text).map(({ kind }) => kind);

const CASES = [
  ["plain words", "plain words"],
  ["**bold** and *slow* and _low_", "{strong bold} and {em slow} and {em low}"],
  ["**bold with *slow* inside**", "{strong bold with {em slow} inside}"],
  ["*slow with **bold** inside*", "{em slow with {strong bold} inside}"],
  ["“Left!” Tam hisses.", "{said “Left!”} Tam hisses."],
  ['"Left!" he said. "Now!"', '{said "Left!"} he said. {said "Now!"}'],
  ["“Not *that* way!”", "{said “Not {em that} way!”}"],
  ["“It goes on in the next paragraph", "{said “It goes on in the next paragraph}"],
  ["„Links!“, zischt Tam. „Los!“", "{said „Links!“}, zischt Tam. {said „Los!“}"],
  ["und da endet es.“, sagt sie.", "und da endet es.“, sagt sie."],
  ["a 5'10\" tall man", "a 5'10\" tall man"],
  ["5 * 3 * 2", "5 * 3 * 2"],
  ["snake_case_name stays", "snake_case_name stays"],
  ["**never closed", "**never closed"],
  ["a ` alone, `kept *so*`", "a ` alone, {code kept *so*}"],
  ["\\*no mark\\*", "*no mark*"],
  ["****", "****"],
  ["<b>x</b> [y](javascript:z) ![p](http://e/p)", "<b>x</b> [y](javascript:z) ![p](http://e/p)"],
];

for (const [text, expected] of CASES) {
  test(`inline: ${text}`, () => assert.equal(inline(text), expected));
}

test("a mark that is open at the end of what has come so far already counts", () => {
  assert.equal(inline("the **drowned gu", true), "the {strong drowned gu}");
  assert.equal(inline('"Who goes', true), '{said "Who goes}');
});

test("no text is lost or made up, whatever the marks", () => {
  const alphabet = ["*", "_", "`", "“", "”", '"', " ", "a", "é", "\n", "\\"];
  let seed = 7;
  const next = (n) => (seed = (seed * 48_271) % 2_147_483_647) % n;
  const plain = (parts) => parts.map((p) => ("kids" in p ? plain(p.kids) : p.text)).join("");
  const bare = (text) => text.replace(/[*_`\\]/g, "");
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: next(14) }, () => alphabet[next(alphabet.length)]).join("");
    for (const unfinished of [false, true]) assert.equal(bare(plain(parseInline(text, unfinished))), bare(text), JSON.stringify(text));
  }
});

test("blocks: paragraphs, headings, lists, quotes, rules", () => {
  assert.deepEqual(kinds("One.\n\nTwo,\nstill two.\n\n# Head\nText\n\n- a\n- b\n\n1. x\n2) y\n\n> said\n> so\n\n---"), [
    "paragraph", "paragraph", "heading", "paragraph", "bullets", "steps", "quote", "rule",
  ]);
});

test("a list may follow its paragraph at once, and go on in indented lines", () => {
  assert.deepEqual(parseBlocks("You see:\n- a door\n  of oak\n- a stair\nWhere to?"), [
    { kind: "paragraph", text: "You see:" },
    { kind: "bullets", items: ["a door\nof oak", "a stair"] },
    { kind: "paragraph", text: "Where to?" },
  ]);
});

test("a numbered list keeps the number it begins with", () => {
  assert.deepEqual(parseBlocks("3. third\n4. fourth"), [{ kind: "steps", first: 3, items: ["third", "fourth"] }]);
});

test("a text that comes in pieces has the same blocks as the whole, wherever it is cut", () => {
  const text = "One *two*.\n \nThree:\n- a\n- b\n\n\n\n> q\n\n---\n\nEnd.";
  const whole = parseBlocks(text);
  for (let at = 0; at <= text.length; at++) {
    const first = settled(text.slice(0, at), 0);
    const second = settled(text, first);
    const blocks = [text.slice(0, first), text.slice(first, second), text.slice(second)].flatMap(parseBlocks);
    assert.deepEqual(blocks, whole, `cut at ${at}`);
  }
});

test("a huge paragraph full of marks is read in no time", () => {
  const began = performance.now();
  parseInline("*a _b “c `d ".repeat(800));
  parseInline("*a ".repeat(100_000));
  assert(performance.now() - began < 2_000);
});
