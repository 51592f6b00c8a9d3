// @ts-check
// A server of one's own: the built program in a folder that goes with it, on a port nobody else has.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PATIENCE_MS = 30_000;

/** Where the program is: as it is named, or as it was built, best for going live. */
export function program() {
  const named = process.env.EMBERTALE;
  const found = named ? [named] : ["release", "debug"].map((kind) => join(ROOT, "target", kind, process.platform === "win32" ? "embertale.exe" : "embertale"));
  const path = found.find((path) => existsSync(path));
  if (!path) throw new Error(named ? `There is no program at EMBERTALE=${named}.` : "Embertale is not built: run `cargo build --release`, or set EMBERTALE to the program.");
  return path;
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });

export class House {
  /** @type {import("node:child_process").ChildProcess} */
  #server;
  #folder;
  /** The last it said, for when it falls over. */
  #log = "";

  /** @param {number} port @param {string} folder @param {Record<string, string>} settings */
  constructor(port, folder, settings) {
    this.url = `http://127.0.0.1:${port}`;
    this.#folder = folder;
    // Nothing of whoever measures comes in: neither their key nor their `.env`, which is looked for from the folder on.
    const env = { PATH: process.env.PATH ?? "", PORT: String(port), DATA_DIR: folder, RULES_FETCH: "off", LOG: "warn", ...settings };
    this.#server = spawn(program(), { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#server.stdout, this.#server.stderr]) stream?.on("data", (/** @type {Buffer} */ words) => (this.#log = (this.#log + words).slice(-2_000)));
  }

  /** @param {Record<string, string>} [settings] of the environment */
  static async light(settings = {}) {
    const house = new House(await freePort(), mkdtempSync(join(tmpdir(), "embertale-figures-")), settings);
    try {
      await house.#answers();
    } catch (error) {
      await house.close();
      throw error;
    }
    return house;
  }

  async #answers() {
    for (const since = Date.now(); Date.now() - since < PATIENCE_MS; ) {
      if (this.#server.exitCode !== null) throw new Error(`The server ended at once:\n${this.#log}`);
      if ((await fetch(`${this.url}/readyz`).catch(() => null))?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The server does not answer:\n${this.#log}`);
  }

  /** What a route answers. @param {string} path @param {object} [body] what is posted to it @returns {Promise<any>} */
  async ask(path, body) {
    const post = { method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(`${this.url}${path}`, body && post);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }

  /** Plays turns, one behind the other. @param {string} session @param {string[]} words */
  async play(session, ...words) {
    for (const message of words) await this.ask(`/api/sessions/${session}/chat`, { message });
  }

  /** Stops this server, and it alone; its folder goes with it. */
  async close() {
    const server = this.#server;
    if (server.exitCode === null && server.signalCode === null) {
      const gone = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      // One that does not listen is not waited for.
      const hard = setTimeout(() => server.kill("SIGKILL"), 5_000);
      await gone;
      clearTimeout(hard);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
