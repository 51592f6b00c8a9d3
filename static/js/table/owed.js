// @ts-check
// Owed answers: a line above the input, and the hero who must answer is selected as the speaker.
import { byId, fill, h } from "../dom.js";
import { nextToSpeak, owedBy, owedLine } from "./owedwords.js";
import { tongue } from "../prose.js";
import { app } from "../state.js";
import { S } from "../words/en.js";

let watches = false;

export function watchOwed() {
  if (watches) return;
  watches = true;
  const line = h("p", { class: "now", id: "owed", role: "status" });
  byId("now", HTMLElement).before(line);
  const who = byId("who", HTMLSelectElement);
  let before = "";
  app.watch(
    ({ session }) => session,
    (session) => {
      const text = owedLine(session, Boolean(tongue && !tongue.startsWith(S.locale)));
      line.hidden = !text;
      fill(line, text);
      who.value = nextToSpeak(session, who.value, before);
      // Where friends play, another may have to answer.
      if (who.selectedIndex < 0) who.selectedIndex = 0;
      before = owedBy(session);
      app.set({ acting: who.value });
    },
  );
}
