// Runs before the page's own scripts: once `taint` has words, every text the server sends, in answers, refusals and streams, is
// these words. Only what things are known by stays: ids, kinds, moments, and what a request needs to be sent again.
{
  const real = fetch;
  globalThis.taint = "";
  /** How many texts were changed so far, by the name of their field. */
  globalThis.tainted = {};
  const KEPT = /^(id|slug|kind|type|code|event|format|digest|status|edition|rulesEdition|nextCursor|node|campaign|action|disposition|awaits|provider)$|(Id|At)$/;
  const changed = (value, name) => {
    if (typeof value === "string") {
      if (KEPT.test(name) || !value) return value;
      tainted[name] = (tainted[name] ?? 0) + 1;
      return taint;
    }
    if (Array.isArray(value)) return value.map((item) => changed(item, name));
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, key)]));
    return value;
  };
  const line = (text) => (text.startsWith("data: ") ? `data: ${JSON.stringify(changed(JSON.parse(text.slice(6)), ""))}` : text);

  globalThis.fetch = async (...request) => {
    const answer = await real(...request);
    const { status, headers } = answer;
    const kind = headers.get("content-type") ?? "";
    if (!taint || !/json|event-stream/.test(kind)) return answer;
    const text = await answer.text();
    const body = kind.includes("json") ? JSON.stringify(changed(JSON.parse(text), "")) : text.split("\n").map(line).join("\n");
    return new Response(body, { status, headers });
  };
}
