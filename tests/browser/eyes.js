// Runs in every tab before the page's own scripts, and gives the tests eyes.

// What the page's policy forbade.
globalThis.violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));

// The hour decides nothing here: the theme is the one that the test prefers.
try {
  localStorage["embertale.theme"] ??= "";
} catch {
  // A browser that keeps nothing.
}

// The first thing to be seen that says these words.
globalThis.seen = (selector, words) =>
  [...document.querySelectorAll(selector)].find(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getClientRects().length > 0 &&
      (!words || element.getAttribute("aria-label") === words || element.textContent.includes(words)),
  );

// Where to press a mouse to reach the first such thing; null while something else is in front of it.
globalThis.aim = (selector, words) => {
  const element = seen(selector, words);
  if (!element) return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const box = element.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  if (!top || !(element.contains(top) || top.contains(element))) return null;
  globalThis.aimedAt = { element, top, isMissed: false };
  return [x, y];
};

// A picture that comes in may move the page between aim and press. Then the press must not reach anything else, and the test
// aims again.
for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
  const watch = (event) => {
    const { aimedAt } = globalThis;
    if (!aimedAt?.element || !event.isTrusted) return;
    if (kind === "pointerdown") aimedAt.isMissed = !aimedAt.element.contains(event.target) && event.target !== aimedAt.top;
    if (aimedAt.isMissed) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (kind === "click") aimedAt.element = null;
  };
  addEventListener(kind, watch, { capture: true });
}

// Whether nothing plays at the table.
globalThis.isQuiet = () =>
  /^(Send(en)?|Ready|Replace)$/.test(document.querySelector("#send")?.textContent) && !document.querySelector(".turn[aria-busy], .log[aria-busy]");

// The player's words and the telling of every turn that stands.
globalThis.story = () =>
  [...document.querySelectorAll(".turn[data-turn]:not(.undone)")].map((turn) => [
    turn.querySelector(".deed p").textContent,
    [...turn.querySelectorAll(".telling > .prose")].map((prose) => prose.textContent).join("\n"),
  ]);

// What the accessibility checker finds, in short; with `colours`, it looks at nothing else.
globalThis.check = async (colours) => {
  const options = colours ? { runOnly: { type: "rule", values: ["color-contrast"] } } : { rules: { "target-size": { enabled: true } } };
  const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"], preload: false });
  return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`) }));
};

// Whatever is wider than its place, so that a reader would have to push it to and fro.
globalThis.wider = () =>
  [document.documentElement, ...document.querySelectorAll("main, #log, .panels, dialog[open], .deck")]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
    .map((element) => `<${element.localName} class="${element.className}"> ${element.scrollWidth} > ${element.clientWidth}`);
