// @ts-check
// Statistics of an adventure's dice: the frequency of each number, and whether it is plausible.
import { chart } from "../lib/chart.js";
import { fill, h } from "../dom.js";
import { field } from "../form.js";
import { allTurns } from "../journal/past.js";
import { keepingFocus } from "../lib/pieces.js";
import { app } from "../state.js";
import { S } from "../words/en.js";
import { PAST } from "../words/en/table/past.js";
import { enough, tallyDice } from "../journal/tally.js";

const T = PAST.dice;

/** With one figure behind the point. @param {number} n */
const decimal = (n) => new Intl.NumberFormat(S.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(n);

/** @param {import("../journal/tally.js").Tally} tally */
function shown({ sides, counts, n, mean, expected, verdict }) {
  const sum = T.sum(n, sides, decimal(mean), decimal(expected));
  const heard = T.counts(counts.map((times, i) => T.count(i + 1, times)).join(", "));
  return [
    chart(heard, counts.map((value, i) => ({ value, title: T.count(i + 1, value) })), { at: n / sides, ends: ["1", String(sides)] }),
    h("p", {}, sum),
    h("p", { class: verdict === "rare" ? null : "soft" }, verdict === "few" ? T.few(enough(sides)) : T[verdict]),
    h("p", { class: "soft" }, T.line),
  ];
}

/** The die that was chosen to be looked at. */
let chosen = 0;

/** @param {HTMLElement} place */
export async function drawFairness(place) {
  const { session } = app.get();
  if (!session) return;
  if (!place.childElementCount) fill(place, h("p", { class: "soft" }, T.looking));
  try {
    const tallies = tallyDice(await allTurns(session));
    if (app.get().session?.id !== session.id) return;
    if (!tallies.length) return fill(place, h("p", { class: "soft" }, T.none));
    const body = h("div", {});
    const look = () => fill(body, shown(tallies.find(({ sides }) => sides === chosen) ?? tallies[0]));
    const which = h("select", { "data-key": "which-die" }, tallies.map(({ sides }) => h("option", { value: sides, selected: sides === chosen }, T.die(sides))));
    which.addEventListener("change", () => {
      chosen = Number(which.value);
      look();
    });
    look();
    keepingFocus(place, () => fill(place, tallies.length > 1 && field(T.which, which), body));
  } catch (error) {
    fill(place, h("p", { class: "fault", role: "alert" }, S.couldNotLoad(error)));
  }
}
