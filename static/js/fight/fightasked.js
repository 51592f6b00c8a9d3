// @ts-check
// A reaction question: its trigger, and a button for each answer. Loaded with the first question.
import { answerWords, happened, named } from "./askedwords.js";
import { h, stylesheet } from "../dom.js";
import { button } from "./fightdeeds.js";
import { onTurn } from "./fightwords.js";
import { Q } from "../words/en/table/asked.js";

await stylesheet("/css/fight/fightasked.css");

/** @param {import("./fightwords.js").Fight} fight @param {import("./fightdeeds.js").Hands} hands */
export function lines(fight, { busy, send }) {
  const { asked } = fight;
  const who = onTurn(fight);
  if (!asked || !who) return null;
  const answer = (/** @type {string} */ key, /** @type {import("../types.js").Act} */ act, /** @type {string} */ name, /** @type {(string | false)[]} */ ...lines) =>
    button(key, busy, () => send(act, name), [h("strong", {}, name), lines.map((line) => line && h("small", {}, line))], "answer");
  return h(
    "div",
    { class: "question", role: "group", "aria-labelledby": "question" },
    h("p", { id: "question" }, happened(asked, named(who))),
    (asked.options ?? []).map((option) => {
      const { name, does, costs } = answerWords(option);
      return answer(`deed-react-${option.id}`, { action: "react", reaction: option.id }, name, does, costs);
    }),
    answer("deed-pass", { action: "pass" }, Q.pass, Q.costs(Q.nothing)),
  );
}
