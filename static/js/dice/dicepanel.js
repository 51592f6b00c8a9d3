// @ts-check
// Dice that the player rolls. The server rolls them from the session's seed.
import { announce } from "../announcer.js";
import { json, sessionPath } from "../api.js";
import { reckoned } from "../lib/chart.js";
import { diceCard } from "../turn/dice.js";
import { rollInWords } from "./dicewords.js";
import { byId, fill, h, stylesheet } from "../dom.js";
import { field, showFaults, showRefusal } from "../form.js";
import { turnsSoFar } from "../turn/log.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";
import { A } from "../words/en/aside.js";
import { capitalised } from "../text.js";

/** @typedef {import("../types.js").Roll} Roll */

const COMMON = ["1d20", "1d4", "1d6", "1d8", "1d10", "1d12", "2d20kh1", "2d20kl1"];
/** More than this nobody looks back. */
const KEPT = 20;

export function initPanel() {
  const panel = byId("panel-dice", HTMLElement);
  const expression = h("input", { name: "expression", autocomplete: "off", autocapitalize: "off", spellcheck: "false", value: S.notation("1d20") });
  const reason = h("input", { name: "reason", autocomplete: "off", maxlength: 200 });
  const throwIt = h("button", { type: "submit", class: "primary" }, A.dice.throw);
  const fault = h("p", { class: "fault", role: "alert" });
  const results = h("ol", { class: "throws", "aria-label": A.dice.thrown });
  const presets = COMMON.map((dice) => {
    const press = () => {
      expression.value = S.notation(dice);
      form.requestSubmit();
    };
    return h("button", { type: "button", onclick: press }, A.dice.presets[dice] ?? S.notation(dice.replace(/^1/, "")));
  });
  const form = h(
    "form",
    { novalidate: true },
    h("div", { class: "segments", role: "group", "aria-label": A.dice.common }, presets),
    field(A.dice.expression, expression, A.dice.hint),
    field(A.dice.reason, reason),
    throwIt,
    fault,
  );
  const seal = h("code", {});
  const sealed = h("details", { class: "person" }, h("summary", {}, A.dice.sealed), h("p", { class: "soft" }, A.dice.sealedText), h("p", {}, seal));
  const fallen = h("ol", { class: "fallen-so-far" });
  const story = h("section", {}, h("h3", {}, A.dice.ofTheStory), fallen);
  const drawn = (/** @type {HTMLElement} */ place) => later(async () => (await Promise.all([bring("dice/dicefair"), stylesheet("/css/table/past.css")]))[0], ({ drawFairness }) => drawFairness(place));
  const even = reckoned(A.dice.even, drawn);
  fill(panel, h("h2", {}, A.dice.title), form, results, story, even.details, sealed);
  // What the story threw, turn by turn; its cards stand beside the words they belong to.
  app.watch(
    ({ session, phase }) => `${session?.id} ${session?.version} ${phase === "idle"}`,
    () => {
      const shown = turnsSoFar().flatMap(({ seq, rolls }) => rolls.map((roll) => ({ seq, roll }))).reverse().slice(0, KEPT);
      story.hidden = !shown.length;
      even.again();
      const heroes = app.get().session?.characters;
      fill(fallen, shown.map(({ seq, roll }) => h("li", {}, h("span", { class: "soft" }, A.dice.inTurn(seq)), " ", rollInWords(roll, heroes), roll.proof && h("span", { class: "soft" }, ` ${capitalised(S.dice.throw(roll.proof.index + 1))}.`))));
    },
  );
  app.watch(
    ({ session }) => session?.diceCommitment ?? "",
    (commitment) => {
      fill(seal, commitment);
      sealed.hidden = !commitment;
    },
  );

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { session } = app.get();
    if (!session || throwIt.disabled) return;
    fault.textContent = "";
    showFaults(form, []);
    if (!expression.value.trim()) return void showFaults(form, [{ field: "expression", message: A.dice.missing }]);
    throwIt.disabled = true;
    try {
      // Dice may be written as Germans write them; the server reads English.
      const dice = expression.value.trim().replace(/w(?=[\d%])/gi, "d");
      const body = { expression: dice, ...(reason.value.trim() && { reason: reason.value.trim() }) };
      /** @type {Roll} */
      const roll = await json("POST", sessionPath(session.id, "/rolls"), body);
      results.prepend(h("li", {}, diceCard(roll)));
      while (results.childElementCount > KEPT) results.lastElementChild?.remove();
      announce(rollInWords(roll));
    } catch (error) {
      showRefusal(form, error, fault);
    } finally {
      throwIt.disabled = false;
    }
  });
  // Throws belong to the session they were made in.
  app.watch(({ session }) => session?.id, () => fill(results));
}
