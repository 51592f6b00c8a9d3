// Runs in every tab before the page's own scripts, and gives the tests eyes.

// What the page's policy forbade.
globalThis.violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));

// The first thing to be seen that says these words.
globalThis.seen = (selector, words) =>
  [...document.querySelectorAll(selector)].find(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getClientRects().length > 0 &&
      (!words || element.getAttribute("aria-label") === words || element.textContent.includes(words)),
  );

// Whether nothing plays at the table.
globalThis.isQuiet = () =>
  /^Send(en)?$/.test(document.querySelector("#send")?.textContent) && !document.querySelector(".turn[aria-busy], .log[aria-busy]");

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
