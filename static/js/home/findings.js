// @ts-check
// The compiler's findings on a campaign: problem, place and remedy.
import { h } from "../dom.js";
import { C } from "../words/en/campaigns.js";
import { capitalised, quoted } from "../text.js";

/** @typedef {Pick<import("../types.js").Diagnostic, "severity" | "place" | "message" | "remedy">} Found */

/** @param {Found} found */
function line({ severity, place, message, remedy }) {
  const sign = severity === "error" ? C.error : C.warning;
  return h(
    "li",
    { class: `finding ${severity}` },
    h("p", { class: "where" }, h("strong", {}, sign), ` · ${place ? capitalised(place) : C.whole}`),
    h("p", {}, quoted(message)),
    h("p", { class: "soft" }, h("span", { class: "remedy" }, C.remedy), ` ${quoted(remedy)}`),
  );
}

/**
 * A list that can be scrolled through, also by keyboard.
 * @param {Found[]} findings
 */
export function findingList(findings) {
  return h("div", { class: "findings", role: "region", tabindex: 0, "aria-label": C.findings }, h("ul", {}, findings.map(line)));
}
