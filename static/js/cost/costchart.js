// @ts-check
// The cost of each turn of an adventure.
import { chart } from "../lib/chart.js";
import { fill, h } from "../dom.js";
import { allTurns } from "../journal/past.js";
import { app } from "../state.js";
import { S } from "../words/en.js";
import { PAST } from "../words/en/table/past.js";
import { tallyCost } from "../journal/tally.js";
import { money } from "../text.js";

const T = PAST.cost;
/** More bars than this nobody tells apart in a panel. */
const MOST = 60;

/** @param {HTMLElement} place */
export async function drawCosts(place) {
  const { session } = app.get();
  if (!session) return;
  if (!place.childElementCount) fill(place, h("p", { class: "soft" }, T.looking));
  try {
    const { bars, perBar, middle, dearest, nUnknown } = tallyCost(await allTurns(session), MOST);
    if (app.get().session?.id !== session.id) return;
    const unknown = nUnknown > 0 && h("p", { class: "soft" }, T.unknown(nUnknown));
    if (!dearest.usd) return fill(place, h("p", { class: "soft" }, T.none), unknown);
    const said = T.sum(money(middle), dearest.seq, money(dearest.usd));
    const named = bars.map(({ first, last, usd }) => ({ value: usd, title: T.bar(T.from(first, last), money(usd)) }));
    fill(
      place,
      chart(said, named, { ends: [String(bars[0].first), String(bars[bars.length - 1].last)] }),
      h("p", {}, said),
      perBar > 1 && h("p", { class: "soft" }, T.grouped(perBar)),
      unknown,
    );
  } catch (error) {
    fill(place, h("p", { class: "fault", role: "alert" }, S.couldNotLoad(error)));
  }
}
