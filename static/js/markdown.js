// @ts-check
// The little of Markdown that a story needs, read into plain data. Pure: `prose.js` makes elements of it.
// There are no links, images or HTML on purpose: whatever looks like one stays the text it is.

/**
 * @typedef {{ kind: "text" | "code", text: string } | { kind: "strong" | "em" | "said", kids: Inline[] }} Inline
 * @typedef {{ kind: "paragraph" | "quote", text: string } | { kind: "heading", level: number, text: string }
 *   | { kind: "bullets", items: string[] } | { kind: "steps", first: number, items: string[] } | { kind: "rule" }} Block
 */

/** A paragraph longer than this is no paragraph; it is shown as it is rather than searched for marks. */
const LONGEST = 10_000;

const GAP = /\n[ \t]*\n\s*/g;

/**
 * Where the text that can no longer change ends: behind the last blank line.
 * @param {string} source
 * @param {number} from where the previous answer was
 */
export function settled(source, from) {
  let end = from;
  GAP.lastIndex = from;
  for (let gap = GAP.exec(source); gap; gap = GAP.exec(source)) end = GAP.lastIndex;
  return end;
}

/**
 * @param {string} line
 * @returns {{ kind: Block["kind"], text: string, n: number }}
 */
function classify(line) {
  let m = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line);
  if (m) return { kind: "heading", text: m[2], n: m[1].length };
  if (/^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line)) return { kind: "rule", text: "", n: 0 };
  m = /^\s*[-*+•]\s+(.*)$/.exec(line);
  if (m) return { kind: "bullets", text: m[1], n: 0 };
  m = /^\s*(\d{1,3})[.)]\s+(.*)$/.exec(line);
  if (m) return { kind: "steps", text: m[2], n: Number(m[1]) };
  m = /^ {0,3}>\s?(.*)$/.exec(line);
  if (m) return { kind: "quote", text: m[1], n: 0 };
  return { kind: "paragraph", text: line, n: 0 };
}

/**
 * @param {string} source
 * @returns {Block[]}
 */
export function parseBlocks(source) {
  /** @type {Block[]} */
  const blocks = [];
  for (const chunk of source.split(/\n[ \t]*\n/)) {
    /** @type {Block | null} */
    let open = null;
    for (const line of chunk.split("\n")) {
      if (!line.trim()) continue;
      const { kind, text, n } = classify(line);
      if (kind === "heading") blocks.push({ kind, level: n, text });
      else if (kind === "rule") blocks.push({ kind });
      else if (kind === "bullets" && open?.kind === "bullets") open.items.push(text);
      else if (kind === "steps" && open?.kind === "steps") open.items.push(text);
      else if (kind === "quote" && open?.kind === "quote") open.text += `\n${text}`;
      else if (kind === "paragraph" && open?.kind === "paragraph") open.text += `\n${text.trim()}`;
      else if (kind === "paragraph" && /^\s{2,}/.test(line) && (open?.kind === "bullets" || open?.kind === "steps")) {
        open.items[open.items.length - 1] += `\n${text.trim()}`;
      } else {
        if (kind === "bullets") open = { kind, items: [text] };
        else if (kind === "steps") open = { kind, first: n, items: [text] };
        else open = { kind, text: text.trim() };
        blocks.push(open);
        continue;
      }
      if (kind === "heading" || kind === "rule") open = null;
    }
  }
  return blocks;
}

/** @typedef {{ kind: "strong" | "em" | "said" | "code", open: string, close: string }} Mark */

/** @type {Mark[]} the longer mark first */
const MARKS = [
  { kind: "strong", open: "**", close: "**" },
  { kind: "strong", open: "__", close: "__" },
  { kind: "em", open: "*", close: "*" },
  { kind: "em", open: "_", close: "_" },
  { kind: "code", open: "`", close: "`" },
  { kind: "said", open: "“", close: "”" },
  { kind: "said", open: "„", close: "“" },
  { kind: "said", open: '"', close: '"' },
];

/** @param {string | undefined} c */
const isWord = (c) => c !== undefined && /[\p{L}\p{N}]/u.test(c);
/** @param {string | undefined} c */
const isSpace = (c) => c === undefined || /\s/.test(c);

/**
 * Where the mark that opens at `at` closes, or -1.
 * @param {string} text
 * @param {number} at
 * @param {Mark} mark
 */
function closing(text, at, mark) {
  const { kind, close } = mark;
  for (let end = text.indexOf(close, at + mark.open.length + 1); end >= 0; end = text.indexOf(close, end + 1)) {
    if (text[end - 1] === "\\") continue;
    if (kind === "code" || /[”“]/.test(close)) return end;
    if (isSpace(text[end - 1])) continue;
    // Marks that close what they open must not close inside a word (`snake_case`) or inside a longer mark.
    if (close !== "**" && close !== "*" && isWord(text[end + close.length])) continue;
    if (close === "*" && (text[end + 1] === "*" || text[end - 1] === "*")) {
      if (text[end + 1] === "*") end++;
      continue;
    }
    return end;
  }
  return -1;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {Mark} mark
 */
function opens(text, at, mark) {
  if (!text.startsWith(mark.open, at)) return false;
  if (isSpace(text[at + mark.open.length])) return false;
  // One that opens in English closes in German.
  return mark.kind === "code" || (mark.open === "“" ? /[\s([{‘—–*_]/.test(text[at - 1] ?? " ") : !isWord(text[at - 1]));
}

/**
 * @param {string} text
 * @param {boolean} [unfinished] the end of the text is still to come, so a mark that is open there counts as one:
 *   otherwise words would show their asterisks until the closing ones arrive
 * @returns {Inline[]}
 */
export function parseInline(text, unfinished = false) {
  if (text.length > LONGEST) return [{ kind: "text", text }];
  /** @type {Inline[]} */
  const out = [];
  let plain = "";
  const put = () => {
    if (plain) out.push({ kind: "text", text: plain });
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    if (text[at] === "\\" && /[\\*_`#>]/.test(text[at + 1] ?? "")) {
      plain += text[at + 1];
      at += 2;
      continue;
    }
    const mark = MARKS.find((mark) => opens(text, at, mark));
    let end = mark ? closing(text, at, mark) : -1;
    // A speech that goes on in the next paragraph has no closing mark.
    if (mark && end < 0 && (unfinished || /[“„]/.test(mark.open))) end = text.length;
    if (!mark || end < 0) {
      plain += text[at++];
      continue;
    }
    put();
    const inner = text.slice(at + mark.open.length, end);
    const after = Math.min(end + mark.close.length, text.length);
    if (mark.kind === "code") out.push({ kind: "code", text: inner });
    else if (mark.kind === "said") {
      const kids = parseInline(inner, unfinished && end === text.length);
      out.push({ kind: "said", kids: [{ kind: "text", text: mark.open }, ...kids, { kind: "text", text: text.slice(end, after) }] });
    } else out.push({ kind: mark.kind, kids: parseInline(inner, unfinished && end === text.length) });
    at = after;
  }
  put();
  return out;
}
