// @ts-check
// The header of the table: place, act of the campaign, time and cost.
import { byId, fill, h } from "../dom.js";
import { app } from "../state.js";
import { S } from "../words/en.js";
import { capitalised, clean, curly, money, properName, timeOfDay } from "../text.js";

export function initHeader() {
  const title = byId("title", HTMLElement);
  const where = byId("where", HTMLElement);
  const when = byId("when", HTMLElement);
  const cost = byId("cost", HTMLElement);
  const life = byId("life", HTMLElement);
  app.watch(
    ({ session, acting }) => session?.characters.find(({ id }) => id === acting),
    (hero) => fill(life, hero && [h("span", { class: "sr" }, S.change.hp("")), `♥\ufe0e ${hero.currentHP}/${hero.maxHP}`]),
  );
  app.watch(
    ({ session }) => session,
    (session) => {
      document.title = session ? clean(`${session.title} · ${S.name}`) : S.name;
      if (!session) return;
      fill(title, session.title);
      const { plot, story } = session;
      fill(
        where,
        h("span", { class: "sr" }, S.header.where),
        capitalised(curly(properName(story.currentLocation || S.somewhere))),
        plot && h("span", { id: "scene" }, S.header.act(plot.act.number, plot.act.title)),
      );
      fill(when, h("span", { class: "sr" }, S.header.when), timeOfDay(session.clock));
      // Where nothing can cost, there is nothing to say of it.
      cost.hidden = session.model === "storyteller" && session.usage.costUsd === 0;
      fill(cost, h("span", { class: "sr" }, S.header.cost), money(session.usage.costUsd));
    },
  );
}
