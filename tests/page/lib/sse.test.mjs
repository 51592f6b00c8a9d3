import assert from "node:assert/strict";
import test from "node:test";
import { SseParser } from "../../../static/js/sse.js";

const parse = (...pieces) => {
  const parser = new SseParser();
  return pieces.flatMap((piece) => parser.push(piece));
};

const SAMPLE =
  '\ufeff: a heartbeat\nid: 1\nevent: turn\ndata: {"a":1}\n\n' +
  'id: 2\r\nevent: text\r\ndata: {"delta":"é 😀"}\r\n\r\n' +
  "event:text\rdata:  two spaces\r\r" +
  "data: one\ndata: two\n\nid: 4\n\nevent: unheard\n\ndata: last\n\nid: 5\ndata: cut off before its blank line\n";

const EXPECTED = [
  { id: "1", event: "turn", data: '{"a":1}' },
  { id: "2", event: "text", data: '{"delta":"é 😀"}' },
  { id: "2", event: "text", data: " two spaces" },
  { id: "2", event: "message", data: "one\ntwo" },
  { id: "4", event: "message", data: "last" },
];

test("a stream is read whole: byte order mark, comments, all three line ends, data of several lines", () => {
  assert.deepEqual(parse(SAMPLE), EXPECTED);
});

test("where a stream is cut makes no difference, at any pair of places", () => {
  for (let a = 0; a <= SAMPLE.length; a++) {
    for (let b = a; b <= SAMPLE.length; b++) {
      assert.deepEqual(parse(SAMPLE.slice(0, a), SAMPLE.slice(a, b), SAMPLE.slice(b)), EXPECTED, `cut at ${a} and ${b}`);
    }
  }
});

test("a stream that comes a character at a time reads the same", () => {
  assert.deepEqual(parse(...SAMPLE.split("")), EXPECTED);
});

test("characters cut in the middle of their bytes read the same", async () => {
  const bytes = new TextEncoder().encode(SAMPLE);
  for (let at = 0; at <= bytes.length; at++) {
    const parts = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, at));
        controller.enqueue(bytes.slice(at));
        controller.close();
      },
    });
    const pieces = [];
    // The decoder swallows the byte order mark by itself.
    for await (const piece of parts.pipeThrough(new TextDecoderStream())) pieces.push(piece);
    assert.deepEqual(parse(...pieces), EXPECTED, `cut at byte ${at}`);
  }
});

test("an id with a null character is no id", () => {
  assert.deepEqual(parse("id: a\ndata: x\n\nid: b\0\ndata: y\n\n").map(({ id }) => id), ["a", "a"]);
});
