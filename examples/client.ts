// A typed client: streams a turn, resumes after a lost connection, undoes a turn, and fights with buttons.
//
// Its types come from the server's own document:
//   embertale openapi > openapi.json
//   npx openapi-typescript openapi.json --default-non-nullable false -o examples/api.d.ts
//   npx tsc --strict --target es2022 --module nodenext --lib es2023,dom,dom.iterable,dom.asynciterable examples/client.ts
//   node examples/client.js http://127.0.0.1:3000
import type { components } from "./api.js";

declare const process: { argv: string[]; env: Record<string, string | undefined>; exitCode?: number; stdout: { write(text: string): void } };

type Schemas = components["schemas"];
export type Session = Schemas["Session"];
export type Turn = Schemas["Turn"];
export type TurnEvent = Schemas["TurnEvent"];
export type Change = Schemas["Change"];
export type Problem = Schemas["Problem"];
export type Action = Schemas["ActionRequest"];

/** An error the server answered, with its stable code. */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

/** A turn that failed while it was streamed. The session is as it was before. */
export class TurnFailed extends Error {
  constructor(readonly code: string, message: string, readonly retryable: boolean) {
    super(`${code}: ${message}`);
  }
}

/** What a listener is told of a turn, event by event. `id` says how far the stream has come. */
export type Listener = (event: TurnEvent, id: string) => void;

/** How often a dropped line is taken up again. */
const MOST_TRIES = 5;
/** Turns within which the story must come to a fight. */
const MOST_TURNS = 60;

export class Embertale {
  constructor(
    private readonly server: string,
    private readonly secret?: string,
  ) {}

  createSession(options: Schemas["CreateSession"] = {}): Promise<Session> {
    return this.json("POST", "/api/sessions", options);
  }

  session(id: string): Promise<Session> {
    return this.json("GET", `/api/sessions/${id}`);
  }

  /** The turns of a session, page by page. */
  async *turns(id: string): AsyncGenerator<Turn> {
    let cursor: string | null | undefined;
    do {
      const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : "";
      const page: Schemas["TurnPage"] = await this.json("GET", `/api/sessions/${id}/turns${query}`);
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor);
  }

  undo(id: string, turns = 1): Promise<Session> {
    return this.json("POST", `/api/sessions/${id}/undo`, { turns });
  }

  actions(id: string): Promise<Schemas["LegalActs"]> {
    return this.json("GET", `/api/sessions/${id}/actions`);
  }

  /** Says something, and hears the turn to its end. */
  chat(id: string, message: string, listen?: Listener): Promise<Schemas["Played"]> {
    return this.stream(`/api/sessions/${id}/chat`, { message }, listen);
  }

  /** Does something by a button: one of `actions`, sent as it stands there. */
  act(id: string, action: Action, listen?: Listener): Promise<Schemas["Played"]> {
    return this.stream(`/api/sessions/${id}/actions`, action, listen);
  }

  /**
   * Plays a turn and listens to its end, over dropped lines. The idempotency key names the turn, so a request that may or may
   * not have arrived is simply sent again; once the stream has begun, it is read on where it broke off.
   */
  private async stream(path: string, body: unknown, listen: Listener = () => {}): Promise<Schemas["Played"]> {
    const key = crypto.randomUUID();
    let location: string | undefined;
    let last: string | undefined;
    for (let tries = 1; ; tries += 1) {
      try {
        const response = location
          ? await this.request("GET", location, undefined, last ? { "last-event-id": last } : {})
          : await this.request("POST", path, body, { accept: "text/event-stream", "idempotency-key": key });
        location = response.headers.get("content-location") ?? location;
        for await (const { id, event } of events(response)) {
          last = id;
          listen(event, id);
          if (event.event === "done") return event;
          if (event.event === "failed") throw new TurnFailed(event.code, event.message, event.retryable);
        }
        throw new TypeError("the line was dropped");
      } catch (error) {
        // The server's answers are final; network errors are retried.
        const isFinal = error instanceof ApiError || error instanceof TurnFailed;
        if (isFinal || tries === MOST_TRIES) throw error;
        await new Promise((wake) => setTimeout(wake, 200 * tries));
      }
    }
  }

  /** The address of a path. The server may be below a path itself; addresses in its answers have that path already. */
  private url(path: string): URL {
    const base = new URL(this.server).pathname.replace(/\/$/, "");
    return new URL(path.startsWith(`${base}/`) ? path : base + path, this.server);
  }

