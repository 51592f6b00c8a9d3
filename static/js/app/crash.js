// @ts-check
// Shows an unhandled error, with everything that a bug report needs, and a way on.
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { app } from "../state.js";
import { C } from "../words/en/crash.js";

let shown = false;

/**
 * What we would ask for, and nothing of the player's: no words, no names.
 * @param {unknown} error
 */
export function reportOf(error) {
  const { info, phase, session } = app.get();
  const what = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return [
    `Embertale ${info?.version ?? "?"}, ${new Date().toISOString()}`,
    navigator.userAgent,
    `${session ? `table, version ${session.version}, ${phase}` : "home"}, ${innerWidth} x ${innerHeight}`,
    what,
  ].join("\n");
}

/** @param {unknown} error */
export function showCrash(error) {
  // One is enough to know of; what follows is mostly its echo.
  if (shown) return;
  shown = true;
  const report = reportOf(error);
  const text = h("textarea", { readonly: true, rows: 7, "aria-label": C.report });
  text.value = report;
  const done = h("p", { class: "soft", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(report);
      done.textContent = C.copied;
    } catch {
      // Not over a trusted line, or not allowed: then by hand.
      text.focus();
      text.select();
      done.textContent = C.copyByHand;
    }
  };
  const dialog = openDialog(
    C.title,
    "box crash",
    h("p", {}, C.text),
    h("details", {}, h("summary", {}, C.report), text),
    done,
    h(
      "div",
      { class: "row end" },
      h("button", { type: "button", onclick: copy }, C.copy),
      h("button", { type: "button", class: "primary", onclick: () => location.reload() }, C.reload),
    ),
  );
  dialog.addEventListener("close", () => (shown = false));
}
