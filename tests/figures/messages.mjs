// @ts-check
// A server that speaks the protocol of the Messages API as far as a table needs it, and says what it is bidden to: a few words
// at once, a tool that is written behind the player's words, or a long telling at a steady pace.
import { createServer } from "node:http";

/** What stands behind the player's words where a tool is to be called: its name and its input. */
const SIGN = "§";
/** Words that ask for a long telling. */
export const TELL_ON = "Tell me all of it.";
const WORDS = "The lamp burns low and the rain goes on against the shutters while somebody counts the steps again, and “wait,” she says. ".match(/\S+\s/g) ?? [];
const ANSWER = "The rain goes on. “Well?” says the ferryman, and looks at your boots.";

/** Words with a tool that is called for them. @param {string} words @param {string} tool @param {object} input */
export const calling = (words, tool, input) => `${words} ${SIGN}${JSON.stringify({ tool, input })}`;

/**
 * @typedef {{ type: string, text?: string, [field: string]: unknown }} Block
 * @typedef {{ model: string, stream?: boolean, tools?: { name: string }[], tool_choice?: { type: string, name?: string }, messages?: { content: string | Block[] }[] }} Ask
 */

/** What the last message says, and whether it brings what a tool answered. @param {Ask} ask */
function last({ messages = [] }) {
  const content = messages.at(-1)?.content ?? "";
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return { words: blocks.map(({ text }) => text ?? "").join("\n"), answered: blocks.some(({ type }) => type === "tool_result") };
}

/** What is answered: a call, or words. @param {Ask} ask @returns {{ name: string, input: object } | null} */
function callFor(ask) {
  const { words, answered } = last(ask);
  if (ask.tool_choice?.type === "tool") return { name: ask.tool_choice.name ?? "", input: {} };
  const order = new RegExp(`${SIGN}(\\{.*\\})`).exec(words)?.[1];
  if (answered || !order) return null;
  const { tool, input } = JSON.parse(order);
  return ask.tools?.some(({ name }) => name === tool) ? { name: tool, input } : null;
}

const USAGE = { input_tokens: 1_200, output_tokens: 60, cache_read_input_tokens: 800, cache_creation_input_tokens: 0 };

export class Messages {
  #server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => void this.#answer(JSON.parse(body || "{}"), response).catch(() => response.destroy()));
  });
  #pace;

  /** @param {{ tokensPerSecond: number, seconds: number }} pace of a long telling */
  constructor(pace) {
    this.#pace = pace;
  }

  /** @param {{ tokensPerSecond: number, seconds: number }} pace */
  static async open(pace) {
    const messages = new Messages(pace);
    await new Promise((resolve) => messages.#server.listen(0, "127.0.0.1", () => resolve(null)));
    return messages;
  }

  get url() {
    return `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (this.#server.address()).port}`;
  }

  /** @param {Ask} ask @param {import("node:http").ServerResponse} response */
  async #answer(ask, response) {
    const call = callFor(ask);
    const content = call ? { type: "tool_use", id: `toolu_${Date.now()}`, ...call } : { type: "text", text: ANSWER };
    const message = { id: "msg_1", type: "message", role: "assistant", model: ask.model, stop_sequence: null, usage: USAGE };
    const stop_reason = call ? "tool_use" : "end_turn";
    if (!ask.stream) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ...message, content: [content], stop_reason }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    /** @param {string} type @param {object} [data] */
    const tell = (type, data) => void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    tell("message_start", { message: { ...message, content: [], stop_reason: null } });
    tell("content_block_start", { index: 0, content_block: call ? { ...content, input: {} } : { type: "text", text: "" } });
    /** @param {object} delta */
    const go = (delta) => tell("content_block_delta", { index: 0, delta });
    if (call) go({ type: "input_json_delta", partial_json: JSON.stringify(call.input) });
    else if (last(ask).words.includes(TELL_ON)) await this.#tellOn((text) => go({ type: "text_delta", text }), () => response.writable);
    else for (const text of ANSWER.match(/\S+\s*/g) ?? []) go({ type: "text_delta", text });
    tell("content_block_stop", { index: 0 });
    tell("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: USAGE.output_tokens } });
    tell("message_stop");
    response.end();
  }

  /** One token after the other, by the clock: what a slow moment held up is not lost. @param {(text: string) => void} say @param {() => boolean} isHeard */
  async #tellOn(say, isHeard) {
    const { tokensPerSecond, seconds } = this.#pace;
    const since = performance.now();
    for (let told = 0; told < tokensPerSecond * seconds && isHeard(); ) {
      const due = Math.min(tokensPerSecond * seconds, ((performance.now() - since) * tokensPerSecond) / 1_000);
      // A paragraph now and then, as in any telling.
      for (; told < due; told++) say(told % 40 === 39 ? `${WORDS[told % WORDS.length].trim()}\n\n` : WORDS[told % WORDS.length]);
      await new Promise((resolve) => setTimeout(resolve, 1_000 / tokensPerSecond));
    }
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