  private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.request(method, path, body);
    return (await response.json()) as T;
  }

  private async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(this.url(path), {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.secret ? { authorization: `Bearer ${this.secret}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new ApiError((await response.json()) as Problem);
    return response;
  }
}

/** The events of a stream. Each is a few lines and ends with an empty one; comment lines keep the connection alive. */
async function* events(response: Response): AsyncGenerator<{ id: string; event: TurnEvent }> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const field = (name: string) =>
          block.split("\n").find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1).trim();
        const data = field("data");
        if (data) yield { id: field("id") ?? "", event: JSON.parse(data) as TurnEvent };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** A turn as it is shown: text as it comes, dice and changes beside it. */
export class Telling {
  text = "";
  readonly asides: string[] = [];

  /** Takes in an event. Every event names itself in its data, so the compiler knows its fields. */
  hear(event: TurnEvent): void {
    switch (event.event) {
      case "text":
        // `reset` discards all text so far.
        this.text = "reset" in event ? "" : this.text + event.delta;
        break;
      case "roll":
        this.asides.push(`${event.roll.reason || "a throw"}: ${event.roll.expression} = ${event.roll.total}`);
        break;
      case "change": {
        const line = describe(event.change);
        if (line) this.asides.push(line);
        break;
      }
      case "notice":
        this.asides.push(event.message);
        break;
      default:
        // `turn`, `tool`, `state`, `done` and `failed` need no output here; unknown events of later versions are ignored as well.
        break;
    }
  }
}

/** A change in a few words, for those this client shows. */
function describe(change: Change): string | undefined {
  switch (change.kind) {
    case "hpChanged":
      return `${change.characterId}: ${change.delta > 0 ? "+" : ""}${change.delta} hit points`;
    case "itemGained":
      return `${change.characterId} has ${change.quantity} × ${change.name} more`;
    case "locationChanged":
      return `now at ${change.to}`;
    case "encounterBegan":
      return "a fight begins";
    case "encounterEnded":
      return "the fight is over";
    default:
      return undefined;
  }
}

async function main(): Promise<void> {
  const api = new Embertale(process.argv[2] ?? "http://127.0.0.1:3000", process.env["EMBERTALE_SECRET"]);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const session = await api.createSession({});
  say(`session ${session.title}`);

  // Stream a turn. The listener simulates a lost connection by throwing a network error.
  const telling = new Telling();
  let heard = 0;
  let hasDropped = false;
  const first = await api.chat(session.id, "I look around.", (event) => {
    telling.hear(event);
    heard += 1;
    if (heard === 2 && !hasDropped) {
      hasDropped = true;
      throw new TypeError("the line was dropped");
    }
  });
  if (telling.text !== first.turn.narrative) throw new Error("the text that was streamed is not the turn's");
  say(`resumed after ${heard} events: ${telling.text.length} characters`);

  const undone = await api.undo(session.id);
  say(`undone: ${undone.version > first.session.version ? "the session is as it was before" : "nothing"}`);

  // Start a fight with words and fight it with buttons. Whether words lead to a fight is up to the story, so repeat them.
  let now = undone;
  const words = ["Ask about the trouble.", "Yes.", "Go on.", "Search.", "I attack.", "Go on."];
  for (let turns = 0; !now.encounter; turns += 1) {
    if (turns === MOST_TURNS) throw new Error(`the story came to no fight within ${MOST_TURNS} turns`);
    now = (await api.chat(session.id, words[turns % words.length] ?? "Go on.")).session;
  }
  let clicks = 0;
  while (now.encounter && clicks < 200) {
    const { items } = await api.actions(session.id);
    // Where a reaction is asked for, the first item takes it and the last lets it pass.
    const next = items.find((item) => item.act.action === "attack") ?? items.find((item) => item.act.action === "endTurn") ?? items[0];
    if (!next) break;
    now = (await api.act(session.id, next.act)).session;
    clicks += 1;
  }
  say(`fought with ${clicks} clicks; ${now.encounter ? "it goes on" : "it is over"}`);

  let turns = 0;
  for await (const turn of api.turns(session.id)) turns = turn.seq;
  say(`${turns} turns`);
}

main().catch((error: unknown) => {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
