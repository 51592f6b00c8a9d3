// @ts-check
// Stands between the page and the server, for one thing only: where the server can't be reached when the page is opened, another
// page takes its place, which says so and keeps what the player was writing. Whatever else is asked for goes its own way.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The page that says so, and all it is made of. */
const KEPT = [
  "/offline.html",
  "/css/app.css",
  "/css/offline.css",
  "/icon.svg",
  "/fonts/alegreya-latin-normal-027eacb1.woff2",
  "/fonts/figtree-latin-normal-3415cecc.woff2",
  "/js/app/offline.js",
  "/js/dom.js",
  "/js/first-paint.js",
  "/js/app/keptstory.js",
  "/js/app/keptwords.js",
  "/js/markdown.js",
  "/js/memory.js",
  "/js/prose.js",
  "/js/words/en.js",
  "/js/words/en/offline.js",
  "/js/words/de/offline.js",
  "/js/text.js",
];
const SHELF = "offline";

/** Takes them from the server as they are now; what is here already costs a question. */
async function keep() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll(KEPT.map((path) => new Request(path, { cache: "no-cache" })));
}

/** What answers in the place of a server that is away: a gateway before it. */
const AWAY = [502, 503, 504];

/** Whether they were looked after since this worker woke up. */
let isKept = false;

/** The page; where it can't be had, the way to the one that stands in. @param {FetchEvent} event */
async function page(event) {
  const answer = await fetch(event.request).catch(() => null);
  if (answer && !AWAY.includes(answer.status)) {
    // A server that was renewed has another page for this, too.
    if (!isKept) event.waitUntil(keep().then(() => (isKept = true), () => {}));
    return answer;
  }
  // It has an address of its own, by which its parts are told from those of the page: parts of two versions never meet.
  return (await caches.match("/offline.html")) ? Response.redirect("/offline.html") : (answer ?? Response.error());
}

/** A part of the page that stands in, from the shelf; of any other page, from the server. @param {FetchEvent} event @param {string} path */
async function part({ clientId, request }, path) {
  const client = request.mode === "navigate" ? null : await worker.clients.get(clientId);
  const isOfStandIn = request.mode === "navigate" || (client && new URL(client.url).pathname === "/offline.html");
  return ((isOfStandIn && (await (await caches.open(SHELF)).match(path))) || null) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(keep().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate" && pathname === "/") event.respondWith(page(event));
  else if (KEPT.includes(pathname)) event.respondWith(part(event, pathname));
});
