// A client in forty lines: begins an adventure, plays a turn, and prints the story and the dice as they come.
// Usage, with Node 20 or later: node examples/client.mjs "I look around." http://127.0.0.1:3000
import { randomUUID } from "node:crypto";
import { argv, stdout } from "node:process";

const [words = "I look around.", server = "http://127.0.0.1:3000"] = argv.slice(2);

async function post(path, body, headers) {
  const response = await fetch(server.replace(/\/$/, "") + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (response.ok) return response;
  const problem = await response.json();
  throw new Error(`${problem.code}: ${problem.detail}`);
}

/** The events of a stream. Each is a few lines, and ends with an empty one. */
async function* events({ body }) {
  let text = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + piece).split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const field = (name) => block.split("\n").find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1).trim();
      if (field("data")) yield { event: field("event"), ...JSON.parse(field("data")) };
    }
  }
}

const session = await (await post("/api/sessions", {})).json();
stdout.write(`${session.title}\n\n> ${words}\n\n`);
// The key names the turn: sent again after a broken line it plays nothing twice.
const headers = { accept: "text/event-stream", "idempotency-key": randomUUID() };
const turn = await post(`/api/sessions/${session.id}/chat`, { message: words }, headers);
for await (const { event, ...told } of events(turn)) {
  // A story may stress words *so*; a terminal does without the stars.
  if (event === "text") stdout.write(told.reset ? "\n…\n" : told.delta.replaceAll("*", ""));
  if (event === "roll") stdout.write(`\n[${told.roll.reason}: ${told.roll.expression} = ${told.roll.total}]\n`);
  if (event === "failed") throw new Error(told.message);
}
stdout.write("\n");
